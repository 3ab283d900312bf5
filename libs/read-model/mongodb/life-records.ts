import type { Collection } from 'mongodb';
import type { LifeRecords } from '../live-processes.js';
import { ReadModelUnavailableError } from '../read-model.js';
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
    /** Whether there are rows: a database that was dropped is not made again by a sign. */
    private readonly isThere: () => Promise<boolean>,
  ) {}

  async sign(process: string): Promise<ReadonlyMap<string, number>> {
    const give = (upsert: boolean) =>
      this.calls.write(() =>
        this.documents.findOneAndUpdate(
          { _id: ID },
          { $inc: { [fieldOf(process)]: 1 } },
          { upsert, returnDocument: 'after' },
        ),
      );
    let found = await give(false);
    if (!found) {
      if (!(await this.isThere())) throw new ReadModelUnavailableError('The read model was dropped.');
      found = await give(true);
    }
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
