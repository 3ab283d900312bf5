import { type Calls, find, ID_INDEX } from '#read-model/mongodb';
import type { Collection } from 'mongodb';

/** All documents of a collection in the order of their ids, in pages. @throws PersonalKeysUnavailableError */
export async function* pagesOf<Doc extends { readonly _id: string }>(
  calls: Calls,
  documents: Collection<Doc>,
  size: number,
): AsyncGenerator<readonly Doc[], void, undefined> {
  let page: Doc[];
  let after = '';
  do {
    const query = { filter: { _id: { $gt: after } }, hint: ID_INDEX, sort: { _id: 1 }, limit: size } as const;
    page = await calls.read(() => find(documents, query));
    yield page;
    after = page.at(-1)?._id ?? '';
  } while (page.length === size);
}
