import type { Collection, DocumentKey, IndexValue, Position, Row } from '#kernel';
import { keyText } from '#kernel';
import { compareTuples, compareValues, fieldBehindKey, fieldBehindPrefix, indexOrder } from '../index-order.js';
import type {
  CountOptions,
  DistinctOptions,
  MergeOptions,
  PageOptions,
  ReadModel,
  TallyOptions,
} from '../read-model.js';
import type { Calls } from './calls.js';
import { inGeneration } from './read-model-copy.js';
import { find } from './find.js';
import type { FollowerDocument } from './copy-documents.js';
import type { MongoGenerations, RowsSource } from './generations.js';
import {
  countQuery,
  fieldQueries,
  type FindQuery,
  ID_INDEX,
  keyQueries,
  mergeQueries,
  nextValueQuery,
  pageKeyQueries,
  pageQueries,
} from './queries.js';
import { tallyQueries } from './tally-queries.js';
import type { RowSet } from './row-set.js';
import { fromStored, type Stored } from './stored.js';

/** Reads of queries and decisions, from the primary. */
export class MongoReadModel implements Omit<ReadModel, 'generations'> {
  constructor(
    readonly source: RowsSource,
    private readonly calls: Calls,
  ) {}

  async getMany<Doc extends Row>(
    collection: Collection<Doc>,
    keys: readonly DocumentKey[],
  ): Promise<(Doc | undefined)[]> {
    const ids = keys.map(keyText);
    const found = new Map<string, Stored>();
    for (const stored of await this.findAll(collection, keyQueries(ids))) found.set(stored._id, stored);
    const handedOut = new Set<string>();
    return ids.map((id) => {
      const stored = found.get(id);
      if (!stored) return undefined;
      // Each returned document is an object of its own, even for a key that is asked for twice.
      const own = handedOut.has(id) ? structuredClone(stored) : stored;
      handedOut.add(id);
      return fromStored<Doc>(own);
    });
  }

