import type { Collection, DocumentKey, IndexValue, Position, Row } from '#kernel';
import type {
  CountOptions,
  DistinctOptions,
  MergeOptions,
  PageOptions,
  ReadModel,
  TallyOptions,
} from '../read-model.js';
import { ReadModelUnavailableError } from '../read-model.js';
import { ReadModelDamagedError, translate } from './errors.js';
import { openForReading } from './file.js';
import { type Connection, LONG_PREFIXES, LONG_ROWS, LongReads } from './long-reads.js';
import { Reading } from './reading.js';
import { SliceTurns } from './slice-turns.js';

interface Opened extends Connection {
  readonly long: LongReads;
}

/**
 * Reads the file on read-only connections of its own. Reads are bounded, and long ones are sliced ({@link LongReads}),
 * so that it may serve HTTP. Before `open` every read fails with ReadModelUnavailableError.
 */
export class SqliteReadModel implements ReadModel {
  private opened: Opened | undefined;
  private readonly turns = new SliceTurns();
  private exchanged = 0;

  constructor(private path: string) {}

  get exchanges(): number {
    return this.exchanged;
  }

  /**
   * To be called once the writer has opened the file: before, it may be one that the writer is about to delete.
   * @throws ReadModelUnavailableError
   */
  open(): void {
    if (this.opened) return;
    this.translating(() => {
      this.opened = this.openAll(this.path);
    });
  }

  async getMany<Doc extends Row>(
    collection: Collection<Doc>,
    keys: readonly DocumentKey[],
  ): Promise<(Doc | undefined)[]> {
    if (keys.length > LONG_ROWS) return this.inSlices((long) => long.getMany(collection, keys));
    return this.translating(() => this.reading().getMany(collection, keys));
  }

  async page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    if (options.limit > LONG_ROWS) return this.inSlices((long) => long.page(collection, options));
    return this.translating(() => this.reading().page(collection, options));
  }

  async pageKeys(collection: Collection, options: PageOptions): Promise<DocumentKey[]> {
    if (options.limit > LONG_ROWS) return this.inSlices((long) => long.pageKeys(collection, options));
    return this.translating(() => this.reading().pageKeys(collection, options));
  }

  async fieldsOf(
    collection: Collection,
    index: string,
    keys: readonly DocumentKey[],
  ): Promise<(IndexValue | undefined)[]> {
    return this.translating(() => this.reading().fieldsOf(collection, index, keys));
  }

  async merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Promise<Doc[]> {
    if (options.prefixes.length <= LONG_PREFIXES) {
      const limit = Math.min(options.limit, LONG_ROWS);
      const rows = this.translating(() => this.reading().merge(collection, { ...options, limit }));
      // A pick allows for thousands of rows and finds a few. A read in slices would wait for its turn, and the decision
      // would rest on older rows by then.
      if (options.limit <= LONG_ROWS || rows.length < LONG_ROWS) return rows;
    }
    return this.inSlices((long) => long.merge(collection, options));
  }

  async distinct(collection: Collection, options: DistinctOptions): Promise<IndexValue[]> {
    return this.translating(() => this.reading().distinct(collection, options));
  }

  /** In slices, between which the thread does other work: a million entries would block it for a tenth of a second. */
  async count(collection: Collection, { index, prefix, above }: CountOptions): Promise<number> {
    let counted = 0;
    let after: readonly IndexValue[] | undefined = above === undefined ? undefined : [above];
    do {
      await this.turns.take();
      const slice = this.translating(() => this.reading().countSlice(collection, { index, prefix }, after));
      counted += slice.counted;
      after = slice.last;
    } while (after);
    return counted;
  }

  async tally(collection: Collection, options: TallyOptions): Promise<number> {
    return this.translating(() => this.reading().tally(collection, options));
  }

  async projectedRevision(workspaceId: string): Promise<number> {
    return this.translating(() => this.reading().projectedRevision(workspaceId));
  }

  /**
   * The checkpoint of a follower; undefined if it never committed.
   * @throws ReadModelUnavailableError
   */
  checkpoint(follower: string): Position | undefined {
    return this.translating(() => this.reading().checkpoint(follower));
  }

  /**
   * Reads another file from now on. Long reads that have begun end on the one before.
   * @throws ReadModelUnavailableError it cannot be opened; the one before is read on then
   */
  exchange(path: string): void {
    const before = this.opened;
    this.translating(() => {
      this.opened = this.openAll(path);
    });
    this.path = path;
    this.exchanged += 1;
    before?.long.closeWhenIdle();
    before?.database.close();
  }

  close(): void {
    this.opened?.long.close();
    this.opened?.database.close();
    this.opened = undefined;
  }

  private openAll(path: string): Opened {
    return { ...this.connect(path), long: new LongReads(() => this.connect(path), this.turns) };
  }

  private connect(path: string): Connection {
    const database = openForReading(path);
    try {
      return { database, reading: new Reading(database) };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  private reading(): Reading {
    return this.connection().reading;
  }

  private connection(): Opened {
    if (!this.opened) throw new ReadModelUnavailableError(`The read model ${this.path} is not open yet.`);
    return this.opened;
  }

  private translating<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.meant(error);
    }
  }

  private async inSlices<T>(work: (long: LongReads) => Promise<T>): Promise<T> {
    try {
      return await work(this.connection().long);
    } catch (error) {
      throw this.meant(error);
    }
  }

  /** The error of the port for an error of SQLite. */
  private meant(error: unknown): unknown {
    const meant = translate(error, this.path);
    return meant instanceof ReadModelDamagedError ? new ReadModelUnavailableError(meant.message) : meant;
  }
}
