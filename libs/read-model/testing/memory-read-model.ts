import type { Collection, DocumentKey, IndexValue, Position, Row } from '#kernel';
import { keyOf, keyText, wholeKey } from '#kernel';
import { amended, checkAmendment } from '../amendments.js';
import {
  compareTuples,
  compareValues,
  distinctPrefixes,
  fieldBehindKey,
  fieldBehindPrefix,
  fieldValues,
  tallySpec,
} from '../index-order.js';
import type {
  Amendment,
  Commit,
  CountOptions,
  DistinctOptions,
  GuardedWrite,
  MergeOptions,
  PageOptions,
  ReadModel,
  ReadModelCacheWriter,
  ReadModelWriter,
  RowWrite,
  TallyOptions,
} from '../read-model.js';
import { CheckpointMismatchError } from '../read-model.js';
import { MemoryTable } from './memory-table.js';

/** The storage that several {@link MemoryReadModel}s share, like connections to one database. */
export class MemoryStorage {
  readonly projectedRevisions = new Map<string, number>();
  readonly checkpoints = new Map<string, Position>();
  /** Of all followers: some leave a checkpoint where it is. */
  commits = 0;

  constructor(readonly collections = new Map<string, MemoryTable>()) {}

  /** The same rows, with projected revisions and checkpoints of their own. */
  withOwnProgress(): MemoryStorage {
    return new MemoryStorage(this.collections);
  }

  /**
   * The same content, changed by nobody else; as a dump of a database.
   * @param collections instead of a copy of its own: storages that shared their rows share them again
   */
  copy(collections = this.copiedCollections()): MemoryStorage {
    const copy = new MemoryStorage(collections);
    for (const [id, revision] of this.projectedRevisions) copy.projectedRevisions.set(id, revision);
    for (const [follower, position] of this.checkpoints) copy.checkpoints.set(follower, position);
    copy.commits = this.commits;
    return copy;
  }

  private copiedCollections(): Map<string, MemoryTable> {
    return new Map([...this.collections].map(([name, table]) => [name, table.copy()]));
  }
}

/**
 * A whole read model in memory, for tests. Rows come from `commit` and `put` alone, so a test delays projections by not
 * committing. The contract suite holds it to the behaviour of the real ones.
 */
export class MemoryReadModel implements ReadModel, ReadModelWriter, ReadModelCacheWriter {
  constructor(private readonly storage: MemoryStorage = new MemoryStorage()) {}

  async getMany<Doc extends Row>(
    collection: Collection<Doc>,
    keys: readonly DocumentKey[],
  ): Promise<(Doc | undefined)[]> {
    const documents = this.documents(collection);
    return keys.map((key) => {
      const stored = documents.get(keyText(key));
      return stored && (JSON.parse(stored.text) as Doc);
    });
  }

