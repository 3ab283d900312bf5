import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock, IdSource, RateLimit, RateLimits, Span, Timers, Tracer } from '#kernel';
import type { AnswersAhead } from '#workspace-head';
import type { AdminToken } from './admin-tokens.js';
import type { CorsOrigins } from './cors.js';
import type { Credentials } from './credentials.js';
import type { RequestContext } from './request-context.js';
import type { PageTokens } from './page-tokens.js';

/** The options of the HTTP side of a service. */
export interface HttpOptions {
  /** It is never given bodies, keys, secrets or phone numbers. */
  readonly logger: Logger;
  /** The domain's clock: page tokens expire by it. */
  readonly clock: Clock;
  /** Names requests that have no id of their own. */
  readonly ids: IdSource;
  /** The service's secret, at least 32 bytes; the key of page tokens is derived from it. */
  readonly secret: Uint8Array;
  /** Earlier secrets: page tokens made with them are still accepted. */
  readonly olderSecrets?: readonly Uint8Array[];
  /** Empty: the admin routes answer 404. */
  readonly adminTokens: readonly AdminToken[];
  /** Who bears a token. Undefined: as the module's own Credentials say. */
  readonly credentials?: Credentials;
  /** The limits of a key whose workspace has none of its own; null: off. */
  readonly rateLimits: RateLimits;
  /** Into how many parts the limits of keys are cut, of which this process has one. Undefined: it has the whole. */
  readonly rateParts?: (() => number) | undefined;
  /** Writes that were answered before their rows: reads wait for them. Undefined: there are none. */
  readonly answersAhead?: AnswersAhead | undefined;
  /** Requests with an invalid key or token, of one address; null or undefined: no limit. */
  readonly authFailures?: RateLimit | null;
  /** Whose pages may read answers. Undefined: no answer has headers of CORS. */
  readonly corsOrigins?: CorsOrigins | undefined;
  /** Empty, or a path like `/api`. */
  readonly basePath?: string;
  /** The version of the service, for the reference. */
  readonly version?: string;
  /** The folder of the built documentation site, which need not exist. Undefined: the site is not served. */
  readonly guideFolder?: string;
  /** Real time of rate limits, in milliseconds. Undefined: the monotonic clock of the process. */
  readonly monotonic?: () => number;
  /** An undefined limit is that of docs/adr/0023-connections-and-bodies-are-bounded.md. */
  readonly limits?: Partial<HttpLimits>;
  /** Undefined: the machine's. */
  readonly timers?: Timers;
  /** Undefined: requests are not traced. */
  readonly tracer?: Tracer | undefined;
}

/** The limits of connections and bodies in this process. */
export interface HttpLimits {
  /** Largest number of open connections; one more is refused. */
  readonly maxConnections: number;
  /**
   * Milliseconds within which a request must have arrived completely, counted from its first byte, or from the
   * connection if none comes.
   */
  readonly requestMs: number;
  /** Milliseconds between two checks for requests that take too long. */
  readonly checkMs: number;
  /** Bytes of all bodies under way together. */
  readonly bodiesBytes: number;
}

/** The parts of this library on the Fastify instance. */
export interface HttpRuntime {
  readonly basePath: string;
  readonly logger: Logger;
  readonly pageTokens: PageTokens;
  readonly ids: IdSource;
  /** Whether a request has an admin token. */
  readonly isAdmin: (request: FastifyRequest) => boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly http: HttpRuntime;
  }
  interface FastifyRequest {
    /** Set once the key or the admin token was accepted. */
    requestContext: RequestContext | null;
    /** Undefined until `correlationIdOf` is first called. */
    correlationId: string | undefined;
    /** The request as a step of a trace; undefined: it is not traced. */
    span: Span | undefined;
    /** The body as it was sent. */
    bodyBytes: Buffer | undefined;
  }
}
