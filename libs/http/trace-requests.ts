import type { FastifyInstance } from 'fastify';
import type { Tracer } from '#kernel';
import type { EndpointInfo } from './endpoint-info.js';
import { correlationIdOf } from './request-id.js';

/**
 * Each request to an endpoint that is not public becomes a step of a trace: of the one that its `traceparent` names, or
 * of a new one (docs/adr/0048-a-trace-goes-through-the-log.md). Probes and scrapes are not traced. Of the target only
 * the route is told: a path and a query may contain what a caller put there, a phone number too.
 */
export function traceRequests(fastify: FastifyInstance, tracer: Tracer): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions;
    const endpoint = (config as { readonly endpoint?: EndpointInfo }).endpoint;
    if (endpoint && !endpoint.options.public) {
      request.span = tracer.begin({
        name: `${request.method} ${route}`,
        kind: 'server',
        parent: onlyOne(request.headers['traceparent']),
        attributes: {
          'http.request.method': request.method,
          'http.route': route!,
          'url.scheme': request.protocol,
          'smartlists.correlation_id': correlationIdOf(request),
        },
      });
    }
    done();
  });
  fastify.addHook('onResponse', ({ span, requestContext: context }, { statusCode }, done) => {
    if (!span) return done();
    span.set({
      'http.response.status_code': statusCode,
      ...(context?.actor.kind === 'api_key' && { 'smartlists.workspace_id': context.workspaceId }),
    });
    // What the client did wrong is no failure of the server (semantic conventions of HTTP).
    span.end(statusCode >= 500 ? String(statusCode) : undefined);
    done();
  });
}

/** Node joins a header that comes twice: more than one `traceparent` is none. */
function onlyOne(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
