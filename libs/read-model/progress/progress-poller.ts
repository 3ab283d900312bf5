import type { ProgressBoard } from './progress-board.js';
import type { Sleep } from '../real-time.js';

export interface ProgressPollerOptions {
  readonly board: Pick<ProgressBoard, 'awaited' | 'report' | 'ready' | 'withdraw'>;
  /** The projected revisions of these workspaces. */
  readonly projectedRevisions: (workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Whether the copy that is read exists and has ever been complete. */
  readonly copyComplete: () => Promise<boolean>;
  readonly sleep: Sleep;
}

/** Milliseconds between two polls while rows are awaited. */
const AWAITED_MS = 5;
/** Milliseconds between two polls while a copy is being built. */
const COPYING_MS = 200;
/** Milliseconds between two polls while a copy is complete: an operator may drop it. */
const COPIED_MS = 1_000;

/**
 * Reports to a board how far the rows are, where another process may write them: it polls the projected revision of
 * each workspace that is waited for, and whether there is a complete copy.
 */
export class ProgressPoller {
  private readonly stop = new AbortController();
  private asks = false;

  constructor(private readonly options: ProgressPollerOptions) {
    void this.watchCopy();
  }

  /** A wait has begun. */
  wake(): void {
    if (!this.asks) void this.untilNobodyWaits();
  }

  /** Polls no more. */
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
        // Unavailable: each wait has a time limit of its own, and health reports the reason.
      }
    }
    // At once: a wait that begins from here on wakes the poller again.
    this.asks = false;
  }

  private async watchCopy(): Promise<void> {
    const { board, copyComplete, sleep } = this.options;
    const { signal } = this.stop;
    while (!signal.aborted) {
      // Unavailable does not mean dropped.
      const complete = await copyComplete().catch(() => board.ready);
      if (complete && !board.ready) board.report({ projectedRevisions: new Map(), caughtUp: true });
      if (!complete && board.ready) board.withdraw();
      await sleep(complete ? COPIED_MS : COPYING_MS, signal);
    }
  }
}