  async page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    const { index, prefix, after, descending = false, limit } = options;
    const table = this.documents(collection);
    const entries = descending
      ? table.underFromEnd(index, prefix, after, limit)
      : table.under(index, prefix, after).slice(0, limit);
    return entries.map(({ stored }) => JSON.parse(stored.text) as Doc);
  }

  async pageKeys(collection: Collection, options: PageOptions): Promise<DocumentKey[]> {
    return (await this.page(collection, options)).map((document) => keyOf(collection, document));
  }

  async fieldsOf(
    collection: Collection,
    index: string,
    keys: readonly DocumentKey[],
  ): Promise<(IndexValue | undefined)[]> {
    const field = fieldBehindKey(collection, index);
    const documents = await this.getMany(collection, keys);
    return documents.map((document, i) => document && fieldValues(collection, [field], keys[i]!, document)[0]);
  }

  async merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Promise<Doc[]> {
    const { index, prefixes, after, to, limit } = options;
    if (to !== undefined) fieldBehindPrefix(collection, index, prefixes[0]?.length ?? 0);
    return distinctPrefixes(collection, index, prefixes)
      .flatMap((prefix) => this.under(collection, index, prefix, after))
      .filter(({ rest }) => to === undefined || compareValues(rest[0]!, to) <= 0)
      .sort((a, b) => compareTuples(a.rest, b.rest))
      .slice(0, limit)
      .map(({ stored }) => JSON.parse(stored.text) as Doc);
  }

  async distinct(collection: Collection, options: DistinctOptions): Promise<IndexValue[]> {
    const { index, prefix, to, limit } = options;
    fieldBehindPrefix(collection, index, prefix.length);
    const values = this.under(collection, index, prefix).map(({ rest }) => rest[0]!);
    return [...new Set(values)].filter((value) => to === undefined || compareValues(value, to) <= 0).slice(0, limit);
  }

  async count(collection: Collection, { index, prefix, above }: CountOptions): Promise<number> {
    fieldBehindPrefix(collection, index, prefix.length);
    return this.documents(collection).under(index, prefix, above === undefined ? [] : [above]).length;
  }

  async tally(collection: Collection, { tally, prefix, above }: TallyOptions): Promise<number> {
    const { fields, only } = tallySpec(collection, tally, prefix.length);
    let counted = 0;
    for (const { key, text } of this.documents(collection).values()) {
      const row = JSON.parse(text) as Row;
      const values = fieldValues(collection, [...fields, only.field], key, row);
      const [last, kind] = values.slice(fields.length - 1);
      const isUnder = prefix.every((value, i) => values[i] === value);
      if (isUnder && only.values.includes(kind!) && Number(last) > above) counted += 1;
    }
    return counted;
  }

  async projectedRevision(workspaceId: string): Promise<number> {
    return this.storage.projectedRevisions.get(workspaceId) ?? -1;
  }

  async checkpoint(follower: string): Promise<Position | undefined> {
    return this.storage.checkpoints.get(follower);
  }

  async commit(commit: Commit): Promise<void> {
    this.claim(commit);
    this.writeGuarded(commit.writes);
    this.raiseRevisions(commit.projectedRevisions);
    this.moveCheckpoint(commit);
  }

  /** The steps of a commit, one by one. @throws CheckpointMismatchError */
  claim({ follower, from }: Pick<Commit, 'follower' | 'from'>): void {
    const found = this.storage.checkpoints.get(follower);
    if (found !== from) throw new CheckpointMismatchError(follower, from, found);
  }

  writeGuarded(writes: readonly GuardedWrite[]): void {
    for (const write of writes) {
      const stored = this.documents(write.collection).get(keyText(write.key));
      if (!stored || stored.revision < write.document.revision) this.store(write);
    }
  }

  raiseRevisions(projectedRevisions: ReadonlyMap<string, number>): void {
    const known = this.storage.projectedRevisions;
    for (const [id, revision] of projectedRevisions) known.set(id, Math.max(revision, known.get(id) ?? -1));
  }

  /** @throws CheckpointMismatchError */
  moveCheckpoint(commit: Pick<Commit, 'follower' | 'from' | 'to'>): void {
    this.claim(commit);
    this.storage.checkpoints.set(commit.follower, commit.to);
    this.storage.commits += 1;
  }

  async putRows(writes: readonly RowWrite[]): Promise<void> {
    for (const write of writes) this.store(write);
  }

  async amendRows(changes: readonly Amendment[]): Promise<number> {
    changes.forEach(checkAmendment);
    let count = 0;
    for (const change of changes) {
      const { collection, key } = change;
      const stored = this.documents(collection).get(keyText(key));
      const document = amended(change, stored && (JSON.parse(stored.text) as Row));
      if (!document) continue;
      this.store({ collection, key, document });
      count += 1;
    }
    return count;
  }

  async dropBelow(
    collection: Collection,
    options: { readonly index: string; readonly prefix: readonly IndexValue[]; before: IndexValue; limit: number },
  ): Promise<number> {
    const dropped = this.under(collection, options.index, options.prefix)
      .filter(({ rest }) => compareValues(rest[0]!, options.before) < 0)
      .slice(0, options.limit);
    for (const { stored } of dropped) this.documents(collection).delete(keyText(stored.key));
    return dropped.length;
  }

  async dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number> {
    const documents = this.documents(collection);
    const dropped = [...documents.values()].filter(({ key }) => key[0] === workspaceId).slice(0, limit);
    for (const { key } of dropped) documents.delete(keyText(key));
    return dropped.length;
  }

  private store(write: RowWrite): void {
    const { key, document } = write;
    const stored = { key, revision: document.revision, text: JSON.stringify(document) };
    this.documents(write.collection).set(keyText(wholeKey(write.collection, key)), stored);
  }

  private documents(collection: Collection): MemoryTable {
    let documents = this.storage.collections.get(collection.name);
    if (!documents) this.storage.collections.set(collection.name, (documents = new MemoryTable(collection)));
    return documents;
  }

  /** The entries under a prefix, in order, with the values behind the prefix. */
  private under(
    collection: Collection,
    index: string,
    prefix: readonly IndexValue[],
    after: readonly IndexValue[] = [],
  ) {
    const entries = this.documents(collection).under(index, prefix, after);
    return entries.map(({ stored, values }) => ({ stored, rest: values.slice(prefix.length) }));
  }
}
