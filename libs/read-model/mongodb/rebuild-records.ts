// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import type { Collection } from 'mongodb';
import type { RebuildRecord, RebuildRecords } from '../rebuild-records.js';
import type { Calls } from './calls.js';
import { isDuplicateKey } from './errors.js';

export type { RebuildRecords } from '../rebuild-records.js';

export interface RebuildDocument extends RebuildRecord {
  readonly _id: string;
}

/** There is one record: the next rebuild replaces it. */
const LAST = 'last';

/** The record of the last rebuild, as a document. */
export class MongoRebuildRecords implements RebuildRecords {
  constructor(
    private readonly documents: Collection<RebuildDocument>,
    private readonly calls: Calls,
  ) {}

  async find(): Promise<RebuildRecord | undefined> {
    const found = await this.calls.read(() => this.documents.findOne({ _id: LAST }));
    if (!found) return undefined;
    const { _id, ...record } = found;
    return record;
  }

  async begin(next: RebuildRecord, before: string | undefined): Promise<boolean> {
    return this.calls.write(async () => {
      if (before !== undefined) {
        return (await this.documents.replaceOne({ _id: LAST, id: before }, next)).matchedCount === 1;
      }
      try {
        await this.documents.insertOne({ _id: LAST, ...next });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    });
  }

  async update(next: RebuildRecord): Promise<void> {
    const notEnded = { _id: LAST, id: next.id, isEnded: { $ne: true } };
    await this.calls.write(() => this.documents.replaceOne(notEnded, next));
  }
}
