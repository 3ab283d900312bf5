import type { Timers } from '#kernel';
import { AttemptTimeout } from './attempt-error.js';

/** This process aborted an attempt: it says nothing about the receiver. */
export class AttemptAbortedError extends Error {
  override readonly name = 'AttemptGivenUpError';
}

/**
 * Ends an attempt from outside: its time is up, or it is aborted. It calls back one listener, the current step of the
 * attempt. An AbortSignal would do the same, but to make it and its listeners would cost as much as to send the
 * request.
 */
export class AttemptLimit {
  private ended: Error | undefined;
  private breakOff: ((reason: Error) => void) | undefined;
  private readonly cancelTimer: () => void;

  constructor(timers: Timers, milliseconds: number) {
    this.cancelTimer = timers.set(milliseconds, () => this.end(new AttemptTimeout(milliseconds)));
  }

  /** Why the attempt ended; undefined while it is under way. */
  get reason(): Error | undefined {
    return this.ended;
  }

  /**
   * Sets the callback of the step that begins now, in place of the previous step's. It is called once the attempt is
   * ended from outside, or at once if it was.
   */
  at(breakOff: (reason: Error) => void): void {
    this.breakOff = breakOff;
    if (this.ended) breakOff(this.ended);
  }

  abort(why: string): void {
    this.end(new AttemptAbortedError(why));
  }

  /** The attempt has ended on its own. */
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
