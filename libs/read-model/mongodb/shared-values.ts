import type { Collection } from 'mongodb';
import type { Calls } from './calls.js';
import { isDuplicateKey } from './errors.js';
import { ID_INDEX } from './queries.js';
import { find } from './find.js';

/** Values that all processes on one database share, whichever copy they use. */
export interface SharedDocument {
  readonly _id: string;
  /** One value or several, separated by commas. */
  readonly value: string;
}

const SEPARATOR = ',';

/**
 * Whether one of the values is among those registered last under this name, or none were. If so, these replace them.
 * @throws ReadModelUnavailableError
 */
export async function registerSharedValue(
  calls: Calls,
  documents: Collection<SharedDocument>,
  name: string,
  values: readonly string[],
): Promise<boolean> {
  const value = values.join(SEPARATOR);
  for (;;) {
    const query = { filter: { _id: name }, hint: ID_INDEX, limit: 1 };
    const [found] = await calls.read(() => find(documents, query));
    if (!found) {
      if (await insert(calls, documents, { _id: name, value })) return true;
      continue;
    }
    if (found.value === value) return true;
    const given = found.value.split(SEPARATOR);
    if (!values.some((each) => given.includes(each))) return false;
    // Another process may have registered its values meanwhile: these are compared with those then.
    const { matchedCount } = await calls.write(() => documents.updateOne(found, { $set: { value } }));
    if (matchedCount === 1) return true;
  }
}

/**
 * Registers values under a name, whatever was registered before.
 * @throws ReadModelUnavailableError
 */
export async function replaceSharedValue(
  calls: Calls,
  documents: Collection<SharedDocument>,
  name: string,
  values: readonly string[],
): Promise<void> {
  const update = { $set: { value: values.join(SEPARATOR) } };
  await calls.write(() => documents.updateOne({ _id: name }, update, { upsert: true }));
}

/** @returns false if there is one already */
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
