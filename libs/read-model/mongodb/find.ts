import type { Collection } from 'mongodb';
import type { FindQuery, MergeQuery } from './queries.js';

/** Sends a query. All its rows come at once, as far as one answer of the server holds them. */
export function find<Doc extends object>(
  documents: Collection<Doc>,
  { filter, limit, ...options }: FindQuery | MergeQuery,
): Promise<Doc[]> {
  // The types of the driver know each document's fields; queries are made from declarations.
  return documents.find(filter as object, { ...options, limit, batchSize: limit }).toArray() as Promise<Doc[]>;
}
