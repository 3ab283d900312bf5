import type { Collection, DocumentKey, IndexValue, Row } from '#kernel';
import type { Database } from 'better-sqlite3';
import type { DistinctOptions, MergeOptions, PageOptions, ReadModel } from '../read-model.js';
import { ReadModelUnavailableError } from '../read-model.js';
import { ReadModelDamagedError, translate } from './errors.js';
import { openForReading } from './file.js';
import { Reading } from './reading.js';

/**
 * Reads the file on a read-only connection of its own; bounded reads, so that it may serve HTTP. Before `open` every read fails
 * with ReadModelUnavailableError.
 */
export class SqliteReadModel implements ReadModel {
  private opened: { readonly database: Database; readonly reading: Reading } | undefined;

  constructor(private readonly path: string) {}

  /**
   * To be called once the writer has opened the file: before, it may be one that the writer is about to delete.
   * @throws ReadModelUnavailableError
   */
  open(): void {
    if (this.opened) return;
    this.translating(() => {
      const database = openForReading(this.path);
      try {
        this.opened = { database, reading: new Reading(database) };
      } catch (error) {
        database.close();
        throw error;
      }
    });
  }

  async getMany<Doc extends Row>(
    collection: Collection<Doc>,
    keys: readonly DocumentKey[],
  ): Promise<(Doc | undefined)[]> {
    return this.translating(() => this.reading().getMany(collection, keys));
  }

  async page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    return this.translating(() => this.reading().page(collection, options));
  }

  async pageKeys(collection: Collection, options: PageOptions): Promise<DocumentKey[]> {
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
    return this.translating(() => this.reading().merge(collection, options));
  }

  async distinct(collection: Collection, options: DistinctOptions): Promise<IndexValue[]> {
    return this.translating(() => this.reading().distinct(collection, options));
  }

  async completeTo(workspaceId: string): Promise<number> {
    return this.translating(() => this.reading().completeTo(workspaceId));
  }

  close(): void {
    this.opened?.database.close();
    this.opened = undefined;
  }

  private reading(): Reading {
    if (!this.opened) throw new ReadModelUnavailableError(`The read model ${this.path} is not open yet.`);
    return this.opened.reading;
  }

  private translating<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const meant = translate(error, this.path);
      throw meant instanceof ReadModelDamagedError ? new ReadModelUnavailableError(meant.message) : meant;
    }
  }
}
