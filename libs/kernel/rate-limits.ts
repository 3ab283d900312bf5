/**
 * A token bucket per key: it holds `requests` and refills evenly within `seconds`
 * (docs/reference/http-contract.md#rate-limits).
 */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Reads and writes are counted apart. null in a key or workspace: the next wider limit; null in the service: no limit.
 */
export interface RateLimits {
  readonly read: RateLimit | null;
  readonly write: RateLimit | null;
}
