import type { Timers } from '#kernel';
import { AttemptTimeout } from './attempt-error.js';

/** An attempt was aborted by this process: it says nothing of the receiver. */
export class AttemptAbortedError extends Error {
  override readonly name = 'AttemptGivenUpError';
}

/**
 * What ends an attempt from outside: its time is up, or it is aborted. It tells one listener, the step that the attempt
 * is at. An AbortSignal would do the same, and making it and its listeners would cost as much as the sending of the
 * request.
 */
export class AttemptLimit {
  private ended: Error | undefined;
  private breakOff: ((reason: Error) => void) | undefined;
  private readonly cancelTimer: () => void;

  constructor(timers: Timers, milliseconds: number) {
    this.cancelTimer = timers.set(milliseconds, () => this.end(new AttemptTimeout(milliseconds)));
  }

  /** Why it is over; undefined while it goes on. */
  get reason(): Error | undefined {
    return this.ended;
  }

  /**
   * Sets the callback of the step that begins now, in place of the last step's: called once the attempt is over, at
   * once if it is already.
   */
  at(breakOff: (reason: Error) => void): void {
    this.breakOff = breakOff;
    if (this.ended) breakOff(this.ended);
  }

  abort(why: string): void {
    this.end(new AttemptAbortedError(why));
  }

  /** The attempt has come to its end by itself. */
  release(): void {
    this.cancelTimer();
    this.breakOff = undefined;
  }

  private end(reason: Error): void {
    if (this.ended) return;
    this.ended = reason;
    this.breakOff?.(reason);
  }
}
