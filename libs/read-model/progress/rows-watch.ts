import type { Sleep } from '../real-time.js';

export interface RowsWatchOptions {
  /**
   * Another text after each commit to the rows, and after an exchange of them.
   * @throws ReadModelUnavailableError
   */
  readonly stamp: () => Promise<string>;
  readonly sleep: Sleep;
}

/** Milliseconds between two looks. */
const LOOK_MS = 1_000;
/** Looks after which the listeners are told in any case: what one of them read the last time may have failed. */
const MOST_QUIET_LOOKS = 15;

/**
 * Tells its listeners that rows may have changed, where another process may write them without notice to this one. It
 * looks at the last commit of their follower, which is written behind the rows of each batch: one small read a second,
 * in the place of those of each listener.
 * @see docs/adr/0080-idle-processes-look-at-one-checkpoint.md
 */
export class RowsWatch {
  private readonly stop = new AbortController();
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly options: RowsWatchOptions) {}

  /** Begins to look with the first listener. */
  listen(listener: () => void): void {
    this.listeners.push(listener);
    if (this.listeners.length === 1) void this.look();
  }

  /** Looks no more. */
  close(): void {
    this.stop.abort();
  }

  private async look(): Promise<void> {
    const { stamp, sleep } = this.options;
    const { signal } = this.stop;
    let seen: string | undefined;
    let quiet = MOST_QUIET_LOOKS;
    for (;;) {
      await sleep(LOOK_MS, signal);
      if (signal.aborted) return;
      try {
        const found = await stamp();
        quiet = found === seen ? quiet + 1 : MOST_QUIET_LOOKS;
        seen = found;
      } catch {
        // What the rows did meanwhile is not known: the next look that is answered tells the listeners.
        quiet = MOST_QUIET_LOOKS;
        continue;
      }
      if (quiet < MOST_QUIET_LOOKS) continue;
      quiet = 0;
      for (const listener of this.listeners) listener();
    }
  }
}
