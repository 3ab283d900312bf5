import {
  type Collection,
  type IndexValue,
  type ProposedValuesOptions,
  type ProposeOptions,
  type Row,
  valuesOf,
} from '#kernel';
import { indexOrder } from '#read-model';
import type { LoadedScan, MergeRequest, ValuesRequest } from './rows-needed.js';

export function mergeRequest({ name }: Collection, options: ProposeOptions): MergeRequest {
  const { index, prefixes, after, to, limit, asOf } = options;
  return {
    name: `${name}#${index}#${JSON.stringify([prefixes, after ?? null, to ?? null, limit, asOf ?? null])}`,
    options: { index, prefixes, limit, ...(after ? { after } : {}), ...(to === undefined ? {} : { to }) },
  };
}

export function valuesRequest({ name }: Collection, options: ProposedValuesOptions): ValuesRequest {
  const { index, prefix, to, limit } = options;
  return { name: `${name}#${index}#${JSON.stringify([prefix, to ?? null, limit])}`, options };
}

/** The place behind which the index was not read: that of the last row of a full read. */
export function endOf(
  collection: Collection,
  { index, prefixes }: ProposeOptions,
  { rows, full }: LoadedScan,
): readonly IndexValue[] | undefined {
  if (!full) return undefined;
  return valuesOf(rows.at(-1) as Row, indexOrder(collection, index).slice(prefixes[0]?.length ?? 0));
}
