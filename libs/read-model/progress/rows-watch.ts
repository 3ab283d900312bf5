import type { Position } from '#kernel';
import type { Sleep } from '../real-time.js';

export interface RowsWatchOptions {
  /** The checkpoint of the follower that writes the rows. @throws ReadModelUnavailableError */
  readonly rowsAreAt: () => Promise<Position | undefined>;
  readonly sleep: Sleep;
}

/** Milliseconds between two looks. */
const LOOK_MS = 1_000;
/** Looks after which the listeners are told in any case: what one of them read the last time may have failed. */
const MOST_QUIET_LOOKS = 15;

/**
 * Tells its listeners that rows may have changed, where another process may write them without notice to this one. It
 * looks at the checkpoint of their follower, which moves behind every batch of rows: one small read a second, in the
 * place of those of each listener.
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
    const { rowsAreAt, sleep } = this.options;
    const { signal } = this.stop;
    let seen: Position | undefined;
    let quiet = MOST_QUIET_LOOKS;
    for (;;) {
      await sleep(LOOK_MS, signal);
      if (signal.aborted) return;
      try {
        const at = await rowsAreAt();
        quiet = at === seen ? quiet + 1 : MOST_QUIET_LOOKS;
        seen = at;
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
