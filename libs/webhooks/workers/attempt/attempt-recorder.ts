import type { Timers } from '#kernel';
import { RetryPolicy } from '#workers';
import type { AttemptRecord } from './attempts.js';

/** Writes what came of attempts into the log, however long the log is away. */
export class AttemptRecorder {
  private stopped = false;
  /** Those that wait until the log may be back. */
  private readonly waiting = new Set<() => void>();

  constructor(private readonly timers: Timers) {}

  /**
   * A store that is away is waited for.
   * @returns whether the attempt counts; undefined: the recorder was stopped first
   * @throws what keeps it from ever being recorded
   */
  async append(record: AttemptRecord): Promise<boolean | undefined> {
    const retries = new RetryPolicy();
    for (;;) {
      try {
        return await record.append();
      } catch (error) {
        const delay = retries.delayAfter(error);
        if (delay === undefined) throw error;
        if (this.stopped) return undefined;
        await this.wait(delay);
      }
    }
  }

  /** Everything is tried once more, and not waited for. */
  stop(): void {
    this.stopped = true;
    for (const end of this.waiting) end();
  }

  private wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancelTimer();
        this.waiting.delete(end);
        resolve();
      };
      const cancelTimer = this.timers.set(milliseconds, end);
      this.waiting.add(end);
    });
  }
}
