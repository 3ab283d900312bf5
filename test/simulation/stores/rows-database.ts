import { MemoryStorage } from '#read-model/testing';
import type { Lease } from '../../../libs/read-model/leases.js';

/** The mark of a copy of the rows, as in libs/read-model/mongodb. */
export interface CopyMark {
  readonly generation: string;
  /** Its follower has once been at the end of the log. */
  readonly isComplete: boolean;
}

/** What is looked at of a row that is, or has, an item of a to-do list. */
interface ToDoRow {
  readonly workspace_id: string;
  readonly live?: number;
  readonly pending?: number;
  /** Of an erasure: '' while it waits for the end of a call. */
  readonly erased_at?: string;
  readonly done?: number;
}

/**
 * One copy of the rows. Rows are of no generation; projected revisions and checkpoints are, as in MongoDB
 * (docs/adr/0019-rows-belong-to-a-generation.md).
 */
export class RowsCopy {
  mark: CopyMark | undefined;
  readonly leases = new Map<string, Lease>();
  private rows = new MemoryStorage();
  private readonly generations = new Map<string, MemoryStorage>();
  private made = 0;

  /** What is stored in a generation: the rows, and what is said of this generation alone. */
  storage(generation: string): MemoryStorage {
    let storage = this.generations.get(generation);
    if (!storage) this.generations.set(generation, (storage = this.rows.withOwnProgress()));
    return storage;
  }

  /**
   * Whether a workspace that exists has an item on a to-do list of rows: workers wait up to a minute before they act.
   */
  get hasToDos(): boolean {
    const rows = (name: string): readonly ToDoRow[] =>
      [...(this.rows.collections.get(name)?.values() ?? [])].map(({ text }) => JSON.parse(text) as ToDoRow);
    const deleted = new Set(rows('workspaces').flatMap(({ live, workspace_id }) => (live === 0 ? [workspace_id] : [])));
    const left = [
      ...rows('requeues').filter(({ pending }) => pending !== 0),
      ...rows('sweeps').filter(({ done }) => done === 0),
      ...rows('erasures').filter(({ pending, erased_at }) => pending !== 0 && erased_at !== ''),
    ];
    return left.some(({ workspace_id }) => !deleted.has(workspace_id));
  }

  /** Makes a copy where there is none. @returns its generation */
  create(): string {
    if (!this.mark) {
      this.made += 1;
      this.mark = { generation: `g${this.made}`, isComplete: false };
    }
    return this.mark.generation;
  }

  drop(): void {
    this.mark = undefined;
    for (const table of this.rows.collections.values()) table.clear();
    this.generations.clear();
    this.leases.clear();
  }

  /**
   * The returned function puts back everything as it is now, as a copy that is not complete: it may be behind what was
   * shown since (docs/how-to/run-on-eventstoredb-and-mongodb.md).
   */
  dump(): () => void {
    const { mark } = this;
    const rows = this.rows.copy();
    const generations = [...this.generations].map(([name, storage]) => [name, storage.copy()] as const);
    const leases = [...this.leases];
    return () => {
      this.drop();
      this.mark = mark && { ...mark, isComplete: false };
      this.rows = rows.copy();
      for (const [name, storage] of generations) this.generations.set(name, storage.copy(this.rows.collections));
      for (const [name, lease] of leases) this.leases.set(name, lease);
    };
  }
}

/** The database of the rows that all processes share, as it stands on its server: a copy for each version of them. */
export class RowsDatabase {
  readonly logLeases = new Map<string, Lease>();
  readonly sharedValues = new Map<string, readonly string[]>();
  private readonly copies = new Map<string, RowsCopy>();

  /** The copy of a version of the service. */
  copy(version: string): RowsCopy {
    let copy = this.copies.get(version);
    if (!copy) this.copies.set(version, (copy = new RowsCopy()));
    return copy;
  }

  /** As an operator who drops the database. */
  drop(): void {
    for (const each of [...this.copies.values()]) each.drop();
    for (const each of [this.logLeases, this.sharedValues]) each.clear();
  }

  /** As an operator who dumps the database: the returned function restores what was dumped, and nothing else. */
  dump(): () => void {
    const restores = [...this.copies.values()].map((copy) => copy.dump());
    const [leases, values] = [[...this.logLeases], [...this.sharedValues]];
    return () => {
      this.drop();
      for (const restore of restores) restore();
      for (const [name, lease] of leases) this.logLeases.set(name, lease);
      for (const [name, value] of values) this.sharedValues.set(name, value);
    };
  }
}
