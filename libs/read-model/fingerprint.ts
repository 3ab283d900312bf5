import { createHash } from 'node:crypto';
import type { Collection, Projection } from '#kernel';
import { HELD_STREAMS } from './projecting/held-stream-row.js';

/**
 * A hash, in hexadecimal, of everything besides the log that documents depend on: a read model with another fingerprint
 * is built anew.
 * @param layout of the storage, where documents of one shape may be kept in several ways
 */
export function fingerprintOf(
  projections: readonly Pick<Projection, 'collection' | 'version'>[],
  others: readonly Collection[],
  layout?: string,
): string {
  // JSON leaves out what is undefined: collections without tallies keep their fingerprint.
  const shape = ({ name, key, indexes, tallies }: Collection, version: number) => {
    return { name, key, indexes, tallies, version };
  };
  const shapes = [
    ...projections.map(({ collection, version }) => shape(collection, version)),
    ...others.map((collection) => shape(collection, 0)),
    shape(HELD_STREAMS, 1),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(layout === undefined ? shapes : [layout, shapes]))
    .digest('hex');
}
