import { type CaughtUpPorts, untilCaughtUp } from './caught-up.js';
import type { HeldBoard } from './held-board.js';
import type { RowsLag } from './progress.js';

/**
 * Milliseconds that a request waits for rows that lag: with a longer wait, unknown keys would keep connections open.
 */
const WAIT_MS = 1_000;
/** Milliseconds in which calls share the answer of the first one: at most 4 reads of the log's end a second. */
const SHARED_MS = 250;

/** Rows of the only process on its stores: it knows every event that they lack. */
export const UNSHARED_ROWS: RowsLag = { isShared: false, isBehind: () => Promise.resolve(false) };

/**
 * A lag that also counts the events of held workspaces that the rows lack: the checkpoint has passed them, and this
 * process does not know them. The board is read last: it has changed while the rows followed.
 */
export function lagWithHeldStreams(lag: RowsLag, board: Pick<HeldBoard, 'holdsWorkspaces'>): RowsLag {
  return { isShared: lag.isShared, isBehind: async () => (await lag.isBehind()) || board.holdsWorkspaces };
}

/** Rows and a log that other processes use too: the positions of both stores are compared. */
export class SharedRowsLag implements RowsLag {
  readonly isShared = true;
  private latest: { readonly begunAt: number; readonly isBehind: Promise<boolean> } | undefined;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(private readonly ports: CaughtUpPorts & { readonly now: () => number }) {}

  isBehind(): Promise<boolean> {
    const now = this.ports.now();
    if (!this.latest || now - this.latest.begunAt >= SHARED_MS) {
      this.latest = { begunAt: now, isBehind: this.look() };
    }
    return this.latest.isBehind;
  }

  private async look(): Promise<boolean> {
    const ended = new AbortController();
    const followed = untilCaughtUp(this.ports, ended.signal).then((caughtUp) => !caughtUp);
    const late = this.ports.sleep(WAIT_MS, ended.signal).then(() => true);
    try {
      return await Promise.race([followed, late]);
    } finally {
      ended.abort();
    }
  }
}
