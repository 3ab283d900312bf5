import type { Clock } from '#kernel';
import type { ReadModel, ReadModelCacheWriter } from '#read-model';
import {
  type Offered,
  readPages,
  type ToDoList,
  type ToDoPorts,
  type ToDoRun,
  ToDoWorker,
  WorkspaceTurns,
} from '#workers';
import { REINDEX_JOBS, type ReindexJobRow } from '../domain/queue/reindex-jobs.js';
import { reindex } from './reindex.js';

export interface ReindexWorkerPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page' | 'getMany' | 'projectedRevision'>;
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows'>;
  /** The service's clock; the test clock may replace it. */
  readonly clock: Clock;
}

/** How health names a scope that could not be re-indexed. */
interface ScopeName {
  readonly workspaceId: string;
  readonly scope: string;
}

/** Chunks re-indexed at once, of all workspaces: after an upgrade every workspace may have a scope on the list. */
const CONCURRENT_CHUNKS = 4;

/**
 * Works off the to-do list of re-indexing after a change of settings
 * (docs/adr/0018-places-are-found-anew-from-a-to-do-list.md): the scopes of a workspace one after another, workspaces
 * side by side. It writes rows only and no events: after a kill at any point, the next process begins the scope again.
 */
export class ReindexWorker extends ToDoWorker<ReindexJobRow, ScopeName> {
  constructor(ports: ReindexWorkerPorts) {
    super(ports, new PendingScopes(ports));
  }
}

class PendingScopes implements ToDoList<ReindexJobRow, ScopeName> {
  private readonly turns = new WorkspaceTurns(CONCURRENT_CHUNKS);

  constructor(private readonly ports: ReindexWorkerPorts) {}

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
    const range = {
      index: 'pending',
      prefix: [1],
      cursorOf: ({ workspace_id, scope }: ReindexJobRow) => [workspace_id, scope],
    };
    await readPages(this.ports.readModel, REINDEX_JOBS, range, { each: offer, isStopped: () => run.stopped });
  }

  /** Repeated until the settings have not changed during a run. */
  async work({ workspace_id: workspaceId, scope }: ReindexJobRow, run: ToDoRun): Promise<undefined> {
    const { readModel, cacheWriter, clock } = this.ports;
    const stopped = () => run.stopped;
    const inTurn = <Result>(chunk: () => Promise<Result>) => this.turns.run(workspaceId, chunk);
    while (!stopped()) {
      const [row] = await readModel.getMany(REINDEX_JOBS, [[workspaceId, scope]]);
      if (row?.pending !== 1) return;
      const { revision } = row;
      // A store without transactions may show this row before the settings it is about, and before members that were
      // folded by the settings before them.
      const visible = revision <= (await readModel.projectedRevision(workspaceId));
      await run.whenProjected(workspaceId, { revision, visible });
      if (!(await reindex({ readModel, cacheWriter, clock, stopped, inTurn }, workspaceId, scope))) return;
      const done = {
        collection: REINDEX_JOBS,
        key: [workspaceId, scope],
        ifFields: { pending: 1 },
        set: { pending: 0 },
      };
      if ((await cacheWriter.amendRows([{ ...done, revision }])) === 1) return;
    }
  }
}
