import type { ProgressBoard } from './progress-board.js';
import type { Sleep } from '../real-time.js';

export interface ProgressPollerOptions {
  readonly board: Pick<ProgressBoard, 'awaited' | 'report' | 'ready' | 'withdraw'>;
  /** The projected revisions of these workspaces. */
  readonly projectedRevisions: (workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Whether the copy that is read is there, and has once been complete. */
  readonly copyComplete: () => Promise<boolean>;
  readonly sleep: Sleep;
}

/** While someone waits for rows. */
const AWAITED_MS = 5;
/** While a copy is being made. */
const COPYING_MS = 200;
/** Between two looks while a copy is complete: an operator may drop it. */
const COPIED_MS = 1_000;

/**
 * Tells a board how far the rows are when another process may be the one that writes them: asks the projected revision
 * of each workspace that is waited for, as long as someone waits, and whether there is a complete copy.
 */
export class ProgressPoller {
  private readonly stop = new AbortController();
  private asks = false;

  constructor(private readonly options: ProgressPollerOptions) {
    void this.watchCopy();
  }

  /** Someone has begun to wait. */
  wake(): void {
    if (!this.asks) void this.untilNobodyWaits();
  }

  /** Asks nothing more. */
  close(): void {
    this.stop.abort();
  }

  private async untilNobodyWaits(): Promise<void> {
    const { board, projectedRevisions, sleep } = this.options;
    const { signal } = this.stop;
    this.asks = true;
    for (;;) {
      await sleep(AWAITED_MS, signal);
      const awaited = board.awaited();
      if (awaited.length === 0 || signal.aborted) break;
      try {
        board.report({ projectedRevisions: await projectedRevisions(awaited), caughtUp: false });
      } catch {
        // Away: those who wait have a time limit of their own, and health tells why.
      }
    }
    // Before anything else can happen: a wait that begins from here on wakes it anew.
    this.asks = false;
  }

  private async watchCopy(): Promise<void> {
    const { board, copyComplete, sleep } = this.options;
    const { signal } = this.stop;
    while (!signal.aborted) {
      // Away is not gone.
      const complete = await copyComplete().catch(() => board.ready);
      if (complete && !board.ready) board.report({ projectedRevisions: new Map(), caughtUp: true });
      if (!complete && board.ready) board.withdraw();
      await sleep(complete ? COPIED_MS : COPYING_MS, signal);
    }
  }
}
