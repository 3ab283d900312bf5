import type { FastifyReply } from 'fastify';
import type { RateLimit, RateLimits } from '#kernel';
import type { Caller } from './credentials.js';
import type { EndpointInfo } from './endpoint-info.js';
import type { RateLimiter, Taken } from './rate-limiter.js';

/** A rate limit of a key, and what is left of it in this process. */
export interface KeyRate extends RateLimit {
  /** Whole requests left. */
  readonly remaining: number;
  /** Seconds until a request is allowed; 0 while one is left. */
  readonly wait_seconds: number;
}

/** The two rate limits of a key; null: nothing limits it. */
export interface KeyRateLimits {
  readonly read: KeyRate | null;
  readonly write: KeyRate | null;
}

type Kind = EndpointInfo['kind'];

/**
 * The rate limits of keys: those of their workspace, or else those of the service
 * (docs/reference/http-contract.md#rate-limits).
 */
export class KeyRates {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly defaults: RateLimits,
  ) {}

  /** Counts a request of a key, and sets the headers with what is left. */
  count(caller: Caller, kind: Kind, reply: FastifyReply): Pick<Taken, 'allowed' | 'seconds'> {
    const limit = this.limitOf(caller, kind);
    if (!limit) return { allowed: true, seconds: 0 };
    const taken = this.limiter.take(bucketOf(caller, kind), limit);
    reply.header('RateLimit-Policy', `"${kind}";q=${limit.requests};w=${limit.seconds}`);
    reply.header('RateLimit', `"${kind}";r=${taken.remaining};t=${taken.seconds}`);
    return taken;
  }

  /** What is left of the limits of a key; counts nothing. */
  of(caller: Caller): KeyRateLimits {
    return { read: this.left(caller, 'read'), write: this.left(caller, 'write') };
  }

  private left(caller: Caller, kind: Kind): KeyRate | null {
    const limit = this.limitOf(caller, kind);
    if (!limit) return null;
    const { remaining, seconds } = this.limiter.left(bucketOf(caller, kind), limit);
    return { ...limit, remaining, wait_seconds: remaining > 0 ? 0 : seconds };
  }

  private limitOf({ rateLimits }: Caller, kind: Kind): RateLimit | null {
    return rateLimits[kind] ?? this.defaults[kind];
  }
}

function bucketOf({ apiKeyId }: Caller, kind: Kind): string {
  return `${kind} ${apiKeyId}`;
}