  async page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    const documents = (await this.source.set()).documentsOf(collection);
    const rows = await this.calls.read(async () => {
      // Of this attempt alone: rows that an earlier attempt returned would come before rows written meanwhile.
      const found = new Map<string, Stored>();
      for (const query of pageQueries(collection, options)) {
        if (found.size >= options.limit) break;
        // A row that moves between two reads keeps its first position; each read is for a whole page, so that the page
        // is full.
        for (const stored of await find(documents, query)) if (!found.has(stored._id)) found.set(stored._id, stored);
      }
      return found;
    });
    return [...rows.values()].slice(0, options.limit).map((stored) => fromStored<Doc>(stored));
  }

  async pageKeys(collection: Collection, options: PageOptions): Promise<DocumentKey[]> {
    const documents = (await this.source.set()).documentsOf(collection);
    const keys = await this.calls.read(async () => {
      // Of this attempt alone, and a row that moves between two reads keeps its first position, as in `page`.
      const found = new Map<string, DocumentKey>();
      for (const query of pageKeyQueries(collection, options)) {
        if (found.size >= options.limit) break;
        for (const fields of await find(documents, query)) {
          const key = collection.key.map((name) => fields[name] as string);
          if (!found.has(keyText(key))) found.set(keyText(key), key);
        }
      }
      return found;
    });
    return [...keys.values()].slice(0, options.limit);
  }

  async fieldsOf(
    collection: Collection,
    index: string,
    keys: readonly DocumentKey[],
  ): Promise<(IndexValue | undefined)[]> {
    const field = fieldBehindKey(collection, index);
    const found = new Map<string, IndexValue>();
    for (const fields of await this.findAll(collection, fieldQueries(collection, index, keys))) {
      const key = collection.key.map((name) => fields[name] as string);
      found.set(keyText(key), fields[field] as IndexValue);
    }
    return keys.map((key) => found.get(keyText(key)));
  }

  async merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Promise<Doc[]> {
    const { index, prefixes, limit } = options;
    const documents = (await this.source.set()).documentsOf(collection);
    const order = indexOrder(collection, index).slice(prefixes[0]?.length ?? 0);
    const queries = mergeQueries(collection, options);
    const read = await this.calls.read(() => Promise.all(queries.map((query) => find(documents, query))));
    // A row that moves between two reads may be returned twice.
    const found = [...new Map(read.flat().map((stored) => [stored._id, stored])).values()];
    const valuesOf = (stored: Stored) => order.map((field) => stored[field] as IndexValue);
    found.sort((a, b) => compareTuples(valuesOf(a), valuesOf(b)));
    return found.slice(0, limit).map((stored) => fromStored<Doc>(stored));
  }

  async distinct(collection: Collection, options: DistinctOptions): Promise<IndexValue[]> {
    const { index, prefix, to, limit } = options;
    const documents = (await this.source.set()).documentsOf(collection);
    const field = fieldBehindPrefix(collection, index, prefix.length);
    const values: IndexValue[] = [];
    while (values.length < limit) {
      const query = nextValueQuery(collection, index, prefix, values.at(-1));
      const [found] = await this.calls.read(() => find(documents, query));
      const value = found?.[field] as IndexValue | undefined;
      if (value === undefined || (to !== undefined && compareValues(value, to) > 0)) break;
      values.push(value);
    }
    return values;
  }

  async count(collection: Collection, options: CountOptions): Promise<number> {
    return this.counted(collection, countQuery(collection, options));
  }

  async tally(collection: Collection, options: TallyOptions): Promise<number> {
    const queries = tallyQueries(collection, options);
    const counts = await Promise.all(queries.map((query) => this.counted(collection, query)));
    return counts.reduce((sum, counted) => sum + counted, 0);
  }

  private async counted(collection: Collection, { filter, hint }: Pick<FindQuery, 'filter' | 'hint'>): Promise<number> {
    const documents = (await this.source.set()).documentsOf(collection);
    return this.calls.read(() => documents.countDocuments(filter as object, { hint }));
  }

  async projectedRevision(workspaceId: string): Promise<number> {
    return (await this.projectedRevisions([workspaceId])).get(workspaceId) ?? -1;
  }

  /** Projected revisions of many workspaces in the last seen generation; those without an event are left out. */
  async projectedRevisions(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    // At once: the rows may be exchanged between two looks.
    const [generation, { complete }] = await Promise.all([this.source.lastSeen(), this.source.set()]);
    const ids = new Map(workspaceIds.map((id) => [inGeneration(generation, id), id]));
    const queries = keyQueries([...ids.keys()]);
    const found = await this.calls.read(() => Promise.all(queries.map((query) => find(complete, query))));
    return new Map(found.flat().map(({ _id, revision }) => [ids.get(_id)!, revision]));
  }

  /** The checkpoint of a follower in a generation; undefined if it never committed there. */
  async checkpoint(generation: string, follower: string, set?: RowSet): Promise<Position | undefined> {
    return (await this.follower(generation, follower, set))?.position as Position | undefined;
  }

  /** What a follower has written of itself in a generation; undefined if it never committed there. */
  async follower(generation: string, follower: string, set?: RowSet): Promise<FollowerDocument | undefined> {
    const query = { filter: { _id: inGeneration(generation, follower) }, hint: ID_INDEX, limit: 1 };
    const { followers } = set ?? (await this.source.set());
    const [found] = await this.calls.read(() => find(followers, query));
    return found;
  }

  private async findAll(collection: Collection, queries: readonly FindQuery[]): Promise<Stored[]> {
    const documents = (await this.source.set()).documentsOf(collection);
    const found = await this.calls.read(() => Promise.all(queries.map((query) => find(documents, query))));
    return found.flat();
  }
}

/** The reads of the rows that are live, which may be exchanged. */
export class LiveMongoReadModel extends MongoReadModel implements ReadModel {
  constructor(
    readonly generations: MongoGenerations,
    calls: Calls,
  ) {
    super(generations, calls);
  }
}
