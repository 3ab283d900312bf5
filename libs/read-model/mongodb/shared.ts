import type { Collection } from 'mongodb';
import type { Calls } from './calls.js';
import { isDuplicateKey } from './errors.js';
import { ID_INDEX } from './queries.js';
import { find } from './reading.js';

/** What all processes on one database have in common, whichever copy they use. */
export interface SharedDocument {
  readonly _id: string;
  readonly value: string;
}

/**
 * Whether the value is the one that whoever came first gave under this name; who comes first is right.
 * @throws ReadModelUnavailableError
 */
export async function agreeOn(
  calls: Calls,
  documents: Collection<SharedDocument>,
  name: string,
  value: string,
): Promise<boolean> {
  for (;;) {
    const query = { filter: { _id: name }, hint: ID_INDEX, limit: 1 };
    const [found] = await calls.read(() => find(documents, query));
    if (found) return found.value === value;
    if (await insert(calls, documents, { _id: name, value })) return true;
  }
}

/** @returns false if there is one already. */
function insert(calls: Calls, documents: Collection<SharedDocument>, document: SharedDocument): Promise<boolean> {
  return calls.write(async () => {
    try {
      await documents.insertOne(document);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  });
}
