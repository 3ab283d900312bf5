import {
  type Collection,
  type DocumentKey,
  type IndexValue,
  type KeyScan,
  keyOf,
  keyText,
  type Row,
  type Scan,
  valuesOf,
} from '#kernel';
import { compareTuples, indexOrder } from '#read-model';
import { nameOfPrefix } from '../head/retained-events.js';
import type { LoadedKeys, LoadedScan, ScanRequest } from './rows-needed.js';

export function scanRequest(
  collection: Collection,
  index: string,
  prefix: readonly IndexValue[],
  after: readonly IndexValue[] | undefined,
  limit: number,
): ScanRequest {
  const prefixName = nameOfPrefix(index, prefix);
  return {
    name: `${collection.name}#${prefixName}>${after?.join('|') ?? ''}*${limit}`,
    prefixName,
    index,
    prefix,
    after,
    limit,
  };
}

/**
 * The rows that an index returned, joined with the rows that later events name, all brought up to date. Rows behind the
 * last one of a full read are unknown, so the scan ends there.
 */
export function joinScan<Doc extends Row>(
  collection: Collection<Doc>,
  { index, prefix, after, limit }: ScanRequest,
  loaded: LoadedScan,
  current: readonly (Doc | undefined)[],
): Scan<Doc> {
  const order = indexOrder(collection, index).slice(prefix.length);
  const end = loaded.full ? valuesOf(loaded.rows.at(-1)!, order) : undefined;
  const belongs = belongsTo(collection, { index, prefix, after }, end);
  const rows = current
    .filter((row): row is Doc => row !== undefined && belongs(row))
    .sort((a, b) => compareTuples(valuesOf(a, order), valuesOf(b, order)));
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: valuesOf(rows[limit - 1]!, order) };
  return { rows, next: end };
}

/**
 * The keys that an index returned, joined with the keys that later events name, brought up to date. A key that no event
 * names is taken as the index returned it: its row has not moved. Ends like a scan of rows.
 * @throws Error the index has a field behind the prefix that is not part of the key
 */
export function joinKeys<Doc extends Row>(
  collection: Collection<Doc>,
  request: ScanRequest,
  loaded: LoadedKeys,
  named: readonly { readonly key: DocumentKey; readonly row: Doc | undefined }[],
): KeyScan {
  const { index, prefix, limit } = request;
  const order = indexOrder(collection, index).slice(prefix.length);
  const keyFields = order.map((field) => collection.key.indexOf(field));
  if (keyFields.includes(-1)) throw new Error(`${collection.name}.${index} holds more than the key behind the prefix`);
  const positionOf = (key: DocumentKey) => keyFields.map((at) => key[at]!);
  const end = loaded.full ? positionOf(loaded.keys.at(-1)!) : undefined;
  if (named.length === 0) return { keys: loaded.keys, next: end };
  const belongs = belongsTo(collection, request, end);
  const names = new Set(named.map(({ key }) => keyText(key)));
  const keys = loaded.keys.filter((key) => !names.has(keyText(key)));
  for (const { row } of named) if (row !== undefined && belongs(row)) keys.push(keyOf(collection, row));
  keys.sort((a, b) => compareTuples(positionOf(a), positionOf(b)));
  if (keys.length > limit) return { keys: keys.slice(0, limit), next: positionOf(keys[limit - 1]!) };
  return { keys, next: end };
}

/** Whether a row is under the prefix, behind `after` and not behind the last known position. */
function belongsTo(
  collection: Collection,
  { index, prefix, after }: Pick<ScanRequest, 'index' | 'prefix' | 'after'>,
  end: readonly IndexValue[] | undefined,
): (row: Row) => boolean {
  const fields = indexOrder(collection, index);
  const [leading, order] = [fields.slice(0, prefix.length), fields.slice(prefix.length)];
  return (row) => {
    const position = valuesOf(row, order);
    return (
      compareTuples(valuesOf(row, leading), prefix) === 0 &&
      (!after || compareTuples(position, after) > 0) &&
      (!end || compareTuples(position, end) <= 0)
    );
  };
}
