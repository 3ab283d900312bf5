import { UnavailableError } from '#kernel';
import { isSocketError, translating, type Unavailable } from './errors.js';
import type { Health } from './health.js';

/** Milliseconds until a read fails: a command, which has 10 s, can then still be refused in words of its own. */
export const READ_MS = 5_000;
/** Milliseconds of one bulk write, acknowledged by the majority and on disk. */
export const WRITE_MS = 10_000;

/**
 * Calls of the driver: each with its time limit, its errors translated, and its result reported to the server's health.
 */
export class Calls {
  /** @param unavailable makes the store's UnavailableError; ReadModelUnavailableError by default */
  constructor(
    private readonly health: Pick<Health, 'succeeded' | 'failed'>,
    private readonly unavailable?: Unavailable,
  ) {}

  /** @throws UnavailableError the one of the store */
  read<Result>(work: () => Promise<Result>): Promise<Result> {
    // A connection of the pool may have been cut unnoticed: that shows only at its next use.
    const twice = () =>
      work().catch((error: unknown) => (isSocketError(error) ? work() : Promise.reject(error as Error)));
    return this.run(twice, READ_MS);
  }

  /** @throws UnavailableError the one of the store; the write may have been carried out all the same */
  write<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.run(work, WRITE_MS);
  }

  private async run<Result>(work: () => Promise<Result>, deadlineMs: number): Promise<Result> {
    try {
      const result = await translating(work, deadlineMs, this.unavailable);
      this.health.succeeded();
      return result;
    } catch (error) {
      if (error instanceof UnavailableError) this.health.failed(error);
      throw error;
    }
  }
}
