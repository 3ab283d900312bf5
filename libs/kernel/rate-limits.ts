/** So many requests in so many seconds, per key and process: a bucket that holds `requests` and refills evenly (api.md, Rate limits). */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Reads and writes are counted apart. null: the limit of whoever is asked next; the service's own null is no limit. */
export interface RateLimits {
  readonly read: RateLimit | null;
  readonly write: RateLimit | null;
}
