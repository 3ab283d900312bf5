import type { Collection as Declared, Projection } from '#kernel';
import type { Collection, Db, MongoClient, MongoServerError } from 'mongodb';
import { fingerprintOf } from '../fingerprint.js';
import { isDuplicateKey } from './errors.js';
import type { LeaseDocument } from './leases.js';
import { keyPattern } from './queries.js';
import type { SharedDocument } from './shared.js';
import type { Stored } from './stored.js';

/** Another process was faster to create the collection. */
const NAMESPACE_EXISTS = 48;

/** R of a workspace. */
export interface CompleteDocument {
  readonly _id: string;
  readonly revision: number;
}

/** The checkpoint of a follower. */
export interface FollowerDocument {
  readonly _id: string;
  readonly position: string;
}

/** What there is to say of a whole copy, in a collection that all copies share. */
export interface CopyDocument {
  readonly _id: string;
  readonly fingerprint: string;
  /** Its follower has once been at the end of the log. */
  readonly complete: boolean;
}

export interface CopyOptions {
  readonly projections: readonly Pick<Projection, 'collection' | 'version'>[];
  readonly others: readonly Declared[];
}

/**
 * One copy of the read model: collections whose names end in the first eight digits of its fingerprint. Versions of the service
 * whose documents differ in shape each have one, side by side in one database.
 */
export class Copy {
  /** The end of all names: `members.1f2e3d4c`. */
  readonly suffix: string;
  readonly fingerprint: string;
  readonly complete: Collection<CompleteDocument>;
  readonly followers: Collection<FollowerDocument>;
  readonly copies: Collection<CopyDocument>;
  /** Of no copy. */
  readonly shared: Collection<SharedDocument>;
  /** Of no copy: of all processes on the log, whichever copy they read. */
  readonly logLeases: Collection<LeaseDocument>;
  private readonly collections = new Map<string, Collection<Stored>>();
  private readonly declared: readonly Declared[];
  private readonly database: Db;

  constructor(client: MongoClient, databaseName: string, { projections, others }: CopyOptions) {
    this.database = client.db(databaseName);
    this.declared = [...projections.map(({ collection }) => collection), ...others];
    this.fingerprint = fingerprintOf(projections, others);
    this.suffix = this.fingerprint.slice(0, 8);
    for (const { name } of this.declared) this.collections.set(name, this.named(name));
    this.complete = this.named('_complete');
    this.followers = this.named('_followers');
    this.copies = this.database.collection('_copies');
    this.shared = this.database.collection('_shared');
    this.logLeases = this.database.collection('_leases');
  }

  /** @throws Error for a collection that the read model was not opened with. */
  of({ name }: Declared): Collection<Stored> {
    const found = this.collections.get(name);
    if (!found) throw new Error(`the read model was not opened with ${name}`);
    return found;
  }

  /** A collection of this copy. */
  named<Doc extends object>(name: string): Collection<Doc> {
    return this.database.collection<Doc>(`${name}.${this.suffix}`);
  }

  /** Creates what is missing of collections and indexes; repeated, or done elsewhere at the same time, it does no harm. */
  async create(): Promise<void> {
    const found = await this.database.listCollections({}, { nameOnly: true }).toArray();
    const present = new Set(found.map(({ name }) => name));
    const names = [...this.collections.values(), this.complete, this.followers, this.copies].map(
      ({ collectionName }) => collectionName,
    );
    await Promise.all(names.filter((name) => !present.has(name)).map((name) => this.createCollection(name)));
    await Promise.all(this.declared.map((collection) => this.createIndexes(collection)));
    await this.insertItself();
  }

  private async insertItself(): Promise<void> {
    const { suffix: _id, fingerprint } = this;
    try {
      await this.copies.updateOne({ _id }, { $setOnInsert: { fingerprint, complete: false } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  private async createCollection(name: string): Promise<void> {
    try {
      await this.database.createCollection(name);
    } catch (error) {
      if ((error as MongoServerError).code !== NAMESPACE_EXISTS) throw error;
    }
  }

  private async createIndexes(collection: Declared): Promise<void> {
    const indexes = collection.indexes.map(({ name }) => ({ name, key: { ...keyPattern(collection, name) } }));
    if (indexes.length > 0) await this.of(collection).createIndexes(indexes);
  }
}
