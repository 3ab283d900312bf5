import type { Lease } from '../../../libs/read-model/leases.js';
import { MemoryStorage } from '#read-model/testing';

/** The mark of a copy of the rows, as in libs/read-model/mongodb. */
export interface CopyMark {
  readonly generation: string;
  /** Its follower has once been at the end of the log. */
  readonly isComplete: boolean;
}

/**
 * The database of the rows that all processes share, as it stands on its server. Rows are of no generation; projected
 * revisions and checkpoints are, as in MongoDB (docs/adr/0019-rows-belong-to-a-generation.md).
 */
export class RowsDatabase {
  mark: CopyMark | undefined;
  readonly leases = new Map<string, Lease>();
  readonly logLeases = new Map<string, Lease>();
  readonly sharedValues = new Map<string, readonly string[]>();
  private readonly rows = new MemoryStorage();
  private readonly generations = new Map<string, MemoryStorage>();
  private made = 0;

  /** What is stored in a generation: the rows, and what is said of this generation alone. */
  storage(generation: string): MemoryStorage {
    let storage = this.generations.get(generation);
    if (!storage) this.generations.set(generation, (storage = this.rows.withOwnProgress()));
    return storage;
  }

  /** Makes a copy where there is none. @returns its generation */
  create(): string {
    if (!this.mark) {
      this.made += 1;
      this.mark = { generation: `g${this.made}`, isComplete: false };
    }
    return this.mark.generation;
  }

  /** As an operator who drops the database. */
  drop(): void {
    this.mark = undefined;
    for (const table of this.rows.collections.values()) table.clear();
    for (const each of [this.generations, this.leases, this.logLeases, this.sharedValues]) each.clear();
  }
}
