import { type Calls, find, ID_INDEX, upsert } from '#read-model/mongodb';
import type { Collection } from 'mongodb';
import { newKeyId } from '../wrapping.js';
import { STORE, type StoreDocument } from './documents.js';

/** The one document about the store itself. */
export class StoreRecord {
  constructor(
    private readonly calls: Calls,
    private readonly documents: Collection<StoreDocument>,
  ) {}

  /** The document; undefined: the store was never made. */
  async find(): Promise<StoreDocument | undefined> {
    const query = { filter: { _id: STORE }, hint: ID_INDEX, limit: 1 } as const;
    const [found] = await this.calls.read(() => find(this.documents, query));
    return found;
  }

  /** Makes the document with a new id, unless there is one. */
  make(): Promise<void> {
    return this.write({ $setOnInsert: { store_id: newKeyId(), loss_accepted: false } }, true);
  }

  acceptLoss(): Promise<void> {
    return this.write({ $set: { loss_accepted: true } }, false);
  }

  private write(update: object, isNew: boolean): Promise<void> {
    return upsert(this.calls, this.documents, [{ updateOne: { filter: { _id: STORE }, update, upsert: isNew } }]);
  }
}
