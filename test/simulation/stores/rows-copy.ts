import type { Collection, Row } from '#kernel';
import type { RebuildRecord } from '#read-model';
import { MemoryStorage } from '#read-model/testing';
import type { RebuildStatus } from '../../../apps/service/rebuild/rebuild-run.js';
import type { Lease } from '../../../libs/read-model/leases.js';
import type { CopyDocument, SetMark } from '../../../libs/read-model/mongodb/copy-documents.js';
import { MemoryTable } from '../../../libs/read-model/testing/memory-table.js';

export type { BuildingMark, SetMark } from '../../../libs/read-model/mongodb/copy-documents.js';

/** The mark of a copy of the rows, as in libs/read-model/mongodb. */
export type CopyMark = Omit<CopyDocument, '_id' | 'fingerprint'>;

/** What is looked at of a row that is, or has, an item of a to-do list. */
interface ToDoRow {
  readonly workspace_id: string;
  readonly contact_id?: string;
  readonly event_id?: string;
  readonly live?: number;
  readonly pending?: number;
  /** Of an erasure: '' while it waits for the end of a call. */
  readonly erased_at?: string;
  readonly done?: number;
}

/** The rows of one set, and what is said of it alone. */
interface RowSet {
  readonly rows: MemoryStorage;
  readonly generations: Map<string, MemoryStorage>;
}

/**
 * One copy of the rows: a set that is live, and other sets beside it
 * (docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md).
 * Rows are of no generation; projected revisions and checkpoints are, as in MongoDB
 * (docs/adr/0019-rows-belong-to-a-generation.md).
 */
export class RowsCopy {
  mark: CopyMark | undefined;
  /** The last rebuild. */
  rebuild: RebuildRecord | undefined;
  readonly leases = new Map<string, Lease>();
  private sets = new Map<string, RowSet>();
  private made = 0;

  /** Of collections that all sets have together: no event feeds them. */
  private common: ReadonlyMap<string, MemoryTable>;

  constructor(common: readonly Collection[]) {
    this.common = new Map(common.map((collection) => [collection.name, new MemoryTable(collection)]));
  }

  /** What is stored in a set: the rows, and what is said of its generation alone. */
  storage({ generation, set = '' }: Pick<SetMark, 'generation' | 'set'>): MemoryStorage {
    const { rows, generations } = this.setNamed(set);
    let storage = generations.get(generation);
    if (!storage) generations.set(generation, (storage = rows.withOwnProgress()));
    return storage;
  }

  /** The rows of a set, by collection; of the live one where none is named. */
  rowsOf(set: string | undefined = this.mark?.set): ReadonlyMap<string, readonly Row[]> {
    const { collections } = this.setNamed(set ?? '').rows;
    return new Map([...collections.keys()].map((name) => [name, this.rowsIn(set ?? '', name)]));
  }

  /**
   * Whether a workspace that exists has an item on a to-do list of rows: workers wait up to a minute before they act.
   * @param isParked whether an erasure is parked on record, so that it is not done
   */
  hasToDos(isParked: (erasure: { readonly contactId: string; readonly version: string }) => boolean): boolean {
    const set = this.mark?.set ?? '';
    const rows = (name: string) => this.rowsIn(set, name) as unknown as readonly ToDoRow[];
    const deleted = this.deletedWorkspaces();
    const left = [
      ...rows('requeues').filter(({ pending }) => pending !== 0),
      ...rows('sweeps').filter(({ done }) => done === 0),
      ...rows('attribute_indexing').filter(({ done }) => done === 0),
      ...rows('zones_refresh').filter(({ done }) => done === 0),
      ...rows('erasures').filter(
        ({ pending, erased_at, contact_id: contactId = '', event_id: version = '' }) =>
          pending !== 0 && erased_at !== '' && !isParked({ contactId, version }),
      ),
    ];
    return left.some(({ workspace_id }) => !deleted.has(workspace_id));
  }

  /** The ids of the workspaces that are deleted in the rows that serve. */
  deletedWorkspaces(): ReadonlySet<string> {
    const workspaces = this.rowsIn(this.mark?.set ?? '', 'workspaces') as unknown as readonly ToDoRow[];
    return new Set(workspaces.flatMap(({ live, workspace_id }) => (live === 0 ? [workspace_id] : [])));
  }

  /** Whether a rebuild has not ended. */
  get isRebuilding(): boolean {
    return this.rebuild !== undefined && this.lastRebuild?.ended_at === null;
  }

  get lastRebuild(): RebuildStatus | undefined {
    return this.rebuild && (JSON.parse(this.rebuild.status) as RebuildStatus);
  }

  /** Makes a copy where there is none. @returns its generation */
  create(): string {
    if (!this.mark) {
      const generation = this.newGeneration();
      this.mark = { generation, set: generation, complete: false };
    }
    return this.mark.generation;
  }

  newGeneration(): string {
    this.made += 1;
    return `g${this.made}`;
  }

  /** Drops what is of this set alone. */
  dropSet({ set = '' }: Pick<SetMark, 'set'>): void {
    this.sets.delete(set);
  }

  /** The sets of which anything is stored. */
  get setNames(): readonly string[] {
    return [...this.sets.keys()];
  }

  drop(): void {
    this.mark = undefined;
    this.rebuild = undefined;
    for (const table of this.common.values()) table.clear();
    this.sets.clear();
    this.leases.clear();
  }

  /**
   * The returned function puts back everything as it is now, as a copy that is not complete: it may be behind what was
   * shown since (docs/how-to/run-on-eventstoredb-and-mongodb.md).
   */
  dump(): () => void {
    const { mark, rebuild } = this;
    const common = copyOfTables(this.common);
    const sets = copyOfSets(this.sets, common);
    const leases = [...this.leases];
    return () => {
      this.drop();
      this.mark = mark && { ...mark, complete: false };
      this.rebuild = rebuild;
      this.common = copyOfTables(common);
      this.sets = copyOfSets(sets, this.common);
      for (const [name, lease] of leases) this.leases.set(name, lease);
    };
  }

  private setNamed(name: string): RowSet {
    let found = this.sets.get(name);
    if (!found) {
      found = { rows: new MemoryStorage(new Map(this.common)), generations: new Map() };
      this.sets.set(name, found);
    }
    return found;
  }

  private rowsIn(set: string, collection: string): readonly Row[] {
    const table = this.setNamed(set).rows.collections.get(collection);
    return [...(table?.values() ?? [])].map(({ text }) => JSON.parse(text) as Row);
  }
}

function copyOfTables(tables: ReadonlyMap<string, MemoryTable>): Map<string, MemoryTable> {
  return new Map([...tables].map(([name, table]) => [name, table.copy()]));
}

/** @param common the tables that all of them have together */
function copyOfSets(sets: ReadonlyMap<string, RowSet>, common: ReadonlyMap<string, MemoryTable>): Map<string, RowSet> {
  const copies = [...sets].map(([set, { rows, generations }]): [string, RowSet] => {
    const tables = [...rows.collections].map(([name, table]) => [name, common.get(name) ?? table.copy()] as const);
    const collections = new Map(tables);
    const own = [...generations].map(([name, storage]) => [name, storage.copy(collections)] as const);
    return [set, { rows: rows.copy(collections), generations: new Map(own) }];
  });
  return new Map(copies);
}
