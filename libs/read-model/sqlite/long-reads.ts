import type { Collection, DocumentKey, IndexValue, Row } from '#kernel';
import { valuesOf } from '#kernel';
import type { Database } from 'better-sqlite3';
import { compareTuples, distinctPrefixes, indexOrder } from '../index-order.js';
import type { MergeOptions, PageOptions } from '../read-model.js';
import { ReadModelUnavailableError } from '../read-model.js';
import type { Reading } from './reading.js';
import type { SliceTurns } from './slice-turns.js';

/** A read-only connection and its statements. */
export interface Connection {
  readonly database: Database;
  readonly reading: Reading;
}

/** Documents, or keys, above which a read is long. A page of the API holds 200, a batch of contacts names 1,000. */
export const LONG_ROWS = 1_000;
/** Prefixes above which a merge is long: each costs a seek, with or without rows. */
export const LONG_PREFIXES = 250;

/** Documents, or keys, read in one turn of the event loop: one to two milliseconds. */
const SLICE_ROWS = 500;
const SLICE_PREFIXES = 100;
/** Long reads under way at once; more wait. Each holds a connection, and they take turns slice by slice. */
const CONNECTIONS = 4;

/** Resolves when the next slice may be read. */
type Turn = () => Promise<void>;

/**
 * Reads that would keep the thread that serves HTTP busy for longer than a request may wait. They are cut into slices,
 * one in a turn of the event loop. Each has a connection and a read transaction of its own: it shows one state of the
 * file, as a short read does, while short reads on the main connection show the newest one.
 */
export class LongReads {
  private readonly all: Connection[] = [];
  private readonly idle: Connection[] = [];
  private readonly waiting: (() => void)[] = [];
  private closed = false;
  private isEnding = false;

  constructor(
    private readonly connect: () => Connection,
    private readonly turns: Pick<SliceTurns, 'take'>,
  ) {}

  getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): Promise<(Doc | undefined)[]> {
    return this.run(async ({ reading }, turn) => {
      const found: (Doc | undefined)[] = [];
      for (let begin = 0; begin < keys.length; begin += SLICE_ROWS) {
        await turn();
        for (const row of reading.getMany(collection, keys.slice(begin, begin + SLICE_ROWS))) found.push(row);
      }
      return found;
    });
  }

  page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    return this.slices(
      collection,
      options,
      (reading, slice) => reading.page(collection, slice),
      (row, order) => valuesOf(row, order),
    );
  }

  pageKeys(collection: Collection, options: PageOptions): Promise<DocumentKey[]> {
    const keyFields = indexOrder(collection, options.index)
      .slice(options.prefix.length)
      .map((field) => collection.key.indexOf(field));
    // A key alone does not give the position at which such a page continues; the documents do.
    if (keyFields.includes(-1)) {
      return this.page(collection, options).then((rows) =>
        rows.map((row) => valuesOf(row, collection.key) as DocumentKey),
      );
    }
    return this.slices(
      collection,
      options,
      (reading, slice) => reading.pageKeys(collection, slice),
      (key) => keyFields.map((at) => key[at]!),
    );
  }

  merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Promise<Doc[]> {
    const { index, prefixes, limit } = options;
    const distinct = distinctPrefixes(collection, index, prefixes);
    const order = indexOrder(collection, index).slice(distinct[0]?.length ?? 0);
    return this.run(async ({ reading }, turn) => {
      let lowest: Doc[] = [];
      let { to } = options;
      for (let begin = 0; begin < distinct.length; begin += SLICE_PREFIXES) {
        await turn();
        const slice = { ...options, prefixes: distinct.slice(begin, begin + SLICE_PREFIXES) };
        const found = reading.merge(collection, to === undefined ? slice : { ...slice, to });
        lowest = [...lowest, ...found]
          .sort((a, b) => compareTuples(valuesOf(a, order), valuesOf(b, order)))
          .slice(0, limit);
        // Rows above the last one found are not among the lowest.
        if (lowest.length === limit && order.length > 0) [to] = valuesOf(lowest.at(-1)!, order);
      }
      return lowest;
    });
  }

  /** Lets reads that have begun end, then closes all connections. No read may be begun any more. */
  closeWhenIdle(): void {
    this.isEnding = true;
    if (this.idle.length === this.all.length && this.waiting.length === 0) this.close();
  }

  /** Closes all connections. Reads under way, and later ones, fail with ReadModelUnavailableError. */
  close(): void {
    this.closed = true;
    for (const { database } of this.all) database.close();
    for (const begin of this.waiting.splice(0)) begin();
  }

  /** A page as slices that follow one another. */
  private slices<Item>(
    collection: Collection,
    options: PageOptions,
    read: (reading: Reading, slice: PageOptions) => readonly Item[],
    valuesAt: (item: Item, order: readonly string[]) => readonly IndexValue[],
  ): Promise<Item[]> {
    const order = indexOrder(collection, options.index).slice(options.prefix.length);
    return this.run(async ({ reading }, turn) => {
      const items: Item[] = [];
      for (let slice = options; ;) {
        const limit = Math.min(SLICE_ROWS, options.limit - items.length);
        await turn();
        const found = read(reading, { ...slice, limit });
        for (const item of found) items.push(item);
        // A whole tuple of values has one row.
        if (found.length < limit || items.length === options.limit || order.length === 0) return items;
        slice = { ...options, after: valuesAt(found.at(-1)!, order) };
      }
    });
  }

  /** Runs a read in a transaction on a connection of its own. */
  private async run<Result>(read: (connection: Connection, turn: Turn) => Promise<Result>): Promise<Result> {
    const connection = await this.take();
    try {
      connection.database.exec('BEGIN');
      return await read(connection, async () => {
        await this.turns.take();
        this.refuseClosed();
      });
    } finally {
      if (!this.closed) {
        if (connection.database.inTransaction) connection.database.exec('COMMIT');
        this.idle.push(connection);
        this.waiting.shift()?.();
        if (this.isEnding) this.closeWhenIdle();
      }
    }
  }

  private async take(): Promise<Connection> {
    while (this.idle.length === 0 && this.all.length >= CONNECTIONS && !this.closed) {
      await new Promise<void>((begin) => this.waiting.push(begin));
    }
    this.refuseClosed();
    const idle = this.idle.pop();
    if (idle) return idle;
    const connection = this.connect();
    this.all.push(connection);
    return connection;
  }

  private refuseClosed(): void {
    if (this.closed) throw new ReadModelUnavailableError('The read model is closed.');
  }
}
