import type { Collection, IdSource, Row } from '#kernel';
import type { PersonalKeys } from '#personal-data';
import type { Amendment, ReadModel, ReadModelCacheWriter } from '#read-model';
import { type Offered, readPages, type ToDoList, type ToDoPorts, type ToDoRun, ToDoWorker } from '#workers';
import { WORKSPACES } from '../domain/index.js';

/** A deleted workspace whose rows are to be dropped. */
export interface WorkspaceToDrop extends Row {
  readonly workspace_id: string;
  /** 1 until they are. */
  readonly rows_left: 0 | 1;
  /**
   * Id of the last second pass that has begun over the rows of this set. Amended alone: rows that are folded anew lack
   * it, and so do those of no deleted workspace.
   */
  readonly drop_pass?: string;
}

export interface DeletedRowsPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows' | 'dropWorkspace'>;
  readonly ids: IdSource;
  /** Undefined: another worker shreds them. */
  readonly personalKeys?: Pick<PersonalKeys, 'shredWorkspace'>;
  /** The to-do list, by its index `to_drop`. Default: the workspaces of the rows. */
  readonly workspaces?: Collection<WorkspaceToDrop>;
  /**
   * Collections whose rows of a deleted workspace are dropped, in this order; each has the workspace first in its key.
   */
  readonly collections: readonly Collection[];
}

/** How health names a workspace whose rows could not be dropped. */
interface WorkspaceName {
  readonly workspaceId: string;
}

/** Rows dropped at a time: each chunk keeps the thread that writes rows busy for some milliseconds. */
const CHUNK = 500;
/**
 * Milliseconds until the first pass over the collections: longer than a request is under way, unless its process is
 * paused. A request that was let in before the deletion would read rows of which some are gone, and answer a page that
 * never was.
 */
const FIRST_PASS_MS = 30_000;
/**
 * Milliseconds until a second pass over the collections. A webhook attempt that was under way at the deletion, the last
 * use of a key and a suspended follower may each have written a row since the first.
 */
const SECOND_PASS_MS = 600_000;

/**
 * Shreds the personal keys of deleted workspaces (docs/reference/personal-data.md), then drops their rows
 * (docs/adr/0027-a-deleted-workspace-leaves-one-row-and-its-log.md), those of to-do lists first. Each pass does both.
 * It writes no events: after a kill at any point, the next process begins again, and a rebuilt copy of the rows has the
 * same to do. A workspace whose rows a rebuild exchanges during the second pass stays on the to-do list
 * (docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md).
 */
export class DeletedRowsWorker extends ToDoWorker<WorkspaceToDrop, WorkspaceName> {
  constructor(ports: DeletedRowsPorts) {
    super(ports, new RowsToDrop(ports));
  }
}

class RowsToDrop implements ToDoList<WorkspaceToDrop, WorkspaceName> {
  /** By workspace: the pass that comes next. */
  private readonly next = new Map<string, 'first' | 'second'>();
  private readonly workspaces: Collection<WorkspaceToDrop>;

  constructor(private readonly ports: DeletedRowsPorts) {
    this.workspaces = ports.workspaces ?? WORKSPACES;
  }

  queueOf({ workspace_id }: WorkspaceToDrop): string {
    return workspace_id;
  }

  keyOf({ workspace_id }: WorkspaceToDrop): string {
    return workspace_id;
  }

  versionOf({ revision }: WorkspaceToDrop): number {
    return revision;
  }

  nameOf({ workspace_id }: WorkspaceToDrop): WorkspaceName {
    return { workspaceId: workspace_id };
  }

  async read(offer: (workspace: WorkspaceToDrop) => Offered, run: ToDoRun): Promise<undefined> {
    const range = { index: 'to_drop', prefix: [1], cursorOf: ({ workspace_id }: WorkspaceToDrop) => [workspace_id] };
    await readPages(this.ports.readModel, this.workspaces, range, { each: offer, isStopped: () => run.stopped });
  }

  async work(workspace: WorkspaceToDrop, run: ToDoRun, progressed: () => void): Promise<number | undefined> {
    const { workspace_id: workspaceId } = workspace;
    const pass = this.next.get(workspaceId);
    if (!pass) {
      this.next.set(workspaceId, 'first');
      return FIRST_PASS_MS;
    }
    await this.ports.personalKeys?.shredWorkspace(workspaceId);
    const drop_pass = this.ports.ids.next();
    if (pass === 'second') await this.amend(workspace, {}, { drop_pass });
    await this.dropAll(workspaceId, run, progressed);
    if (run.stopped) return undefined;
    if (pass === 'first') {
      this.next.set(workspaceId, 'second');
      return SECOND_PASS_MS;
    }
    // Only in the rows in which this pass began: those that were exchanged for them are read from the list again.
    await this.amend(workspace, { drop_pass }, { rows_left: 0 });
    this.next.delete(workspaceId);
    return undefined;
  }

  /** Changes the workspace's row while it is on the list, and has these fields. */
  private async amend(
    { workspace_id, revision }: WorkspaceToDrop,
    ifFields: Amendment['ifFields'],
    set: Partial<Pick<WorkspaceToDrop, 'drop_pass' | 'rows_left'>>,
  ): Promise<void> {
    const conditions = { revision, ifFields: { rows_left: 1, ...ifFields } };
    const change = { collection: this.workspaces, key: [workspace_id], ...conditions, set };
    await this.ports.cacheWriter.amendRows([change]);
  }

  private async dropAll(workspaceId: string, run: ToDoRun, progressed: () => void): Promise<void> {
    for (const collection of this.ports.collections) {
      let dropped = CHUNK;
      while (dropped === CHUNK && !run.stopped) {
        dropped = await this.ports.cacheWriter.dropWorkspace(collection, workspaceId, CHUNK);
        // An attempt that only finds empty collections is no progress: otherwise each failure of a later collection
        // would count as the first.
        if (dropped > 0) progressed();
      }
    }
  }
}
