import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock, IdSource, RateLimit, RateLimits, Timers } from '#kernel';
import type { AdminToken } from './admin-tokens.js';
import type { RequestContext } from './request-context.js';
import type { PageTokens } from './page-tokens.js';

/** What the HTTP side of a service is set up with. */
export interface HttpOptions {
  /** Bodies, keys, secrets and phone numbers are never given to it. */
  readonly logger: Logger;
  /** The domain's clock: page tokens expire by it. */
  readonly clock: Clock;
  /** Names requests that bring no id of their own. */
  readonly ids: IdSource;
  /** The service's secret, at least 32 bytes; the key of page tokens is derived from it. */
  readonly secret: Uint8Array;
  /** Secrets that were it before: page tokens made with them are still taken. */
  readonly olderSecrets?: readonly Uint8Array[];
  /** None: the admin routes answer 404. */
  readonly adminTokens: readonly AdminToken[];
  /** Of a key whose workspace has none of its own; null is off. */
  readonly rateLimits: RateLimits;
  /** Requests with an invalid key or token, of one address; null, or left out: no limit. */
  readonly authFailures?: RateLimit | null;
  /** Empty, or a path like `/api`. */
  readonly basePath?: string;
  /** Of the service, for the reference. */
  readonly version?: string;
  /** Real time of rate limits, in milliseconds. Left out: the monotonic clock of the process. */
  readonly monotonic?: () => number;
  /** A bound that is left out is that of docs/adr/0023-connections-and-bodies-are-bounded.md. */
  readonly limits?: Partial<HttpLimits>;
  /** Left out: the machine's. */
  readonly timers?: Timers;
}

/** What connections and bodies may take of the process. */
export interface HttpLimits {
  /** Open connections; one more is refused. */
  readonly maxConnections: number;
  /**
   * Milliseconds within which a request must have arrived whole, counted from its first byte, or from the connection if
   * none comes.
   */
  readonly requestMs: number;
  /** Milliseconds between two looks for requests that take too long. */
  readonly checkMs: number;
  /** Bytes of all bodies under way together. */
  readonly bodiesBytes: number;
}

/** What parts of this library find on the Fastify instance. */
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
    /** Undefined until `correlationIdOf` is asked. */
    correlationId: string | undefined;
    /** The body as it was sent. */
    bodyBytes: Buffer | undefined;
  }
}
