import type { ProgressBoard } from './progress-board.js';
import type { Sleep } from './real-time.js';

export interface ProgressPollerOptions {
  readonly board: Pick<ProgressBoard, 'awaited' | 'report' | 'ready'>;
  /** R of these workspaces. */
  readonly completeTo: (workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Whether the copy that is read has once been complete. */
  readonly copyComplete: () => Promise<boolean>;
  readonly sleep: Sleep;
}

/** While someone waits for rows. */
const AWAITED_MS = 5;
/** While the first copy is being made. */
const COPYING_MS = 200;

/**
 * Tells a board how far the rows are when another process may be the one that writes them: asks R for the workspaces that are waited for,
 * as long as someone waits, and whether there is a complete copy, until there is.
 */
export class ProgressPoller {
  private readonly stop = new AbortController();
  private asks = false;
  private asking = Promise.resolve();
  private readonly copying: Promise<void>;

  constructor(private readonly options: ProgressPollerOptions) {
    this.copying = this.untilComplete();
  }

  /** Someone has begun to wait. */
  wake(): void {
    if (!this.asks) this.asking = this.untilNobodyWaits();
  }

  /** Resolves when nothing is asked any more. */
  async close(): Promise<void> {
    this.stop.abort();
    await Promise.all([this.asking, this.copying]);
  }

  private async untilNobodyWaits(): Promise<void> {
    const { board, completeTo, sleep } = this.options;
    const { signal } = this.stop;
    this.asks = true;
    for (;;) {
      await sleep(AWAITED_MS, signal);
      const awaited = board.awaited();
      if (awaited.length === 0 || signal.aborted) break;
      try {
        board.report({ completeTo: await completeTo(awaited), caughtUp: false });
      } catch {
        // Away: those who wait have a time limit of their own, and health tells why.
      }
    }
    // Before anything else can happen: whoever begins to wait from here on wakes it anew.
    this.asks = false;
  }

  private async untilComplete(): Promise<void> {
    const { board, copyComplete, sleep } = this.options;
    const { signal } = this.stop;
    while (!signal.aborted && !board.ready) {
      const complete = await copyComplete().catch(() => false);
      if (complete) board.report({ completeTo: new Map(), caughtUp: true });
      else await sleep(COPYING_MS, signal);
    }
  }
}
