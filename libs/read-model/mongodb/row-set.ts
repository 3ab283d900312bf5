// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import type { Collection as Declared } from '#kernel';
import type { Collection, Db, MongoServerError } from 'mongodb';
import type { CompleteDocument, FollowerDocument } from './copy-documents.js';
import { keyPattern, partialFilter } from './queries.js';
import { tallyIndex, tallyPattern } from './tally-queries.js';
import type { Stored } from './stored.js';

/** Another process was faster to create the collection. */
const NAMESPACE_EXISTS = 48;

export interface RowSetOptions {
  readonly database: Db;
  /** See `SetMark.set`. */
  readonly name: string | undefined;
  /** The end of the names of the copy's collections. */
  readonly suffix: string;
  /** The collections that a follower writes, and those that tell of one set: each has its own. */
  readonly own: readonly Declared[];
  /** Other collections that no event feeds: both sets have the same ones. */
  readonly common: readonly Declared[];
}

/** A set of collections with the rows of a copy: `members.0a1b2c3d.1f2e3d4c`. */
export class RowSet {
  readonly complete: Collection<CompleteDocument>;
  readonly followers: Collection<FollowerDocument>;
  private readonly collections = new Map<string, Collection<Stored>>();

  constructor(private readonly options: RowSetOptions) {
    const { database, name: set, suffix, own, common } = options;
    const nameOf = (name: string) => [name, set, suffix].filter((part) => part !== undefined).join('.');
    for (const { name } of own) this.collections.set(name, database.collection(nameOf(name)));
    for (const { name } of common) this.collections.set(name, database.collection(`${name}.${suffix}`));
    this.complete = database.collection(nameOf('_complete'));
    this.followers = database.collection(nameOf('_followers'));
  }

  /** @throws Error the read model was not opened with this collection */
  documentsOf({ name }: Declared): Collection<Stored> {
    const found = this.collections.get(name);
    if (!found) throw new Error(`the read model was not opened with ${name}`);
    return found;
  }

  /** Creates missing collections and indexes; it may be repeated, or run in two processes at once. */
  async create(): Promise<void> {
    const { own, common } = this.options;
    const present = await this.present();
    await Promise.all(this.names.filter((name) => !present.has(name)).map((name) => this.createCollection(name)));
    await Promise.all([...own, ...common].map((collection) => this.createIndexes(collection)));
  }

  /** Drops what is of this set alone. */
  async drop(): Promise<void> {
    const present = await this.present();
    const own = this.options.own.map((collection) => this.documentsOf(collection));
    for (const each of [this.followers, this.complete, ...own]) {
      if (present.has(each.collectionName)) await each.drop();
    }
  }

  /** The names of its collections. */
  get names(): readonly string[] {
    return [this.followers, this.complete, ...this.collections.values()].map((each) => each.collectionName);
  }

  /** The names of the collections of the database. */
  private async present(): Promise<ReadonlySet<string>> {
    const found = await this.options.database.listCollections({}, { nameOnly: true }).toArray();
    return new Set(found.map(({ name }) => name));
  }

  private async createCollection(name: string): Promise<void> {
    try {
      await this.options.database.createCollection(name);
    } catch (error) {
      if ((error as MongoServerError).code !== NAMESPACE_EXISTS) throw error;
    }
  }

  private async createIndexes(collection: Declared): Promise<void> {
    const declared = collection.indexes.map(({ name }) => {
      const partialFilterExpression = partialFilter(collection, name);
      const key = { ...keyPattern(collection, name) };
      return partialFilterExpression ? { name, key, partialFilterExpression } : { name, key };
    });
    const tallies = (collection.tallies ?? []).filter(({ index }) => index === undefined);
    const indexes = [
      ...declared,
      ...tallies.map((tally) => ({ name: tallyIndex(tally), key: { ...tallyPattern(tally) } })),
    ];
    if (indexes.length > 0) await this.documentsOf(collection).createIndexes(indexes);
  }
}
