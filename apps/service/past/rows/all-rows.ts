import { type Collection, type Row, valuesOf } from '#kernel';
import { indexOrder, type ReadModel } from '#read-model';

/**
 * All rows of a collection, a page at a time; none of a collection without an index, by which they could be walked. Of
 * rows that move in the index meanwhile, some may be left out or come twice.
 * @param workspaceId only rows of this workspace; undefined: all
 */
export async function* allRows<Doc extends Row>(
  model: Pick<ReadModel, 'page'>,
  collection: Collection<Doc>,
  limit: number,
  workspaceId: string | undefined,
): AsyncGenerator<readonly Doc[], void, undefined> {
  const { indexes } = collection;
  const index = (indexes.find(({ fields }) => fields[0] === 'workspace_id') ?? indexes[0])?.name;
  if (index === undefined) return;
  const order = indexOrder(collection, index);
  const prefix = workspaceId !== undefined && order[0] === 'workspace_id' ? [workspaceId] : [];
  for (let last: Doc | undefined; ;) {
    const after = last && { after: valuesOf(last, order.slice(prefix.length)) };
    const rows = await model.page(collection, { index, prefix, limit, ...after });
    const wanted = workspaceId === undefined ? rows : rows.filter((row) => workspaceIdOf(row) === workspaceId);
    if (wanted.length > 0) yield wanted;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

/** Undefined: rows of its collection do not say of which workspace they are. */
export function workspaceIdOf(row: Row): string | undefined {
  return (row as Row & { readonly workspace_id?: string }).workspace_id;
}
