import { randomUUID } from 'node:crypto';
import type { Collection as Declared, Projection } from '#kernel';
import type { Collection, Db, MongoClient, MongoServerError } from 'mongodb';
import { fingerprintOf } from '../fingerprint.js';
import { HELD_STREAMS } from '../projecting/held-stream-row.js';
import { isDuplicateKey } from './errors.js';
import type { LeaseDocument } from './leases.js';
import { keyPattern } from './queries.js';
import type { SharedDocument } from './shared-values.js';
import type { Stored } from './stored.js';

/** Another process was faster to create the collection. */
const NAMESPACE_EXISTS = 48;

/**
 * The shape of the documents of projected revisions and of checkpoints. It is part of a copy's fingerprint, so that
 * versions that write them in another shape have a copy of their own.
 */
const PROGRESS = { collection: { name: '_complete', key: ['generation', 'workspace_id'], indexes: [] }, version: 2 };

/** The projected revision of a workspace in one generation of the copy. */
export interface CompleteDocument {
  /** See {@link inGeneration}: late writes of an owner of a dropped generation do not count in another one. */
  readonly _id: string;
  readonly revision: number;
}

/** The checkpoint of a follower in one generation of the copy. */
export interface FollowerDocument {
  /** See {@link inGeneration}. */
  readonly _id: string;
  readonly position: string;
}

/** The `_id` of the document of a workspace or a follower in one generation. */
export function inGeneration(generation: string, name: string): string {
  return `${generation}|${name}`;
}

/** The mark of a whole copy, in a collection that all copies share. */
export interface CopyDocument {
  readonly _id: string;
  readonly fingerprint: string;
  /**
   * Made with this document: a copy that was dropped and made anew has another generation, even if every other field is
   * equal.
   */
  readonly generation: string;
  /** Whether its follower has ever been at the end of the log. */
  readonly complete: boolean;
}

export interface CopyOptions {
  readonly projections: readonly Pick<Projection, 'collection' | 'version'>[];
  readonly others: readonly Declared[];
}

/**
 * One copy of the read model: collections whose names end in the first eight digits of its fingerprint. Versions of the
 * service whose documents differ in shape each have one, side by side in one database.
 */
export class ReadModelCopy {
  /** The end of its collections' names: `members.1f2e3d4c`. */
  readonly suffix: string;
  readonly fingerprint: string;
  readonly complete: Collection<CompleteDocument>;
  readonly followers: Collection<FollowerDocument>;
  readonly copies: Collection<CopyDocument>;
  /** Shared by all copies. */
  readonly shared: Collection<SharedDocument>;
  /** Shared by all copies: of all processes on the log, whichever copy they read. */
  readonly logLeases: Collection<LeaseDocument>;
  private readonly collections = new Map<string, Collection<Stored>>();
  private readonly declared: readonly Declared[];
  private readonly database: Db;

  constructor(client: MongoClient, databaseName: string, { projections, others }: CopyOptions) {
    this.database = client.db(databaseName);
    this.declared = [...projections.map(({ collection }) => collection), ...others, HELD_STREAMS];
    this.fingerprint = fingerprintOf([...projections, PROGRESS], others);
    this.suffix = this.fingerprint.slice(0, 8);
    for (const { name } of this.declared) this.collections.set(name, this.named(name));
    this.complete = this.named('_complete');
    this.followers = this.named('_followers');
    this.copies = this.database.collection('_copies');
    this.shared = this.database.collection('_shared');
    this.logLeases = this.database.collection('_leases');
  }

  /** @throws Error the read model was not opened with this collection */
  documentsOf({ name }: Declared): Collection<Stored> {
    const found = this.collections.get(name);
    if (!found) throw new Error(`the read model was not opened with ${name}`);
    return found;
  }

  /** A collection of this copy. */
  named<Doc extends object>(name: string): Collection<Doc> {
    return this.database.collection<Doc>(`${name}.${this.suffix}`);
  }

  /**
   * Creates missing collections and indexes; it may be repeated, or run in two processes at once. If the database is
   * dropped meanwhile it begins again: the copy's mark must not exist where collections or indexes are missing.
   * @returns the generation
   */
  async create(): Promise<string> {
    let generation = await this.insertItself();
    for (;;) {
      const found = await this.database.listCollections({}, { nameOnly: true }).toArray();
      const present = new Set(found.map(({ name }) => name));
      const names = [...this.collections.values(), this.complete, this.followers].map((each) => each.collectionName);
      await Promise.all(names.filter((name) => !present.has(name)).map((name) => this.createCollection(name)));
      await Promise.all(this.declared.map((collection) => this.createIndexes(collection)));
      const now = await this.insertItself();
      if (now === generation) return now;
      generation = now;
    }
  }

  /** Whether the copy has its mark. */
  async isThere(): Promise<boolean> {
    return (await this.copies.findOne({ _id: this.suffix })) !== null;
  }

  /** @returns the current generation of the copy's mark */
  private async insertItself(): Promise<string> {
    const { suffix: _id, fingerprint } = this;
    for (;;) {
      const mark = { fingerprint, generation: randomUUID(), complete: false };
      try {
        await this.copies.updateOne({ _id }, { $setOnInsert: mark }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const found = await this.copies.findOne({ _id });
      if (found) return found.generation;
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
    if (indexes.length > 0) await this.documentsOf(collection).createIndexes(indexes);
  }
}
