import type { Socket } from 'node:net';
import { Module } from '@nestjs/common';
import type { DynamicModule, NestApplicationOptions, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#kernel';
import { realTimers } from '#read-model';
import { AdminTokens } from './admin-tokens.js';
import { BodyReceiver } from './bodies.js';
import { compressAnswers } from './compression.js';
import { limitConnections } from './connections.js';
import { Credentials, ReadyGate } from './credentials.js';
import { answerClientError, type ClientErrorOptions } from './client-error.js';
import { drainOnClose } from './drain.js';
import { FailedAuthentications } from './failed-authentications.js';
import { adminCheck } from './guard.js';
import { serveGuide } from './guide/serve-guide.js';
import { HealthChecks } from './health/health-checks.js';
import { HealthReport } from './health/health-report.js';
import { HealthController } from './health/health.controller.js';
import { Metrics } from './health/metrics.js';
import { InputPipe } from './input.pipe.js';
import { greet, type HookOptions, installHooks } from './hooks.js';
import { installJsonParser } from './json-parser.js';
import { KeyRates } from './key-rates.js';
import { OneGenerationInterceptor } from './one-generation.interceptor.js';
import { serveReference } from './openapi/reference.js';
import { PageTokens } from './page-tokens.js';
import { ProblemFilter } from './problem.filter.js';
import { RateLimiter } from './rate-limiter.js';
import { requestIds } from './request-id.js';
import type { HttpLimits, HttpOptions } from './runtime.js';
import { StreamedBodies } from './streamed-bodies.js';

/**
 * Bytes; larger bodies are refused (docs/reference/http-contract.md#bodies), unless their endpoint accepts larger ones.
 */
export const BODY_LIMIT = 1_048_576;

/** The types of bodies that endpoints may read as a stream. */
const STREAMED_TYPES = ['text/csv', 'application/jsonl', 'application/x-ndjson'];

const KEEP_ALIVE_MS = 72_000;
/**
 * Milliseconds without a byte in either direction after which a connection is closed: for clients that do not read
 * their answer. Longer than any request takes.
 */
const INACTIVE_MS = 180_000;
const LIMITS: HttpLimits = { maxConnections: 1_000, requestMs: 30_000, checkMs: 2_000, bodiesBytes: 64 * 1_048_576 };
/** Longer than any header that Node accepts: the length of an id is no error of its own. */
const ANY_LENGTH = 65_536;

@Module({})
class HttpModule {}

/** Makes Nest's application of a root module on an adapter. */
export type MakeApp = (
  root: DynamicModule,
  adapter: FastifyAdapter,
  options: NestApplicationOptions,
) => Promise<NestFastifyApplication>;

const byFactory: MakeApp = (root, adapter, options) => NestFactory.create(root, adapter, options);

/**
 * The application of a module with everything of this library installed: strict JSON, guards, problem documents,
 * request ids, security headers, health, metrics and the reference. The module (or one it imports) provides
 * {@link Credentials} and {@link ReadyGate} and exports the latter. The caller listens, and closes: `close()` ends idle
 * connections and waits for requests in flight.
 * @param makeApp replaced by tests, which make the application of a testing module with ports of their own.
 * @throws at `init()` or `listen()` when a controller has a route that is not an `@Endpoint`
 * @see docs/adr/0002-nest-fastify-class-validator.md
 */
export async function createHttpApp(
  module: Type | DynamicModule,
  options: HttpOptions,
  makeApp = byFactory,
): Promise<NestFastifyApplication> {
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  const { ids, logger, monotonic = () => performance.now() } = options;
  const limits = { ...LIMITS, ...options.limits };
  const onRefusal = (code: ErrorCode): void => metrics.countRefusal(code);
  const filter = new ProblemFilter(logger, basePath, onRefusal);
  const streamed = new StreamedBodies();
  const answering = { basePath, ids, onRefusal, mayTakeLong: (socket: Socket) => streamed.isUnderWay(socket) };
  const fastifyAdapter = adapter(filter, limits, answering);
  const app = await makeApp(rootOf(module), fastifyAdapter, {
    bodyParser: false,
    // Nest would print an error, in colours and not through the logger; it throws the error as well.
    logger: false,
    abortOnError: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  const adminTokens = new AdminTokens(options.adminTokens);
  fastify.decorate('http', {
    basePath,
    logger,
    ids,
    isAdmin: adminCheck(adminTokens),
    pageTokens: new PageTokens(options.secret, options.clock, options.olderSecrets),
  });
  installJsonParser(fastify, new BodyReceiver(limits.bodiesBytes));
  streamed.install(fastify, STREAMED_TYPES);
  const metrics = app.get(Metrics);
  const onRefused = (): void => metrics.countRefusedConnection();
  limitConnections(app.getHttpServer(), limits.maxConnections, { logger, now: monotonic, onRefused });
  const { rateLimits, rateParts, authFailures: limit = null, timers = realTimers, answersAhead } = options;
  const failures = new FailedAuthentications({ limit, limiter: new RateLimiter(monotonic), logger, timers });
  fastify.addHook('onClose', (_instance, done) => {
    failures.flush();
    done();
  });
  const gate = app.get(ReadyGate, { strict: false });
  const credentials: Credentials = options.credentials ?? app.get(Credentials, { strict: false });
  const rates = new KeyRates(new RateLimiter(monotonic, rateParts), rateLimits);
  const guarding = { credentials, gate, rates, adminTokens, failures, answersAhead };
  const { tracer, corsOrigins } = options;
  const answerError: HookOptions['answerError'] = (error, request, reply) => filter.answer(error, request, reply);
  await installHooks(fastify, guarding, { basePath, metrics, tracer, corsOrigins, answerError });
  // After the hooks: they decide for each route whether it is compressed.
  await compressAnswers(fastify);
  drainOnClose(fastify);
  // Node handles Expect: 100-continue; it would answer any other expectation with an empty 417.
  app
    .getHttpServer()
    .on('checkExpectation', (request, response) => app.getHttpServer().emit('request', request, response));
  // Without a listener Node ends the connection of a CONNECT without an answer.
  app
    .getHttpServer()
    .on('connect', (_request, socket: Socket) => answerClientError(new Error('CONNECT'), socket, answering));
  app.setGlobalPrefix(basePath);
  app.useGlobalFilters(filter);
  app.useGlobalPipes(new InputPipe());
  const { generations } = gate;
  if (generations) app.useGlobalInterceptors(new OneGenerationInterceptor(generations));
  serveReference(app, { basePath, version: options.version ?? '0.0.0' });
  if (options.guideFolder !== undefined) serveGuide(app, { folder: options.guideFolder, basePath });
  return app;
}

function rootOf(module: Type | DynamicModule): DynamicModule {
  return {
    module: HttpModule,
    imports: [module],
    controllers: [HealthController],
    providers: [HealthChecks, HealthReport, Metrics],
    exports: [HealthChecks, HealthReport, Metrics],
    global: true,
  };
}

function adapter(
  filter: ProblemFilter,
  { requestMs, checkMs }: HttpLimits,
  answering: ClientErrorOptions,
): FastifyAdapter {
  return new FastifyAdapter({
    // This service has no Express middleware, so no request needs to walk through its list.
    skipMiddie: true,
    multipart: false,
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: INACTIVE_MS,
    requestTimeout: requestMs,
    return503OnClosing: false,
    routerOptions: { maxParamLength: ANY_LENGTH },
    // Node would answer a missing Host with an empty 400; hooks.ts refuses it with a problem document.
    http: { requireHostHeader: false, headersTimeout: requestMs, connectionsCheckingInterval: checkMs },
    genReqId: requestIds(answering.ids),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      greet(request, reply);
      filter.answer(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, answering),
  });
}
