import type { Timers } from '#kernel';
import type { Progress, ProgressReport, RowChanges } from './progress.js';

export interface ProgressBoardOptions {
  /** Reads the projected revision of a workspace of which this board had no report, or has dropped it. */
  readonly projectedRevision: (workspaceId: string) => Promise<number>;
  readonly timers: Timers;
  /** Called when a wait begins. */
  readonly onWaiting?: () => void;
  /** Workspaces that are remembered: those of the latest reports. */
  readonly remembered?: number;
}

interface Waiter {
  readonly revision: number;
  /** Ends the wait; called once. */
  readonly end: (complete: boolean) => void;
}

/** The wait for a complete copy, which exists or is being built. */
interface AwaitedCopy {
  readonly there: Promise<void>;
  readonly arrives: () => void;
  readonly fails: (error: Error) => void;
}

const REMEMBERED = 10_000;

/**
 * Receives a follower's reports and ends the waits for them. It holds an entry only for workspaces that are awaited and
 * for a bounded number of recent ones, so millions of workspaces cost nothing.
 *
 * The board:
 *
 *     not ready ── a report with `caughtUp` ──▶ ready (`whenReady` resolves)
 *     ready ────── `withdraw`: the copy is gone ──▶ not ready (`whenReady` waits for the next copy)
 *     any ──────── `fail`: the follower stopped for good ──▶ stopped (`whenReady` rejects unless ready)
 *
 * A wait of `whenComplete`:
 *
 *     waiting ── a report, or the look-up, has its revision ──▶ true
 *     waiting ── its time is over, or the follower stopped ──▶ false
 */
export class ProgressBoard implements Progress, RowChanges {
  private readonly recent = new Map<string, number>();
  private readonly waiting = new Map<string, Set<Waiter>>();
  private readonly changes = new Map<string, number>();
  private readonly remembered: number;
  private copy = awaitedCopy();
  private isReady = false;
  private stoppedBy: Error | undefined;

  constructor(private readonly options: ProgressBoardOptions) {
    this.remembered = options.remembered ?? REMEMBERED;
  }

  /**
   * Stays true when the follower stops later: the copy exists and only falls behind (`failure` reports it).
   * @see withdraw
   */
  get ready(): boolean {
    return this.isReady;
  }

  /** The error that stopped the follower for good. */
  get failure(): Error | undefined {
    return this.stoppedBy;
  }

  /** Takes a follower's report, after its commit. */
  report(report: ProgressReport): void {
    // Before the waits end: an answer that follows must not be contradicted by values cached under an older stamp.
    for (const name of report.changed ?? []) this.changes.set(name, (this.changes.get(name) ?? 0) + 1);
    for (const [workspaceId, revision] of report.projectedRevisions) {
      this.remember(workspaceId, revision);
      for (const waiter of this.waiting.get(workspaceId) ?? []) {
        if (waiter.revision <= revision) waiter.end(true);
      }
    }
    if (report.caughtUp && !this.isReady) {
      this.isReady = true;
      this.copy.arrives();
    }
  }

  /** The follower stopped for good: no report follows, so every wait ends. */
  fail(error: Error): void {
    if (this.stoppedBy) return;
    this.stoppedBy = error;
    this.copy.fails(error);
    for (const waiters of [...this.waiting.values()]) for (const waiter of waiters) waiter.end(false);
  }

  /** @see RowChanges.stamp */
  stamp(collections: readonly string[]): number | undefined {
    if (this.stoppedBy) return undefined;
    return collections.reduce((sum, name) => sum + (this.changes.get(name) ?? 0), 0);
  }

  /**
   * The copy is gone (its database was dropped): nothing is ready until there is a complete one again, and waits that
   * begin meanwhile are for that one.
   */
  withdraw(): void {
    if (!this.isReady) return;
    this.isReady = false;
    this.copy = awaitedCopy();
    if (this.stoppedBy) this.copy.fails(this.stoppedBy);
  }

  /** The workspaces that are waited for now. */
  awaited(): readonly string[] {
    return [...this.waiting.keys()];
  }

  whenReady(): Promise<void> {
    return this.copy.there;
  }

  whenComplete(workspaceId: string, revision: number, timeoutMs: number): Promise<boolean> {
    const known = this.recent.get(workspaceId);
    if (known !== undefined && known >= revision) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiters = this.waiting.get(workspaceId) ?? new Set();
      this.waiting.set(workspaceId, waiters);
      const waiter: Waiter = {
        revision,
        end: (complete) => {
          cancel();
          waiters.delete(waiter);
          if (waiters.size === 0 && this.waiting.get(workspaceId) === waiters) this.waiting.delete(workspaceId);
          resolve(complete);
        },
      };
      const cancel = this.options.timers.set(timeoutMs, () => waiter.end(false));
      waiters.add(waiter);
      this.options.onWaiting?.();
      // No report is known: the rows may be older than this board, and no report will come. Looked up only after the
      // wait is registered, or a report in between would be missed.
      if (known === undefined || this.stoppedBy) this.lookUp(workspaceId, waiter);
    });
  }

  private lookUp(workspaceId: string, waiter: Waiter): void {
    this.options.projectedRevision(workspaceId).then(
      (revision) => {
        if (revision >= waiter.revision) waiter.end(true);
        else if (this.stoppedBy) waiter.end(false);
      },
      // Not readable now: a report or the timer ends the wait.
      () => undefined,
    );
  }

  private remember(workspaceId: string, revision: number): void {
    const known = this.recent.get(workspaceId) ?? -1;
    this.recent.delete(workspaceId);
    this.recent.set(workspaceId, Math.max(known, revision));
    if (this.recent.size > this.remembered) {
      for (const oldest of this.recent.keys()) {
        this.recent.delete(oldest);
        break;
      }
    }
  }
}

function awaitedCopy(): AwaitedCopy {
  let ends: Omit<AwaitedCopy, 'there'> | undefined;
  const there = new Promise<void>((arrives, fails) => (ends = { arrives, fails }));
  // A follower may stop before anyone waits; `failure` reports that, not an unhandled rejection.
  there.catch(() => undefined);
  return { there, ...ends! };
}
