import type { Collection, DocumentKey, Row } from '#kernel';
import { keyText } from '#kernel';

/** A document as stored in MongoDB: the row's own fields, flat, and its key as one text. */
export interface Stored {
  readonly _id: string;
  readonly revision: number;
  readonly [field: string]: unknown;
}

/**
 * The document to be stored for a row. `fromStored` returns what JSON would return, except that NaN stays NaN.
 * @throws Error the row would not come back so: it lacks its key, or has a field `_id`, with a dot or
 *   with a dollar in front. (Fields further inside may have any name but `_bsontype`.)
 */
export function toStored(collection: Collection, key: DocumentKey, document: Row): Stored {
  const fields = document as Row & Readonly<Record<string, unknown>>;
  const complain = (what: string) => new Error(`${collection.name} ${key.join('/')}: ${what}`);
  for (const [i, name] of collection.key.entries()) {
    if (fields[name] !== key[i]) throw complain(`the document does not bear its key in ${name}`);
  }
  for (const name of Object.keys(fields)) {
    if (name === '_id' || name.startsWith('$') || name.includes('.')) throw complain(`MongoDB has no field ${name}`);
  }
  return { _id: keyText(key), ...fields };
}

/** The row of a stored document. */
export function fromStored<Doc extends Row>(stored: Stored): Doc {
  const { _id, ...document } = stored;
  return document as Row as Doc;
}
