import { Backoff, type Timers } from '#kernel';

/**
 * Delays between two attempts to use an unavailable store, in milliseconds: the work that waits for it is due, so an
 * attempt is made twice a minute.
 */
const [FIRST_DELAY_MS, MAX_DELAY_MS] = [500, 30_000];

/** One pause for all work that needs a store: longer each time, until the store answers. */
export class BackoffTimer {
  private cancel: (() => void) | undefined;
  private readonly backoff = new Backoff(FIRST_DELAY_MS, MAX_DELAY_MS);

  /** @param onElapsed called when a pause is over */
  constructor(
    private readonly timers: Timers,
    private readonly onElapsed: () => void,
  ) {}

  get isRunning(): boolean {
    return this.cancel !== undefined;
  }

  /** Starts a pause, unless one is running. */
  start(): void {
    this.cancel ??= this.timers.set(this.backoff.next(), () => {
      this.cancel = undefined;
      this.onElapsed();
    });
  }

  /** The store has answered: the next pause is short again. */
  reset(): void {
    this.backoff.reset();
  }

  /** Ends the pause that is running; `onElapsed` is not called. */
  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }
}
