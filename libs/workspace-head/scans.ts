import { type Collection, type IndexValue, type Row, type Scan, valuesOf } from '#kernel';
import { compareTuples, indexOrder } from '#read-model';
import { prefixName } from './retained-events.js';
import type { LoadedScan, ScanRequest } from './rows-needed.js';

export function scanRequest(
  collection: Collection,
  index: string,
  prefix: readonly IndexValue[],
  after: readonly IndexValue[] | undefined,
  limit: number,
): ScanRequest {
  const place = prefixName(index, prefix);
  return { name: `${collection.name}#${place}>${after?.join('|') ?? ''}*${limit}`, place, index, prefix, after, limit };
}

/**
 * What an index gave, joined with the rows that events behind it name, all brought up to date. Behind the last row of a full
 * read nothing is known, so the scan ends there.
 */
export function joinScan<Doc extends Row>(
  collection: Collection<Doc>,
  { index, prefix, after, limit }: ScanRequest,
  loaded: LoadedScan,
  current: readonly (Doc | undefined)[],
): Scan<Doc> {
  const fields = indexOrder(collection, index);
  const order = fields.slice(prefix.length);
  const end = loaded.full ? valuesOf(loaded.rows.at(-1)!, order) : undefined;
  const belongs = (row: Doc): boolean => {
    const place = valuesOf(row, order);
    return (
      compareTuples(valuesOf(row, fields.slice(0, prefix.length)), prefix) === 0 &&
      (!after || compareTuples(place, after) > 0) &&
      (!end || compareTuples(place, end) <= 0)
    );
  };
  const rows = current
    .filter((row): row is Doc => row !== undefined && belongs(row))
    .sort((a, b) => compareTuples(valuesOf(a, order), valuesOf(b, order)));
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: valuesOf(rows[limit - 1]!, order) };
  return { rows, next: end };
}
