import type { RowReader } from '../head/load-head.js';

/** A read model that counts the rows it returns. */
export function counted(reader: RowReader): { readonly reader: RowReader; read(): number } {
  let rows = 0;
  const count = async <Found>(found: Promise<Found[]>): Promise<Found[]> => {
    const answer = await found;
    rows += answer.length;
    return answer;
  };
  return {
    reader: {
      projectedRevision: (workspaceId) => reader.projectedRevision(workspaceId),
      getMany: (collection, keys) => count(reader.getMany(collection, keys)),
      page: (collection, options) => count(reader.page(collection, options)),
      pageKeys: (collection, options) => count(reader.pageKeys(collection, options)),
      merge: (collection, options) => count(reader.merge(collection, options)),
      distinct: (collection, options) => count(reader.distinct(collection, options)),
    },
    read: () => rows,
  };
}
