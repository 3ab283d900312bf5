import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANSWER_HEADERS } from './openapi/headers.js';

/** The origins whose pages may read answers: any, or exactly these, as browsers write them in `Origin`. */
export type CorsOrigins = '*' | readonly string[];

/** The headers that a page may send besides those that every page may. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'API-Version',
  'traceparent',
];

/** Headers of answers that scripts of a page may read. */
const EXPOSED_HEADERS = [...ANSWER_HEADERS, 'Deprecation', 'Sunset', 'Allow'];

/** Seconds for which a browser keeps a preflight's answer; by default it keeps it for 5, and asks again and again. */
const MAX_AGE = 600;

/** What decides about CORS for a request. */
export interface CorsRules {
  readonly origins: CorsOrigins;
  /** Whether a request is for an admin route, which no page of another origin may use. */
  readonly isAdmin: (request: FastifyRequest) => boolean;
  /** The methods of the path of a request; none where there is nothing at the path. */
  readonly methodsOf: (request: FastifyRequest) => readonly string[];
  /** Answers a refusal. */
  readonly answerError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * Lets pages of other origins use the API, with a key that they have and without cookies
 * (docs/reference/http-contract.md#browsers). Sets the headers of every answer from here on, and those of a preflight;
 * the answer to a preflight itself is that of any OPTIONS.
 */
export async function allowOrigins(fastify: FastifyInstance, rules: CorsRules): Promise<void> {
  const delegator = (request: FastifyRequest, done: (error: Error | null, options: FastifyCorsOptions) => void): void =>
    done(null, optionsFor(request, rules));
  // The plugin has a route of its own, `OPTIONS *`, which is complete before Nest sets its error handler.
  fastify.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS') route.errorHandler = rules.answerError;
  });
  await fastify.register(cors, { delegator });
  if (rules.origins !== '*') return;
  // The plugin sets `Vary: Origin` wherever options are chosen for each request; here no answer depends on the origin.
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.removeHeader('Vary');
    done();
  });
}

/** Whether a browser asks what a page may send. It asks without the key, which the page would send. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

function optionsFor(request: FastifyRequest, { origins, isAdmin, methodsOf }: CorsRules): FastifyCorsOptions {
  const origin = isAdmin(request) ? false : allowedOrigin(request, origins);
  const methods = origin !== false && isPreflight(request) ? methodsOf(request) : [];
  return {
    origin,
    methods: [...methods],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: MAX_AGE,
    preflight: methods.length > 0,
    preflightContinue: true,
    strictPreflight: false,
  };
}

/** The value of Access-Control-Allow-Origin; false: none. */
function allowedOrigin({ headers: { origin } }: FastifyRequest, origins: CorsOrigins): string | false {
  if (origins === '*') return '*';
  return origin !== undefined && origins.includes(origin) ? origin : false;
}
