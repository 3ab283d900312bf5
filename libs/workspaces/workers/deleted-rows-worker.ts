import type { Collection, Timers } from '#kernel';
import type { Progress, ReadModel, ReadModelCacheWriter } from '#read-model';
import { PollLoop, RetryPolicy } from '#workers';
import { type WorkspaceRow, WORKSPACES } from '../domain/index.js';

export interface DeletedRowsPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows' | 'dropWorkspace'>;
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  readonly timers: Timers;
  /** Whose rows of a deleted workspace are dropped, in this order; each has the workspace first in its key. */
  readonly collections: readonly Collection[];
}

/** Rows dropped at a time: the thread that writes the rows is busy with it for some milliseconds. */
const CHUNK = 500;
/**
 * Milliseconds until the collections are gone through once more. An attempt that was under way at the deletion, the
 * last use of a key and a follower that woke up late may each have written a row meanwhile.
 */
const SECOND_PASS_MS = 600_000;
const PAGE = 200;

/**
 * The rows of one workspace: they are dropped, or wait for their next try or the second pass. Never two of one
 * workspace.
 */
interface Job {
  readonly row: WorkspaceRow;
  readonly retries: RetryPolicy;
  isSecondPass: boolean;
  parked: string | undefined;
  cancelTimer: (() => void) | undefined;
}

/**
 * Drops the rows of deleted workspaces (docs/adr/0027), those of to-do lists first. It writes rows only: killed
 * anywhere, the next process begins again, and a copy of the rows that is built anew has the same to do.
 */
export class DeletedRowsWorker {
  private readonly jobs = new Map<string, Job>();
  private readonly pollLoop: PollLoop;

  constructor(private readonly ports: DeletedRowsPorts) {
    this.pollLoop = new PollLoop({ progress: ports.progress, timers: ports.timers, poll: () => this.poll() });
  }

  /** Begins once the rows are a complete copy. */
  start(): void {
    this.pollLoop.start();
  }

  /** The rows have moved: a workspace may have been deleted. */
  wake(): void {
    this.pollLoop.wake();
  }

  /** Workspaces given up on after ten tries; tried again by the next process. */
  parked(): readonly { readonly workspaceId: string; readonly reason: string }[] {
    return [...this.jobs].flatMap(([workspaceId, { parked }]) =>
      parked === undefined ? [] : [{ workspaceId, reason: parked }],
    );
  }

  /** Drops no further chunk; resolves when the one under way is done. */
  async stop(): Promise<void> {
    this.pollLoop.halt();
    for (const job of this.jobs.values()) job.cancelTimer?.();
    await this.pollLoop.idle();
  }

  /** Begins a job for every workspace with rows left that has none. */
  private async poll(): Promise<undefined> {
    let after: readonly string[] | undefined;
    do {
      const page = { index: 'to_drop', prefix: [1], ...(after && { after }), limit: PAGE };
      const rows = await this.ports.readModel.page(WORKSPACES, page);
      if (this.pollLoop.stopped) return;
      for (const row of rows) this.begin(row);
      after = rows.length === PAGE ? [rows.at(-1)!.workspace_id] : undefined;
    } while (after);
  }

  private begin(row: WorkspaceRow): void {
    if (this.jobs.has(row.workspace_id)) return;
    const job: Job = {
      row,
      retries: new RetryPolicy(),
      isSecondPass: false,
      parked: undefined,
      cancelTimer: undefined,
    };
    this.jobs.set(row.workspace_id, job);
    this.pollLoop.track(this.run(job));
  }

  private async run(job: Job): Promise<void> {
    const { workspace_id: workspaceId, revision } = job.row;
    try {
      await this.dropAll(workspaceId, job);
      if (this.pollLoop.stopped) return;
      if (!job.isSecondPass) {
        job.isSecondPass = true;
        job.retries.reset();
        this.runIn(SECOND_PASS_MS, job);
        return;
      }
      const done = { ifFields: { rows_left: 1 }, set: { rows_left: 0 } };
      await this.ports.cacheWriter.amendRows([{ collection: WORKSPACES, key: [workspaceId], revision, ...done }]);
      this.jobs.delete(workspaceId);
    } catch (error) {
      const delay = job.retries.delayAfter(error);
      if (delay === undefined) job.parked = error instanceof Error ? error.message : String(error);
      else this.runIn(delay, job);
    }
  }

  private async dropAll(workspaceId: string, job: Job): Promise<void> {
    for (const collection of this.ports.collections) {
      let dropped = CHUNK;
      while (dropped === CHUNK && !this.pollLoop.stopped) {
        dropped = await this.ports.cacheWriter.dropWorkspace(collection, workspaceId, CHUNK);
        // A try that only finds emptied collections is no step further: the failure of a later one would count as the
        // first each time.
        if (dropped > 0) job.retries.reset();
      }
    }
  }

  private runIn(milliseconds: number, job: Job): void {
    if (this.pollLoop.stopped) return;
    job.cancelTimer = this.ports.timers.set(milliseconds, () => this.pollLoop.track(this.run(job)));
  }
}
