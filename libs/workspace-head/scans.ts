import type { Collection, IndexValue, Row, Scan } from '#kernel';
import { indexFields, valuesOf } from './fields.js';
import { prefixName } from './retained-events.js';
import type { LoadedScan, ScanRequest } from './rows-needed.js';

export function scanRequest(
  collection: Collection,
  index: string,
  prefix: readonly IndexValue[],
  after: readonly IndexValue[] | undefined,
  limit: number,
): ScanRequest {
  const place = prefixName(collection.name, index, prefix);
  return { name: `${place}>${after?.join('|') ?? ''}*${limit}`, place, collection, index, prefix, after, limit };
}

/**
 * What an index gave, joined with the rows that events behind it name, all brought up to date. Behind the last row of a full
 * read nothing is known, so the scan ends there.
 */
export function joinScan<Doc extends Row>(
  { collection, index, prefix, after, limit }: ScanRequest,
  loaded: LoadedScan,
  current: readonly (Doc | undefined)[],
): Scan<Doc> {
  const fields = indexFields(collection, index);
  const order = fields.slice(prefix.length);
  const end = loaded.full ? valuesOf(loaded.rows.at(-1)!, order) : undefined;
  const belongs = (row: Doc): boolean => {
    const place = valuesOf(row, order);
    return (
      compare(valuesOf(row, fields.slice(0, prefix.length)), prefix) === 0 &&
      (!after || compare(place, after) > 0) &&
      (!end || compare(place, end) <= 0)
    );
  };
  const rows = current
    .filter((row): row is Doc => row !== undefined && belongs(row))
    .sort((a, b) => compare(valuesOf(a, order), valuesOf(b, order)));
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: valuesOf(rows[limit - 1]!, order) };
  return { rows, next: end };
}

/** Field by field, as the read models do: numbers by value, texts by code unit (they are ids, digits and ASCII names). */
function compare(a: readonly IndexValue[], b: readonly IndexValue[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    if (a[at]! < b[at]!) return -1;
    if (a[at]! > b[at]!) return 1;
  }
  return 0;
}
