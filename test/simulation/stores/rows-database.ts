import type { Collection } from '#kernel';
import { CACHE_COLLECTIONS } from '../../../apps/service/catalogue.js';
import type { Lease } from '../../../libs/read-model/leases.js';
import { RowsCopy } from './rows-copy.js';

/** The database of the rows that all processes share, as it stands on its server: a copy for each version of them. */
export class RowsDatabase {
  readonly logLeases = new Map<string, Lease>();
  /** Signs of life by process. */
  readonly signs = new Map<string, number>();
  readonly sharedValues = new Map<string, readonly string[]>();
  private readonly copies = new Map<string, RowsCopy>();
  private readonly common: readonly Collection[];

  /** @param others collections that no event feeds */
  constructor(others = CACHE_COLLECTIONS) {
    this.common = others.filter(({ isOfOneCopy }) => !isOfOneCopy);
  }

  /** The copy of a version of the service. */
  copy(version: string): RowsCopy {
    let copy = this.copies.get(version);
    if (!copy) this.copies.set(version, (copy = new RowsCopy(this.common)));
    return copy;
  }

  /** As an operator who drops the database. */
  drop(): void {
    for (const each of [...this.copies.values()]) each.drop();
    for (const each of [this.logLeases, this.signs, this.sharedValues]) each.clear();
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
