import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { DomainError, type Tracer } from '#kernel';
import { AllowedMethods, decodedPath } from './allowed-methods.js';
import { API_VERSIONS } from './api-versions.js';
import { pathOf } from './request-context.js';
import { isCompressible } from './compression.js';
import { allowOrigins, type CorsOrigins, type CorsRules, isPreflight } from './cors.js';
import type { EndpointInfo } from './endpoint-info.js';
import { countUnrouted, guardOf } from './guard.js';
import type { GuardPorts } from './guard.js';
import type { Metrics } from './health/metrics.js';
import { tagBody } from './if-none-match.js';
import { parameterNames, refuseBody, refuseUnknownParameters } from './input.pipe.js';
import { correlationIdOf } from './request-id.js';
import { securityHeaders } from './security-headers.js';
import { traceRequests } from './trace-requests.js';
import { isReference } from './openapi/reference.js';

const MAX_TARGET = 8_192;

const SECURITY = securityHeaders();
const NO_STORE = 'no-store';

/** Sets the headers of every answer. */
export function greet(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY);
  reply.header('X-Request-Id', request.id);
  reply.headers(API_VERSIONS.answeredIn(request.headers['api-version']));
  // An answer contains one customer's data: no cache on the way may keep it. The reference removes this from its pages.
  reply.header('Cache-Control', NO_STORE);
  const correlationId = correlationIdOf(request);
  if (correlationId !== request.id) reply.header('X-Correlation-Id', correlationId);
}

export interface HookOptions {
  readonly basePath: string;
  readonly metrics: Metrics;
  readonly tracer: Tracer | undefined;
  readonly corsOrigins: CorsOrigins | undefined;
  /** Answers a refusal of OPTIONS; refusals of other methods reach Nest. */
  readonly answerError: CorsRules['answerError'];
}

/**
 * Fastify's hooks, in the order in which requests are refused (docs/reference/http-contract.md#errors): malformed
 * requests, the path, the method; then, per route, its guard, and after the body was read, an unknown version, unknown
 * query parameters and a body where none belongs.
 */
export async function installHooks(
  fastify: FastifyInstance,
  ports: GuardPorts,
  { basePath, metrics, tracer, corsOrigins, answerError }: HookOptions,
): Promise<void> {
  const allowed = new AllowedMethods();
  const offered = { admin: !ports.adminTokens.isEmpty };
  // No endpoint takes OPTIONS; the plugin for CORS has a route of that method for every path.
  const isRouted = (request: FastifyRequest): boolean =>
    !request.is404 &&
    request.method !== 'OPTIONS' &&
    !allowed.hasOwnName(request.routeOptions.url!, pathOf(request), offered);
  /** The route as it was declared; undefined where there is none. */
  const routeOf = (request: FastifyRequest): string | undefined =>
    isRouted(request) ? request.routeOptions.url : undefined;
  fastify.decorateRequest('requestContext', null);
  fastify.decorateRequest('correlationId', undefined);
  fastify.decorateRequest('span', undefined);
  if (tracer) traceRequests(fastify, tracer);
  fastify.addHook('onRequest', (request, reply, done) => {
    greet(request, reply);
    done();
  });
  // In front of every refusal: a page that may not read it takes it for a failure of the network.
  if (corsOrigins) {
    await allowOrigins(fastify, {
      origins: corsOrigins,
      isAdmin: (request) => isAdminPath(pathOf(request), basePath),
      methodsOf: (request) => allowed.of(pathOf(request), offered),
      answerError,
    });
  }
  fastify.addHook('onRoute', (route) => {
    const endpoint = endpointOfRoute(route);
    if (!endpoint && !isReference(route.url, basePath)) {
      throw new Error(`${String(route.method)} ${route.url} is no @Endpoint: it would have no guard`);
    }
    allowed.add(route.url, route.method, endpoint?.options.admin ?? false);
    if (!endpoint) return;
    guardRoute(route, endpoint, ports);
    if (!isCompressible(endpoint)) route.compress = false;
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { headers, httpVersion, rawHeaders } = request.raw;
    if (hasTwoHosts(rawHeaders)) return done(malformed('The header Host is there more than once.'));
    if (headers.host === undefined && httpVersion === '1.1') return done(malformed('The header Host is missing.'));
    if (request.url.length > MAX_TARGET)
      return done(Object.assign(malformed('The target is too long.'), { statusCode: 414 }));
    if (isRouted(request)) return done();
    const methods = allowed.of(pathOf(request), offered);
    if (corsOrigins && isPreflight(request)) return refuseUnrouted(request, reply, methods, done);
    countUnrouted(request, reply, ports, () => refuseUnrouted(request, reply, methods, done));
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime);
    logRequest(request, reply, route);
    done();
  });
}

/**
 * One line a request, at the level debug: at thousands of requests a second that is too much by default. Of a key only
 * its id, of the target only its route: a path may contain a phone number that a caller put there.
 */
function logRequest(request: FastifyRequest, reply: FastifyReply, route: string | undefined): void {
  const { logger } = request.server.http;
  if (!logger.isLevelEnabled('debug')) return;
  const { requestContext: context } = request;
  const line = {
    request_id: request.id,
    correlation_id: correlationIdOf(request),
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(context?.actor.kind === 'api_key' && { workspace_id: context.workspaceId, api_key_id: context.actor.id }),
  };
  logger.debug(line, 'request');
}

function guardRoute(route: RouteOptions, endpoint: EndpointInfo, ports: GuardPorts): void {
  if (endpoint.options.bodyLimit !== undefined) route.bodyLimit = endpoint.options.bodyLimit;
  const guard = guardOf(endpoint, ports);
  if (guard) route.onRequest = [guard, route.onRequest ?? []].flat();
  if (endpoint.options.success.digest) route.onSend = [tagBody, route.onSend ?? []].flat();
  if (endpoint.options.public) return;
  const parameters = parameterNames(endpoint.query);
  const takesNoBody = !endpoint.body && !endpoint.options.streams && endpoint.options.method !== 'GET';
  route.preHandler = (request, _reply, done) => {
    API_VERSIONS.refuseUnknown(request.headers['api-version']);
    refuseUnknownParameters(request.query as object, parameters);
    if (takesNoBody) refuseBody(request.body);
    done();
  };
}

function refuseUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
  done: (error?: Error) => void,
): void {
  if (methods.length === 0) return done(new DomainError('not_found', 'There is nothing at this path.'));
  reply.header('Allow', methods.join(', '));
  if (request.method === 'OPTIONS') {
    reply.code(204).send();
    return;
  }
  done(new DomainError('method_not_allowed', `This path takes ${methods.join(', ')}.`));
}

/** Whether a path is that of the admin routes, as the router reads it. */
function isAdminPath(path: string, basePath: string): boolean {
  return `${decodedPath(path)}/`.startsWith(`${basePath}/admin/`);
}

/** Node uses the first of them; a proxy in front may have used the last (RFC 9112, section 3.2). */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function endpointOfRoute(route: RouteOptions): EndpointInfo | undefined {
  return (route.config as { endpoint?: EndpointInfo } | undefined)?.endpoint;
}

function malformed(detail: string): DomainError {
  return new DomainError('malformed_request', detail);
}
