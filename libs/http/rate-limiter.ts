import type { RateLimit } from './credentials.js';

/** What one request did to its bucket. */
export interface Taken {
  readonly allowed: boolean;
  /** Whole requests left. */
  readonly remaining: number;
  /** Seconds until one more request is allowed, rounded up, at least 1. */
  readonly seconds: number;
}

interface Bucket {
  limit: RateLimit;
  tokens: number;
  /** When `tokens` was right, in milliseconds. */
  at: number;
}

const MAX_BUCKETS = 20_000;

/**
 * Token buckets by key (api.md, Rate limits): each holds `requests` and refills evenly over `seconds`. Of this process alone, in
 * real time, never the test clock's.
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  /** @param now milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number) {}

  /** Takes one request from a key's bucket, if there is one. A limit that was changed counts at once; what was used stays used. */
  take(key: string, limit: RateLimit): Taken {
    const now = this.now();
    const bucket = this.bucket(key, limit, now);
    const perMs = limit.requests / (limit.seconds * 1000);
    bucket.tokens = Math.min(limit.requests, bucket.tokens + (now - bucket.at) * perMs);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const remaining = Math.floor(bucket.tokens);
    const seconds = Math.ceil((remaining + 1 - bucket.tokens) / (perMs * 1000));
    return { allowed, remaining, seconds: Math.max(1, seconds) };
  }

  private bucket(key: string, limit: RateLimit, now: number): Bucket {
    const found = this.buckets.get(key);
    if (!found) {
      if (this.buckets.size >= MAX_BUCKETS) this.dropFull(now);
      const made = { limit, tokens: limit.requests, at: now };
      this.buckets.set(key, made);
      return made;
    }
    const before = found.limit;
    if (before.requests !== limit.requests || before.seconds !== limit.seconds) {
      const used = before.requests - found.tokens;
      found.tokens = Math.max(0, limit.requests - used);
      found.limit = limit;
    }
    return found;
  }

  /** A full bucket is the same as none; if all are in use, the oldest go, so that keys cannot fill the memory. */
  private dropFull(now: number): void {
    for (const [key, { limit, at, tokens }] of this.buckets) {
      const full = tokens + ((now - at) * limit.requests) / (limit.seconds * 1000) >= limit.requests;
      if (full) this.buckets.delete(key);
    }
    for (const key of this.buckets.keys()) {
      if (this.buckets.size < MAX_BUCKETS / 2) break;
      this.buckets.delete(key);
    }
  }
}
