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
 * Counts in units of 1 / (seconds * 1000 * parts) of a request: whole numbers, so a client that waits as long as it was
 * told is let in, unless more processes share the limit by then.
 */
interface Bucket {
  share: Share;
  units: number;
  /** The time at which `units` was computed, in whole milliseconds. */
  at: number;
}

/** One of `parts` equal parts of a limit. */
interface Share extends RateLimit {
  readonly parts: number;
}

const MAX_BUCKETS = 20_000;

/**
 * Token buckets by key (docs/reference/http-contract.md#rate-limits): each holds this process's part of `requests`, at
 * least one, and refills evenly over `seconds`. In real time, never the test clock's.
 * @see docs/adr/0006-libraries-and-own-parts.md
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  /**
   * @param now milliseconds of a monotonic clock
   * @param parts of a limit, one of which is this process's: a whole number
   */
  constructor(
    private readonly now: () => number,
    private readonly parts: () => number = () => 1,
  ) {}

  /**
   * Takes one request from a key's bucket, if it holds one. A changed limit counts at once; used requests stay used. A
   * changed number of parts counts at once, too: a full bucket stays full, and another one holds no more than before,
   * since another process may have given what was its part.
   */
  take(key: string, limit: RateLimit): Taken {
    const bucket = this.bucket(key, limit);
    const whole = unitsOf(bucket.share);
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
    const parts = this.parts();
    if (found && isShare(found.share, limit, parts)) return found;
    const share = { requests: limit.requests, seconds: limit.seconds, parts };
    if (!found) {
      if (this.buckets.size >= MAX_BUCKETS) this.dropFull(now);
      const made = { share, units: capacityOf(share), at: now };
      this.buckets.set(key, made);
      return made;
    }
    const before = found.share;
    const limited = { ...share, parts: before.parts };
    if (before.requests !== share.requests || before.seconds !== share.seconds) {
      const used = (capacityOf(before) - refilled(found, now)) / unitsOf(before);
      found.units = Math.max(0, Math.floor(capacityOf(limited) - used * unitsOf(limited)));
      found.at = now;
    }
    if (before.parts !== share.parts) {
      const units = refilled({ ...found, share: limited }, now);
      const left = Math.floor((units / unitsOf(limited)) * unitsOf(share));
      found.units = units === capacityOf(limited) ? capacityOf(share) : Math.min(capacityOf(share), left);
      found.at = now;
    }
    found.share = share;
    return found;
  }

  /**
   * A full bucket is the same as none; if all are in use, the oldest are dropped, so that keys cannot fill the memory.
   */
  private dropFull(now: number): void {
    for (const [key, bucket] of this.buckets) {
      if (refilled(bucket, now) === capacityOf(bucket.share)) this.buckets.delete(key);
    }
    for (const key of this.buckets.keys()) {
      if (this.buckets.size < MAX_BUCKETS / 2) break;
      this.buckets.delete(key);
    }
  }
}

function isShare(share: Share, { requests, seconds }: RateLimit, parts: number): boolean {
  return share.requests === requests && share.seconds === seconds && share.parts === parts;
}

function leftIn({ share, units }: Bucket): Omit<Taken, 'allowed'> {
  const whole = unitsOf(share);
  const remaining = Math.floor(units / whole);
  const seconds = Math.ceil(((remaining + 1) * whole - units) / (share.requests * 1000));
  return { remaining, seconds: Math.max(1, seconds) };
}

/** Units of one request: `requests` times this number of milliseconds flow back in `seconds`, by all parts together. */
function unitsOf({ seconds, parts }: Share): number {
  return seconds * 1000 * parts;
}

/** Units of a full bucket: of one request at least, since it would never hold a whole one otherwise. */
function capacityOf(share: Share): number {
  return Math.max(unitsOf(share), share.requests * share.seconds * 1000);
}

function refilled({ share, units, at }: Bucket, now: number): number {
  return Math.min(capacityOf(share), units + (now - at) * share.requests);
}
