import { type Calls, find, ID_INDEX } from '#read-model/mongodb';
import type { Collection } from 'mongodb';

/** Stands behind every text that an id of the service has. */
const BEHIND_ALL = '\u{10ffff}';

/**
 * All documents of a collection in the order of their ids, or those whose ids begin with a prefix, in pages.
 * @throws PersonalKeysUnavailableError
 */
export async function* pagesOf<Doc extends { readonly _id: string }>(
  calls: Calls,
  documents: Collection<Doc>,
  size: number,
  prefix = '',
): AsyncGenerator<readonly Doc[], void, undefined> {
  let page: Doc[];
  let after = prefix;
  const until = prefix === '' ? {} : { $lt: `${prefix}${BEHIND_ALL}` };
  do {
    const query = { filter: { _id: { $gt: after, ...until } }, hint: ID_INDEX, sort: { _id: 1 }, limit: size } as const;
    page = await calls.read(() => find(documents, query));
    yield page;
    after = page.at(-1)?._id ?? after;
  } while (page.length === size);
}
