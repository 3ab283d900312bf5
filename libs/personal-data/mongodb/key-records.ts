import { ReadModelOpenError } from '#read-model';
import { Calls, find, ID_INDEX, openClient, upsert } from '#read-model/mongodb';
import type { AnyBulkWriteOperation, Collection, MongoClient } from 'mongodb';
import { beingRewrapped, type KeyCopy, type KeyRecords } from '../key-records.js';
import type { StoreRecord, SubjectRecord, WorkspaceRecord } from '../key-records.js';
import { otherKeys, PersonalKeysOpenError } from '../personal-keys.js';
import { fromBase64, KeyCollections, STORE, type SubjectDocument, subjectKey, toBase64 } from './documents.js';
import type { WorkspaceDocument } from './documents.js';
import { SHREDDINGS, unavailable } from './mongo-personal-keys.js';
import { StoreRecord as StoreDocuments } from './store-record.js';
import { presentDay } from './subject-keys.js';

/** Documents of one page, and statements of one bulk write. */
const PAGE = 500;

/** The records of a store of keys in a database of MongoDB, which may also become a copy of another store. */
export class MongoKeyRecords implements KeyRecords, KeyCopy {
  private constructor(
    private readonly client: MongoClient,
    private readonly calls: Calls,
    private readonly collections: KeyCollections,
    private readonly database: string,
  ) {}

  /**
   * Connects. Nothing is made yet.
   * @throws PersonalKeysOpenError no server answers, wrong credentials or rights, too old, another kind of server
   */
  static async open({ url, database }: { readonly url: string; readonly database: string }): Promise<MongoKeyRecords> {
    try {
      return await openClient({ url, database, readConcernLevel: 'majority' }, async (client, health) => {
        const calls = new Calls(health, unavailable);
        return new MongoKeyRecords(client, calls, new KeyCollections(client, database), database);
      });
    } catch (error) {
      if (error instanceof ReadModelOpenError) throw new PersonalKeysOpenError(error.message, { cause: error });
      throw error;
    }
  }

  /** @see KeyRecords.store */
  async store(): Promise<StoreRecord | undefined> {
    const { calls, collections } = this;
    const found = await new StoreDocuments(calls, collections.store).find();
    if (!found) return undefined;
    const query = { filter: { _id: SHREDDINGS }, hint: ID_INDEX, limit: 1 };
    const [mark] = await calls.read(() => find(collections.marks, query));
    return { id: found.store_id, isLossAccepted: found.loss_accepted, shreddings: mark?.count ?? 0 };
  }

  /** @see KeyRecords.workspaces */
  async *workspaces(): AsyncGenerator<WorkspaceRecord, void, undefined> {
    for await (const { _id: workspaceId, shredded, keys } of this.documents(this.collections.workspaces)) {
      const unwritten = keys.map(({ generation, digest, wrapped }) => ({
        ...{ generation, digest: fromBase64(digest), wrapped: fromBase64(wrapped) },
      }));
      unwritten.sort((a, b) => a.generation - b.generation);
      yield { workspaceId, isShredded: shredded, keys: unwritten };
    }
  }

  /** @see KeyRecords.subjects */
  async *subjects(): AsyncGenerator<SubjectRecord, void, undefined> {
    for await (const { _id, workspace_id: workspaceId, ids, key } of this.documents(this.collections.subjects)) {
      // A subject whose only key was taken back before anything was sealed with it.
      if (ids.length === 0) continue;
      const present = key && { id: key.id, generation: key.generation, wrapped: fromBase64(key.wrapped) };
      yield { workspaceId, subject: _id.slice(subjectKey(workspaceId, '').length), ids, present };
    }
  }

  /** @see KeyCopy.take */
  async take(records: KeyRecords): Promise<number> {
    const store = await records.store();
    if (!store) return 0;
    await this.refuseOthers(store.id);
    await this.collections.create();
    // First, so that a copy that was interrupted is known for what it is.
    await this.put(store);
    const known = new Map<string, ReadonlySet<number>>();
    await this.replaceAll(this.collections.workspaces, records.workspaces(), (each) => {
      known.set(each.workspaceId, new Set(each.keys.map(({ generation }) => generation)));
      return workspaceDocument(each);
    });
    return this.replaceAll(this.collections.subjects, records.subjects(), (each) => {
      const generations = known.get(each.workspaceId);
      // Made since the workspaces were read.
      if (!generations) return undefined;
      const isShredded = generations.size === 0;
      if (!isShredded && each.present && !generations.has(each.present.generation))
        throw beingRewrapped(each.workspaceId);
      return subjectDocument(isShredded ? { ...each, present: undefined } : each);
    });
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async refuseOthers(id: string): Promise<void> {
    const there = await this.store();
    if (there && there.id !== id) throw otherKeys(`the MongoDB database ${this.database}`);
  }

  private async put({ id, isLossAccepted, shreddings }: StoreRecord): Promise<void> {
    const { calls, collections } = this;
    const store = { $set: { store_id: id, loss_accepted: isLossAccepted } };
    await upsert(calls, collections.store, [{ updateOne: { filter: { _id: STORE }, update: store, upsert: true } }]);
    const mark = { updateOne: { filter: { _id: SHREDDINGS }, update: { $set: { count: shreddings } }, upsert: true } };
    await upsert(calls, collections.marks, [mark]);
  }

  private async *documents<Doc extends { readonly _id: string }>(
    collection: Collection<Doc>,
  ): AsyncGenerator<Doc, void, undefined> {
    let page: Doc[];
    let after = '';
    do {
      const query = { filter: { _id: { $gt: after } }, hint: ID_INDEX, sort: { _id: 1 }, limit: PAGE } as const;
      page = await this.calls.read(() => find(collection, query));
      yield* page;
      after = page.at(-1)?._id ?? '';
    } while (page.length === PAGE);
  }

  private async replaceAll<Item, Doc extends { readonly _id: string }>(
    collection: Collection<Doc>,
    items: Iterable<Item> | AsyncIterable<Item>,
    documentOf: (item: Item) => Doc | undefined,
  ): Promise<number> {
    let statements: AnyBulkWriteOperation<Doc>[] = [];
    let count = 0;
    const write = async (): Promise<void> => {
      if (statements.length > 0) await upsert(this.calls, collection, statements);
      statements = [];
    };
    for await (const item of items) {
      const document = documentOf(item);
      if (!document) continue;
      const filter = { _id: document._id } as object;
      statements.push({ replaceOne: { filter, replacement: document, upsert: true } });
      count += 1;
      if (statements.length === PAGE) await write();
    }
    await write();
    return count;
  }
}

function workspaceDocument({ workspaceId, isShredded, keys }: WorkspaceRecord): WorkspaceDocument {
  const stored = keys.map(({ generation, digest, wrapped }) => ({
    ...{ generation, digest: toBase64(digest), wrapped: toBase64(wrapped) },
  }));
  return { _id: workspaceId, generation: stored.at(-1)?.generation ?? 0, keys: stored, shredded: isShredded };
}

function subjectDocument({ workspaceId, subject, ids, present }: SubjectRecord): SubjectDocument {
  const key = present && { ...present, wrapped: toBase64(present.wrapped) };
  return {
    ...{ _id: subjectKey(workspaceId, subject), workspace_id: workspaceId, ids },
    ...(key && { key, ...presentDay(workspaceId, subject) }),
  };
}
