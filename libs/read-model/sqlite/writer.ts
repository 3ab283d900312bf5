import type { Collection, DocumentKey, IndexValue, Position, Projection, Row } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { amended, checkAmendment } from '../amendments.js';
import { HELD_STREAMS } from '../projecting/held-stream-row.js';
import type {
  Amendment,
  Commit,
  GuardedWrite,
  PageOptions,
  ReadModelCacheWriter,
  ReadModelWriter,
  RowWrite,
} from '../read-model.js';
import { CheckpointMismatchError } from '../read-model.js';
import { Compaction, type CompactionOptions } from './compaction.js';
import { Documents } from './documents.js';
import { Drops } from './drops.js';
import { sqliteCode, translate } from './errors.js';
import { type LogEnd, openForWriting } from './file.js';
import { Reading } from './reading.js';
import { fileFingerprint, type Table, tableOf } from './table.js';
import { markBuilding, takePlace, type TakenPlace } from './taking-place.js';
import { TableWrites } from './table-writes.js';
import { Tallies } from './tally-writes.js';
import { Traces } from './traces.js';

export interface SqliteWriterOptions {
  readonly path: string;
  readonly projections: readonly Pick<Projection, 'collection' | 'version' | 'cachedFields' | 'personal'>[];
  /** Collections that no projection feeds (`put`). */
  readonly others?: readonly Collection[];
  /**
   * The log that is followed, and its end at this moment: a file that has seen more was made from another log.
   * Undefined: not checked.
   */
  readonly source?: LogEnd;
  /** Gets one sentence when a file had to be deleted and is built anew. */
  readonly log?: (sentence: string) => void;
  /** How the file is compacted after erasures. Undefined: it is only marked, until `compact` is called. */
  readonly compaction?: CompactionOptions;
  /** Whether a rebuild writes the file: until `takePlace` it is not the one that is served. */
  readonly isBuilding?: boolean;
  /**
   * Whether a file that has no events yet gets its indexes last, by `addIndexes`: no page of it can be read before. One
   * sort of all rows costs a fraction of an entry for each row.
   */
  readonly indexesLast?: boolean;
  /** Largest size of the file, in pages; for tests of a full disk. */
  readonly maxPages?: number;
}

/**
 * Writes the read model's file; each call has finished its work before it returns its promise. For a thread that serves
 * no HTTP.
 * @see docs/adr/0003-sqlite-pair-in-worker-threads.md
 */
export class SqliteReadModelWriter implements ReadModelWriter, ReadModelCacheWriter {
  private readonly tables = new Map<string, TableWrites>();
  private readonly documents: Documents;
  private readonly tallies: Tallies;
  private readonly drops: Drops;
  private readonly reading: Reading;
  private readonly setCheckpoint: Statement;
  private readonly setComplete: Statement;
  private readonly write: (commit: Commit) => void;
  private readonly writeBlindly: (writes: readonly RowWrite[]) => void;
  private readonly writeAmendments: (changes: readonly Amendment[]) => number;
  private readonly dropRows: (collection: Collection, drop: () => number) => number;
  private compaction: Compaction | undefined;

  private constructor(
    private readonly path: string,
    private readonly database: Database,
    private readonly allTables: readonly Table[],
    private readonly traces: Traces,
    private readonly options: SqliteWriterOptions,
  ) {
    const { projections, compaction } = options;
    const cachedFields = new Map(projections.map((each) => [each.collection.name, each.cachedFields]));
    this.documents = new Documents(database);
    for (const table of allTables) {
      const { name } = table.collection;
      this.tables.set(name, new TableWrites(database, table, this.documents.writer(), cachedFields.get(name) ?? []));
    }
    this.tallies = new Tallies(database);
    this.reading = new Reading(database, this.documents);
    this.drops = new Drops(database);
    this.setCheckpoint = database.prepare('INSERT OR REPLACE INTO _checkpoint VALUES (?, ?)');
    this.setComplete = database.prepare(
      'INSERT INTO _complete VALUES (?, ?) ON CONFLICT DO UPDATE SET revision = max(revision, excluded.revision)',
    );
    // IMMEDIATE: a transaction that reads first and then cannot write fails at once, whatever the busy timeout.
    const write = database.transaction((commit: Commit) => this.tallies.counting(() => this.writeCommit(commit)));
    this.write = (commit) => write.immediate(commit);
    const writeBlindly = database.transaction((writes: readonly RowWrite[]) =>
      this.tallies.counting(() => this.writeRows(writes)),
    );
    this.writeBlindly = (writes) => writeBlindly.immediate(writes);
    const amend = database.transaction((changes: readonly Amendment[]) =>
      this.tallies.counting(() => this.amendStored(changes)),
    );
    this.writeAmendments = (changes) => amend.immediate(changes);
    const drop = database.transaction((collection: Collection, drops: () => number) => {
      const dropped = drops();
      traces.ofDropped(collection.name, dropped);
      return dropped;
    });
    this.dropRows = (collection, dropped) => drop.immediate(collection, dropped);
    if (compaction) this.compact(compaction);
  }

