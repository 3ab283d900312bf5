import type { RateLimit } from '#kernel';

/** The state of a bucket after a request. */
export interface Taken {
  readonly allowed: boolean;
  /** Whole requests left. */
  readonly remaining: number;
  /** Seconds until one more request is allowed, rounded up, at least 1. */
  readonly seconds: number;
}

/**
 * Counts in units of 1 / (seconds * 1000) of a request: whole numbers, so a client that waits as long as it was told is
 * let in.
 */
interface Bucket {
  limit: RateLimit;
  units: number;
  /** The time at which `units` was computed, in whole milliseconds. */
  at: number;
}

const MAX_BUCKETS = 20_000;

/**
 * Token buckets by key (docs/reference/http-contract.md#rate-limits): each holds `requests` and refills evenly over
 * `seconds`. For this process alone, in real time, never the test clock's.
 * @see docs/adr/0006-libraries-and-own-parts.md
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number) {}

  /**
   * Takes one request from a key's bucket, if it holds one. A changed limit counts at once; used requests stay used.
   */
  take(key: string, limit: RateLimit): Taken {
    const bucket = this.bucket(key, limit);
    const whole = unitsOf(limit);
    const allowed = bucket.units >= whole;
    if (allowed) bucket.units -= whole;
    return { allowed, ...leftIn(bucket) };
  }

  /** What a key's bucket holds. */
  left(key: string, limit: RateLimit): Omit<Taken, 'allowed'> {
    return leftIn(this.bucket(key, limit));
  }

  /** The bucket of a key as it is now. */
  private bucket(key: string, limit: RateLimit): Bucket {
    const now = Math.floor(this.now());
    const bucket = this.bucketWith(key, limit, now);
    bucket.units = refilled(bucket, now);
    bucket.at = now;
    return bucket;
  }

  private bucketWith(key: string, limit: RateLimit, now: number): Bucket {
    const found = this.buckets.get(key);
    if (!found) {
      if (this.buckets.size >= MAX_BUCKETS) this.dropFull(now);
      const made = { limit, units: limit.requests * unitsOf(limit), at: now };
      this.buckets.set(key, made);
      return made;
    }
    const before = found.limit;
    if (before.requests !== limit.requests || before.seconds !== limit.seconds) {
      const used = before.requests - refilled(found, now) / unitsOf(before);
      found.units = Math.max(0, Math.floor((limit.requests - used) * unitsOf(limit)));
      found.limit = limit;
      found.at = now;
    }
    return found;
  }

  /**
   * A full bucket is the same as none; if all are in use, the oldest are dropped, so that keys cannot fill the memory.
   */
  private dropFull(now: number): void {
    for (const [key, bucket] of this.buckets) {
      if (refilled(bucket, now) === bucket.limit.requests * unitsOf(bucket.limit)) this.buckets.delete(key);
    }
    for (const key of this.buckets.keys()) {
      if (this.buckets.size < MAX_BUCKETS / 2) break;
      this.buckets.delete(key);
    }
  }
}

function leftIn({ limit, units }: Bucket): Omit<Taken, 'allowed'> {
  const whole = unitsOf(limit);
  const remaining = Math.floor(units / whole);
  const seconds = Math.ceil(((remaining + 1) * whole - units) / (limit.requests * 1000));
  return { remaining, seconds: Math.max(1, seconds) };
}

/** Units of one request: `requests` times this number of milliseconds flow back in `seconds`. */
function unitsOf(limit: RateLimit): number {
  return limit.seconds * 1000;
}

function refilled({ limit, units, at }: Bucket, now: number): number {
  return Math.min(limit.requests * unitsOf(limit), units + (now - at) * limit.requests);
}
