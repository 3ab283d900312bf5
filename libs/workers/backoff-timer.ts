import type { Timers } from '#kernel';

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** A pause of everything, longer each time until it is reset. */
export class BackoffTimer {
  private cancel: (() => void) | undefined;
  private nextMs = FIRST_MS;

  constructor(
    private readonly timers: Timers,
    private readonly onElapsed: () => void,
  ) {}

  get isRunning(): boolean {
    return this.cancel !== undefined;
  }

  /** Begins one, unless one goes on. */
  start(): void {
    if (this.cancel) return;
    this.cancel = this.timers.set(this.nextMs, () => {
      this.cancel = undefined;
      this.onElapsed();
    });
    this.nextMs = Math.min(2 * this.nextMs, LONGEST_MS);
  }

  /** What it was for is over: the next one is short again. */
  reset(): void {
    this.nextMs = FIRST_MS;
  }

  /** Ends the one that goes on, and tells nobody. */
  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }
}