  /**
   * Opens the file, or begins it anew when it does not fit these projections.
   * @throws ReadModelOpenError see `openForWriting`
   */
  static open(options: SqliteWriterOptions): SqliteReadModelWriter {
    const { path, projections, others = [], source, indexesLast = false, log = () => undefined } = options;
    const tables = [...projections.map(({ collection }) => collection), ...others, HELD_STREAMS].map(tableOf);
    const database = openForWriting(path, { fingerprint: fileFingerprint(projections, others), source }, tables, log);
    if (options.maxPages !== undefined) database.pragma(`max_page_count = ${options.maxPages}`);
    if (options.isBuilding) markBuilding(database);
    const writer = new SqliteReadModelWriter(path, database, tables, new Traces(database, projections), options);
    const hasEvents = database.prepare('SELECT 1 FROM _checkpoint').get() !== undefined;
    // The follower reads pages of held streams while it loads rows.
    writer.makeIndexes(indexesLast && !hasEvents ? [tableOf(HELD_STREAMS)] : tables);
    return writer;
  }

  /** Makes the indexes that are missing; until then, a file that is loaded answers `getMany` only. */
  async addIndexes(): Promise<void> {
    this.makeIndexes(this.allTables);
  }

  /**
   * Makes this file the live one in the place of another one, durably, with the rows of that one that no event makes
   * and that are not of that copy alone.
   */
  takePlace(taken: TakenPlace): void {
    const { others = [] } = this.options;
    const carried = others.filter(({ isOfOneCopy }) => !isOfOneCopy);
    this.translating(() => takePlace(this.database, taken, carried, (write) => this.writeRows([write])));
  }

  /** From now on the file is compacted after erasures. */
  compact(compaction: CompactionOptions): void {
    const { log = () => undefined } = this.options;
    this.compaction ??= new Compaction(this.database, this.traces, compaction, log);
  }

  async getMany<Doc extends Row>(
    collection: Collection<Doc>,
    keys: readonly DocumentKey[],
  ): Promise<(Doc | undefined)[]> {
    return this.translating(() => this.reading.getMany(collection, keys));
  }

  async page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    return this.translating(() => this.reading.page(collection, options));
  }

  async projectedRevision(workspaceId: string): Promise<number> {
    return this.translating(() => this.reading.projectedRevision(workspaceId));
  }

  async checkpoint(follower: string): Promise<Position | undefined> {
    return this.translating(() => this.reading.checkpoint(follower));
  }

  async commit(commit: Commit): Promise<void> {
    this.translating(() => this.write(commit));
  }

  async putRows(writes: readonly RowWrite[]): Promise<void> {
    this.translating(() => this.writeBlindly(writes));
  }

  async amendRows(changes: readonly Amendment[]): Promise<number> {
    return this.translating(() => this.writeAmendments(changes));
  }

  async dropBelow(
    collection: Collection,
    options: { readonly index: string; readonly prefix: readonly IndexValue[]; before: IndexValue; limit: number },
  ): Promise<number> {
    return this.translating(() => this.dropRows(collection, () => this.drops.below(collection, options)));
  }

  async dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number> {
    return this.translating(() =>
      this.dropRows(collection, () => this.drops.ofWorkspace(collection, workspaceId, limit)),
    );
  }

  /** Leaves one file, without a WAL; later calls fail. */
  close(): void {
    this.compaction?.close();
    this.database.close();
  }

  private writeCommit({ writes, projectedRevisions, follower, from, to }: Commit): void {
    const found = this.reading.checkpoint(follower);
    if (found !== from) throw new CheckpointMismatchError(follower, from, found);
    for (const write of writes) this.row(write, (table) => table.replace(write));
    this.traces.ofWrites(writes);
    for (const [workspaceId, revision] of projectedRevisions) this.setComplete.run(workspaceId, revision);
    this.setCheckpoint.run(follower, to);
  }

  /** Read and written in one transaction of the only writer: no write comes between the condition and the change. */
  private amendStored(changes: readonly Amendment[]): number {
    const writes = changes.flatMap((change): GuardedWrite[] => {
      checkAmendment(change);
      const { collection, key } = change;
      const [before] = this.reading.getMany(collection, [key]);
      const document = amended(change, before);
      return document ? [this.traces.judged({ collection, key, document, isNew: false, before })] : [];
    });
    this.writeRows(writes);
    this.traces.ofWrites(writes);
    return writes.length;
  }

  private writeRows(writes: readonly RowWrite[]): void {
    for (const write of writes) this.row(write, (table) => table.putRow(write));
  }

  private row({ collection, key }: RowWrite, write: (table: TableWrites) => void): void {
    const table = this.tables.get(collection.name);
    if (!table) throw new Error(`the read model was not opened with ${collection.name}`);
    try {
      write(table);
    } catch (error) {
      // SQLite names only the column that was not bound; without the document it could be any row of the batch.
      const code = sqliteCode(error);
      if (code === undefined || code === 'SQLITE_CONSTRAINT_NOTNULL') {
        throw new Error(`${collection.name} ${key.join('/')}: ${(error as Error).message}`, { cause: error });
      }
      throw error;
    }
  }

  private makeIndexes(tables: readonly Table[]): void {
    this.translating(() => {
      for (const { createIndexes } of tables) for (const statement of createIndexes) this.database.exec(statement);
      for (const { collection } of tables) {
        this.tables.get(collection.name)!.tally(this.tallies.of(collection));
      }
    });
  }

  private translating<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.documents.forget();
      throw translate(error, this.path);
    }
  }
}
