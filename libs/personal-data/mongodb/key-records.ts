import { ReadModelOpenError } from '#read-model';
import { Calls, chunked, find, ID_INDEX, openClient, upsert } from '#read-model/mongodb';
import type { AnyBulkWriteOperation, MongoClient } from 'mongodb';
import {
  copied,
  type KeyCopy,
  type KeyRecord,
  type KeyRecords,
  keysOfAnotherLog,
  NotTheseKeysError,
  ofWorkspace,
  refuseRewrapped,
  type StoreRecord,
  TakenKeys,
  type WorkspaceRecord,
  workspacesOf,
} from '../key-records.js';
import { PersonalKeysOpenError } from '../personal-keys.js';
import { fromBase64, KeyCollections, STORE, type SubjectDocument, subjectKey, toBase64 } from './documents.js';
import type { WorkspaceDocument } from './documents.js';
import { SHREDDINGS, unavailable } from './mongo-personal-keys.js';
import { pagesOf } from './pages.js';
import { StoreRecord as StoreDocuments } from './store-record.js';
import { GONE, presentDay } from './subject-keys.js';

/** Documents of one page, and statements of one bulk write. */
const PAGE = 500;

/** The records of a store of keys in a database of MongoDB, which may also become a copy of another store. */
export class MongoKeyRecords implements KeyRecords, KeyCopy {
  private readonly taken = new TakenKeys();

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
    for await (const page of pagesOf(this.calls, this.collections.workspaces, PAGE)) yield* page.map(workspaceRecord);
  }

  /** @see KeyRecords.keys */
  async *keys(workspaceId?: string): AsyncGenerator<readonly KeyRecord[], void, undefined> {
    const prefix = workspaceId === undefined ? '' : subjectKey(workspaceId, '');
    for await (const page of pagesOf(this.calls, this.collections.subjects, PAGE, prefix)) {
      yield page.flatMap(keyRecords);
    }
  }

  /** @see KeyCopy.take */
  async take(records: KeyRecords, signal: AbortSignal): Promise<number> {
    const store = await records.store();
    if (!store) return 0;
    await this.refuseOthers(store.id);
    await this.collections.create();
    // First, so that a copy that was interrupted is known for what it is.
    await this.put(store);
    const workspaces = await workspacesOf(records);
    for (const chunk of chunked([...workspaces.values()], PAGE)) await this.putWorkspaces(chunk);
    let keys = 0;
    for await (const page of records.keys()) {
      signal.throwIfAborted();
      const there = copied(page, workspaces);
      await this.putKeys(there);
      keys += there.length;
    }
    await refuseRewrapped(workspaces, records);
    return keys;
  }

  /** @see KeyCopy.takeWorkspace */
  async takeWorkspace(records: KeyRecords, workspaceId: string, signal: AbortSignal): Promise<number> {
    const own = ofWorkspace(records, workspaceId);
    const workspaces = await workspacesOf(own);
    await this.putWorkspaces([...workspaces.values()]);
    let shreds = false;
    for await (const page of own.keys()) {
      signal.throwIfAborted();
      const changed = this.taken.changed(copied(page, workspaces));
      await this.putKeys(changed);
      this.taken.took(changed);
      shreds ||= changed.some(({ present }) => !present);
    }
    // Processes that have read a key meanwhile forget it.
    if (shreds) await this.countShredding();
    await refuseRewrapped(workspaces, own);
    return this.taken.size;
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private countShredding(): Promise<void> {
    const update = { $inc: { count: 1 } };
    const statement = { updateOne: { filter: { _id: SHREDDINGS }, update, upsert: true } };
    return upsert(this.calls, this.collections.marks, [statement]);
  }

  private async refuseOthers(id: string): Promise<void> {
    const where = `The MongoDB database ${this.database}`;
    const there = await this.store();
    if (there && there.id !== id) throw keysOfAnotherLog(where);
    const { client, calls, collections, database } = this;
    const found = await calls.read(() => client.db(database).listCollections({}, { nameOnly: true }).toArray());
    const other = found.find(({ name }) => !collections.names.includes(name));
    if (other) throw new NotTheseKeysError(`${where} holds ${other.name}: name an empty place.`);
  }

  private async put({ id, isLossAccepted, shreddings }: StoreRecord): Promise<void> {
    const { calls, collections } = this;
    const store = { $set: { store_id: id, loss_accepted: isLossAccepted } };
    await upsert(calls, collections.store, [{ updateOne: { filter: { _id: STORE }, update: store, upsert: true } }]);
    const mark = { updateOne: { filter: { _id: SHREDDINGS }, update: { $set: { count: shreddings } }, upsert: true } };
    await upsert(calls, collections.marks, [mark]);
  }

  private putWorkspaces(workspaces: readonly WorkspaceRecord[]): Promise<void> {
    const statements = workspaces.map(({ workspaceId, isShredded: shredded, keys }) => {
      const stored = keys.map(({ generation, digest, wrapped }) => ({
        ...{ generation, digest: toBase64(digest), wrapped: toBase64(wrapped) },
      }));
      const replacement = { generation: stored.at(-1)?.generation ?? 0, keys: stored, shredded };
      return { replaceOne: { filter: { _id: workspaceId }, replacement, upsert: true } };
    });
    return upsert(this.calls, this.collections.workspaces, statements);
  }

  /** Statements about one subject come one after another: their order counts where its keys were exchanged. */
  private async putKeys(records: readonly KeyRecord[]): Promise<void> {
    const rounds: KeyRecord[][] = [];
    const seen = new Map<string, number>();
    for (const record of records) {
      const _id = subjectKey(record.workspaceId, record.subject);
      const round = seen.get(_id) ?? 0;
      seen.set(_id, round + 1);
      (rounds[round] ??= []).push(record);
    }
    const { calls, collections } = this;
    for (const round of rounds)
      for (const chunk of chunked(round, PAGE)) await upsert(calls, collections.subjects, chunk.flatMap(statementsOf));
  }
}

function workspaceRecord({ _id: workspaceId, shredded, keys }: WorkspaceDocument): WorkspaceRecord {
  const wrapped = keys.map((key) => ({
    ...{ generation: key.generation, digest: fromBase64(key.digest), wrapped: fromBase64(key.wrapped) },
  }));
  return { workspaceId, isShredded: shredded, keys: wrapped.sort((a, b) => a.generation - b.generation) };
}

function keyRecords({ _id, workspace_id: workspaceId, ids, key }: SubjectDocument): readonly KeyRecord[] {
  const subject = _id.slice(subjectKey(workspaceId, '').length);
  return ids.map((id) => {
    const present = key?.id === id ? { generation: key.generation, wrapped: fromBase64(key.wrapped) } : undefined;
    return { id, workspaceId, subject, present };
  });
}

/** A present key becomes the subject's; a shredded one is known by its id, and destroyed where it is still present. */
function statementsOf(record: KeyRecord): readonly AnyBulkWriteOperation<SubjectDocument>[] {
  const { id, workspaceId, subject, present } = record;
  const _id = subjectKey(workspaceId, subject);
  const known = { $addToSet: { ids: id } };
  if (!present) {
    return [
      { updateOne: { filter: { _id }, update: { $set: { workspace_id: workspaceId }, ...known }, upsert: true } },
      { updateOne: { filter: { _id, 'key.id': id }, update: { $unset: GONE } } },
    ];
  }
  const key = { id, generation: present.generation, wrapped: toBase64(present.wrapped) };
  const $set = { workspace_id: workspaceId, key, ...presentDay(workspaceId, subject) };
  return [{ updateOne: { filter: { _id }, update: { $set, ...known }, upsert: true } }];
}
