import type { Collection } from 'mongodb';
import type { Lease, LeaseRecords } from '../leases.js';
import { isDuplicateKey, translating } from './errors.js';

export interface LeaseDocument extends Lease {
  readonly _id: string;
}

/** Leases as documents; each exchange is one conditional write of one document, acknowledged by the majority. */
export class MongoLeases implements LeaseRecords {
  constructor(private readonly documents: Collection<LeaseDocument>) {}

  async find(name: string): Promise<Lease | undefined> {
    const found = await answeredInTime(() => this.documents.findOne({ _id: name }));
    return found ? { owner: found.owner, beats: found.beats } : undefined;
  }

  async exchange(name: string, seen: Lease | undefined, next: Lease): Promise<boolean> {
    if (!seen) return this.insert(name, next);
    const { owner, beats } = seen;
    const { matchedCount } = await answeredInTime(() =>
      this.documents.updateOne({ _id: name, owner, beats }, { $set: { ...next } }),
    );
    return matchedCount === 1;
  }

  private async insert(name: string, next: Lease): Promise<boolean> {
    try {
      await answeredInTime(() => this.documents.insertOne({ _id: name, ...next }));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

/** Milliseconds that a beat or a poll may take. Both come every second: a later answer counts as none. */
export const ANSWER_MS = 2_000;

function answeredInTime<Result>(work: () => Promise<Result>): Promise<Result> {
  return translating(work, ANSWER_MS);
}
