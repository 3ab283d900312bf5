import {
  type Collection,
  type IndexValue,
  type CandidateValuesOptions,
  type CandidatesOptions,
  type Row,
  valuesOf,
} from '#kernel';
import { indexOrder } from '#read-model';
import type { LoadedScan, MergeRequest, ValuesRequest } from './rows-needed.js';

export function mergeRequest({ name }: Collection, options: CandidatesOptions): MergeRequest {
  const { index, prefixes, after, to, limit, asOf } = options;
  return {
    name: `${name}#${index}#${JSON.stringify([prefixes, after ?? null, to ?? null, limit, asOf ?? null])}`,
    options: { index, prefixes, limit, ...(after ? { after } : {}), ...(to === undefined ? {} : { to }) },
  };
}

export function valuesRequest({ name }: Collection, options: CandidateValuesOptions): ValuesRequest {
  const { asOf, ...read } = options;
  const { index, prefix, to, limit } = read;
  return { name: `${name}#${index}#${JSON.stringify([prefix, to ?? null, limit, asOf ?? null])}`, options: read };
}

/** The last known position of an index read: that of the last row of a full read. */
export function endOf(
  collection: Collection,
  { index, prefixes }: CandidatesOptions,
  { rows, full }: LoadedScan,
): readonly IndexValue[] | undefined {
  if (!full) return undefined;
  return valuesOf(rows.at(-1) as Row, indexOrder(collection, index).slice(prefixes[0]?.length ?? 0));
}
