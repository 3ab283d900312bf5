import type { Timers } from '#kernel';
import { readWithin } from '../read-within.js';

export interface SampledPorts {
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly timers: Timers;
}

/** Milliseconds in which requests for /metrics share one reading: on PORT anybody may send them. */
const SHARED_MS = 5_000;
/** Milliseconds after which /metrics is answered without a reading; scrapers wait 10 s by default. */
const GIVEN_UP_MS = 2_000;

/**
 * A value that is read from the stores for /metrics: at most every 5 s, one reading at a time, and never waited for
 * longer than 2 s. A store that hangs or fails leaves out the metrics that are read from it.
 */
export class Sampled<Value> {
  private latest: { readonly begunAt: number; readonly value: Promise<Value | undefined> } | undefined;
  private isReading = false;

  constructor(
    private readonly read: (signal: AbortSignal) => Promise<Value>,
    private readonly ports: SampledPorts,
  ) {}

  /** The latest reading, or a new one; undefined: it failed or took too long. */
  value(): Promise<Value | undefined> {
    const now = this.ports.monotonic();
    if (!this.latest || (!this.isReading && now - this.latest.begunAt >= SHARED_MS)) {
      const value = readWithin(GIVEN_UP_MS, this.ports.timers, (signal) => this.readOnce(signal));
      this.latest = { begunAt: now, value };
    }
    return this.latest.value;
  }

  private async readOnce(signal: AbortSignal): Promise<Value> {
    this.isReading = true;
    try {
      return await this.read(signal);
    } finally {
      this.isReading = false;
    }
  }
}
