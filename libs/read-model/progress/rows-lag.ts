import { type CaughtUpPorts, untilCaughtUp } from './caught-up.js';
import type { HeldBoard } from './held-board.js';
import type { RowsLag } from './progress.js';

/** A request waits no longer than this for rows that lag; longer, and unknown keys would hold connections open. */
const WAIT_MS = 1_000;
/** Calls within this time of the first one share its answer: 4 reads of the log's end a second at most. */
const SHARED_MS = 250;

/** Rows of a process that is the only one on its stores: it was told of every event that they lack. */
export const UNSHARED_ROWS: RowsLag = { isShared: false, isBehind: () => Promise.resolve(false) };

/**
 * A lag that also counts what rows lack of workspaces that are held back: the checkpoint has passed over their events,
 * which stay unknown to this process. The board is asked last: it has moved while the rows followed.
 */
export function lagWithHeldStreams(lag: RowsLag, board: Pick<HeldBoard, 'holdsWorkspaces'>): RowsLag {
  return { isShared: lag.isShared, isBehind: async () => (await lag.isBehind()) || board.holdsWorkspaces };
}

/** Rows and a log that other processes use too: both stores are asked how far they are. */
export class SharedRowsLag implements RowsLag {
  readonly isShared = true;
  private latest: { readonly begunAt: number; readonly isBehind: Promise<boolean> } | undefined;

  /** `now`: milliseconds of a clock that never goes back. */
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
