import type { Collection } from 'mongodb';
import type { LifeRecords } from '../live-processes.js';
import type { Calls } from './calls.js';

/** The signs of life of all processes, in one document. */
export interface LifeDocument {
  readonly _id: string;
  readonly signs?: Readonly<Record<string, number>>;
}

const ID = 'api';

/** Signs of life as fields of one document, so that a process gives its own and reads those of all in one request. */
export class MongoLifeRecords implements LifeRecords {
  constructor(
    private readonly documents: Collection<LifeDocument>,
    private readonly calls: Calls,
  ) {}

  async sign(process: string): Promise<ReadonlyMap<string, number>> {
    const found = await this.calls.write(() =>
      this.documents.findOneAndUpdate(
        { _id: ID },
        { $inc: { [fieldOf(process)]: 1 } },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    return new Map(Object.entries(found?.signs ?? {}));
  }

  async remove(processes: readonly string[]): Promise<void> {
    const $unset = Object.fromEntries(processes.map((process) => [fieldOf(process), '' as const]));
    await this.calls.write(() => this.documents.updateOne({ _id: ID }, { $unset }));
  }
}

/** The path of the signs of a process, whose name has no dots. */
function fieldOf(process: string): string {
  return `signs.${process}`;
}
