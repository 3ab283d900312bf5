import { type Clock, type Timers, WorkspaceTurns } from '#kernel';
import type { Amendment, ReadModel, ReadModelCacheWriter } from '#read-model';
import { type Offered, readPages, type ToDoList, type ToDoPorts, type ToDoRun, ToDoWorker } from '#workers';
import { REINDEX_JOBS, type ReindexJobRow } from '../domain/queue/reindex-jobs.js';
import { reindex } from './reindex.js';

export interface ReindexWorkerPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page' | 'getMany' | 'merge' | 'projectedRevision'>;
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows'>;
  /** The service's clock; the test clock may replace it. */
  readonly clock: Clock;
}

/** How health names a scope that could not be re-indexed. */
interface ScopeName {
  readonly workspaceId: string;
  readonly scope: string;
}

/**
 * Milliseconds after which a write whose answer was lost no longer arrives, nor one of the process that had the turn
 * before, unless that process was paused for longer.
 */
const LATE_MS = 60_000;

/** Chunks re-indexed at once, of all workspaces: after an upgrade every workspace may have a scope on the list. */
const CONCURRENT_CHUNKS = 4;

/**
 * Works off the to-do list of re-indexing after a change of settings
 * (docs/adr/0018-places-are-found-anew-from-a-to-do-list.md): the scopes of a workspace one after another, workspaces
 * side by side. It writes rows only and no events: after a kill at any point, the next process begins the scope again.
 */
export class ReindexWorker extends ToDoWorker<ReindexJobRow, ScopeName> {
  private readonly lateWrites: LateWrites;

  private readonly scopes: PendingScopes;

  constructor(ports: ReindexWorkerPorts) {
    const lateWrites = new LateWrites(ports.timers);
    const scopes = new PendingScopes(ports, lateWrites);
    super(ports, scopes);
    this.lateWrites = lateWrites;
    this.scopes = scopes;
  }

  /**
   * Re-indexes every scope that is to be walked until none is left.
   * @throws the failure of a scope that is tried again later
   */
  settle(): Promise<void> {
    return this.settleAll((offer, run) => this.scopes.read(offer, run));
  }

  override start(): void {
    // The process that had the turn before may have been in the middle of a walk.
    this.lateWrites.suspect();
    super.start();
  }

  override async stop(): Promise<void> {
    // Work under way may still suspect a late write.
    await super.stop();
    this.lateWrites.close();
  }
}

/**
 * Re-indexes every scope on the list of rows that nobody else writes, and does nothing to them afterwards.
 * @throws the failure of a scope
 */
export async function settleReindexing(ports: ReindexWorkerPorts): Promise<void> {
  const worker = new ReindexWorker(ports);
  try {
    await worker.settle();
  } finally {
    // A scope that has failed would be tried again.
    await worker.stop();
  }
}

/**
 * Whether a write of an earlier walk may still arrive. Such a write was decided by settings that may be older than the
 * rows.
 */
class LateWrites {
  private mayArrive = false;
  private cancel: () => void = () => undefined;

  constructor(private readonly timers: Timers) {}

  get possible(): boolean {
    return this.mayArrive;
  }

  /** For `LATE_MS` from now on a late write may arrive. */
  suspect(): void {
    this.cancel();
    this.mayArrive = true;
    this.cancel = this.timers.set(LATE_MS, () => (this.mayArrive = false));
  }

  close(): void {
    this.cancel();
  }
}

class PendingScopes implements ToDoList<ReindexJobRow, ScopeName> {
  private readonly turns = new WorkspaceTurns(CONCURRENT_CHUNKS);

  constructor(
    private readonly ports: ReindexWorkerPorts,
    private readonly lateWrites: LateWrites,
  ) {}

  queueOf({ workspace_id }: ReindexJobRow): string {
    return workspace_id;
  }

  keyOf({ workspace_id, scope }: ReindexJobRow): string {
    return `${workspace_id}|${scope}`;
  }

  /** The revision of the change that put the scope on the list. */
  versionOf({ revision }: ReindexJobRow): number {
    return revision;
  }

  nameOf({ workspace_id, scope }: ReindexJobRow): ScopeName {
    return { workspaceId: workspace_id, scope };
  }

  async read(offer: (row: ReindexJobRow) => Offered, run: ToDoRun): Promise<undefined> {
    const toWalk = this.lateWrites.possible ? [1] : [1, 2];
    for (const pending of toWalk) {
      const range = {
        index: 'pending',
        prefix: [pending],
        cursorOf: ({ workspace_id, scope }: ReindexJobRow) => [workspace_id, scope],
      };
      await readPages(this.ports.readModel, REINDEX_JOBS, range, { each: offer, isStopped: () => run.stopped });
    }
  }

  /**
   * Repeated until the settings have not changed during a run, and once more where a late write may have changed rows
   * behind it.
   */
  async work({ workspace_id: workspaceId, scope }: ReindexJobRow, run: ToDoRun): Promise<undefined> {
    const { readModel, clock } = this.ports;
    const cacheWriter = { amendRows: (changes: readonly Amendment[]) => this.amend(changes) };
    const stopped = () => run.stopped;
    const inTurn = <Result>(chunk: () => Promise<Result>) => this.turns.run(workspaceId, chunk);
    while (!stopped()) {
      const [row] = await readModel.getMany(REINDEX_JOBS, [[workspaceId, scope]]);
      if (!row || row.pending === 0) return;
      const { revision, pending } = row;
      const isRepeated = this.lateWrites.possible;
      // A store without transactions may show this row before the settings it is about, and before members that were
      // folded by the settings before them.
      const visible = revision <= (await readModel.projectedRevision(workspaceId));
      await run.whenProjected(workspaceId, { revision, visible });
      if (!(await reindex({ readModel, cacheWriter, clock, stopped, inTurn }, workspaceId, scope))) return;
      const done = {
        collection: REINDEX_JOBS,
        key: [workspaceId, scope],
        ifFields: { pending },
        set: { pending: isRepeated ? 2 : 0 },
      };
      if ((await cacheWriter.amendRows([{ ...done, revision }])) === 1) return;
    }
  }

  /** @throws ReadModelUnavailableError */
  private async amend(changes: readonly Amendment[]): Promise<number> {
    try {
      return await this.ports.cacheWriter.amendRows(changes);
    } catch (error) {
      this.lateWrites.suspect();
      throw error;
    }
  }
}
