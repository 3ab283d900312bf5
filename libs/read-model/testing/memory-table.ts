import type { Collection, DocumentKey, IndexValue, Row } from '#kernel';
import { compareTuples, fieldValues, filledField, indexOrder } from '../index-order.js';

/** A stored document: JSON, so that no reader shares an object with the store. */
export interface StoredRow {
  readonly key: DocumentKey;
  readonly revision: number;
  readonly text: string;
}

/** A document in an index. */
export interface IndexEntry {
  /** Values of the index's fields, then of the key fields that it does not have. */
  readonly values: readonly IndexValue[];
  readonly stored: StoredRow;
}

/** The documents of one collection by key, with each index that was read as a sorted list. */
export class MemoryTable extends Map<string, StoredRow> {
  private readonly indexes = new Map<string, IndexEntry[]>();

  constructor(private readonly collection: Collection) {
    super();
  }

  override set(name: string, stored: StoredRow): this {
    this.unlist(name);
    for (const [entries, entry] of this.entriesOfDocument(stored)) {
      entries.splice(firstAt(entries, entry.values), 0, entry);
    }
    return super.set(name, stored);
  }

  override delete(name: string): boolean {
    this.unlist(name);
    return super.delete(name);
  }

  override clear(): void {
    super.clear();
    this.indexes.clear();
  }

  /** The same documents, changed by nobody else. */
  copy(): MemoryTable {
    const copy = new MemoryTable(this.collection);
    for (const [name, stored] of this) copy.set(name, stored);
    return copy;
  }

  /** The entries under a prefix of an index and, within that, behind some values, in the index's order. */
  under(index: string, prefix: readonly IndexValue[], after: readonly IndexValue[] = []): readonly IndexEntry[] {
    const entries = this.entriesOf(index, prefix.length + after.length);
    const begin = after.length === 0 ? firstAt(entries, prefix) : firstBehind(entries, [...prefix, ...after]);
    return entries.slice(begin, firstBehind(entries, prefix));
  }

  /** The last entries under a prefix of an index and, within that, before some values, from the last one on. */
  underFromEnd(
    index: string,
    prefix: readonly IndexValue[],
    before: readonly IndexValue[] = [],
    limit: number,
  ): readonly IndexEntry[] {
    const entries = this.entriesOf(index, prefix.length + before.length);
    const end = before.length === 0 ? firstBehind(entries, prefix) : firstAt(entries, [...prefix, ...before]);
    const begin = Math.max(firstAt(entries, prefix), end - limit);
    return entries.slice(begin, end).reverse();
  }

  /** @throws Error the index is not declared, or has fewer fields than the values that it is read with */
  private entriesOf(index: string, values: number): IndexEntry[] {
    let entries = this.indexes.get(index);
    if (!entries) {
      // Refuses an undeclared index, also where there are no documents.
      indexOrder(this.collection, index);
      entries = [...this.values()].flatMap((stored) => this.entryOf(index, stored, rowOf(stored)));
      entries.sort((a, b) => compareTuples(a.values, b.values));
      this.indexes.set(index, entries);
    }
    const fields = entries[0]?.values.length ?? values;
    if (values > fields) throw new Error(`${this.collection.name}.${index} has ${fields} fields`);
    return entries;
  }

  /** A document's entry in each index that was read, with the sorted list of that index. The text is parsed once. */
  private entriesOfDocument(stored: StoredRow): readonly (readonly [IndexEntry[], IndexEntry])[] {
    if (this.indexes.size === 0) return [];
    const row = rowOf(stored);
    return [...this.indexes].flatMap(([index, entries]) =>
      this.entryOf(index, stored, row).map((entry): [IndexEntry[], IndexEntry] => [entries, entry]),
    );
  }

  /** None: the index does not have the document. */
  private entryOf(index: string, stored: StoredRow, row: Row): readonly IndexEntry[] {
    const { collection } = this;
    const filled = filledField(collection, index);
    if (filled !== undefined && fieldValues(collection, [filled], stored.key, row)[0] === '') return [];
    return [{ values: fieldValues(collection, indexOrder(collection, index), stored.key, row), stored }];
  }

  private unlist(name: string): void {
    const before = this.get(name);
    if (!before) return;
    for (const [entries, { values }] of this.entriesOfDocument(before)) {
      const place = firstAt(entries, values);
      if (entries[place]?.stored === before) entries.splice(place, 1);
    }
  }
}

function rowOf({ text }: StoredRow): Row {
  return JSON.parse(text) as Row;
}

/** The index of the first entry that is not before these values. */
function firstAt(entries: readonly IndexEntry[], values: readonly IndexValue[]): number {
  return firstWhere(entries, (each) => compareTuples(each.values, values) >= 0);
}

/** The index of the first entry behind these values, and behind all that begin with them. */
function firstBehind(entries: readonly IndexEntry[], values: readonly IndexValue[]): number {
  return firstWhere(entries, (each) => compareTuples(each.values, values) > 0);
}

/** The index of the first entry for which a condition holds that also holds for every later one. */
function firstWhere(entries: readonly IndexEntry[], holds: (entry: IndexEntry) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(entries[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
