import type { Timers } from '#kernel';
import { RetryPolicy } from '#workers';
import type { AttemptRecord } from './attempt-record.js';

/** Appends the records of attempts. While the log is unavailable it retries. */
export class AttemptRecorder {
  private stopped = false;
  /** Callbacks that end the waits between two appends. */
  private readonly waiting = new Set<() => void>();

  constructor(private readonly timers: Timers) {}

  /**
   * Appends a record.
   * @returns whether its attempt counts; undefined: the recorder was stopped before the record could be appended
   * @throws Error the record cannot be appended: ten appends failed for another reason than an unavailable log
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

  /** Each record that waits is tried once more at once, and then no longer. */
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
