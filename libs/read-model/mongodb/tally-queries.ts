import type { Collection, TallySpec } from '#kernel';
import { tallySpec } from '../index-order.js';
import type { TallyOptions } from '../read-model.js';
import { ascending, equal, type FindQuery } from './queries.js';

/** The index in which a tally is counted: the one that it names, or one of its own. */
export function tallyIndex({ name, index }: TallySpec): string {
  return index ?? `tally_${name}`;
}

/** The key pattern of the index that a tally has of its own. */
export function tallyPattern({ fields, only }: TallySpec): Readonly<Record<string, 1>> {
  return ascending([...fields.slice(0, -1), only.field, fields.at(-1)!]);
}

/** The filters of a tally, whose counts are added up: one stretch of its index for each of its values. */
export function tallyQueries(
  collection: Collection,
  { tally, prefix, above }: TallyOptions,
): readonly Pick<FindQuery, 'filter' | 'hint'>[] {
  const spec = tallySpec(collection, tally, prefix.length);
  const { fields, only } = spec;
  const [under, hint] = [equal(fields, prefix), tallyIndex(spec)];
  return only.values.map((value) => {
    return { filter: { ...under, [only.field]: value, [fields.at(-1)!]: { $gt: above } }, hint };
  });
}
