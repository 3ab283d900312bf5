import { inFoldingOrder, keyText, type Projection, type ResidentRows, type Row } from '#kernel';
import { FOLLOWER_PROJECTIONS } from '../../../../apps/service/catalogue.js';
import type { Logged } from '../model/events.js';

/** Documents of a collection by the text of their key. */
export type Documents = Map<string, Row>;

/**
 * The rows of each collection after the whole log, folded event by event by the projections alone: no batch, store or
 * cache.
 */
export function freshFold(log: readonly Logged[]): ReadonlyMap<string, Documents> {
  const projections = inFoldingOrder(FOLLOWER_PROJECTIONS);
  const collections = new Map<string, Documents>(projections.map(({ collection }) => [collection.name, new Map()]));
  const resident = residentRows(projections, collections);
  for (const event of log)
    for (const projection of projections)
      for (const key of projection.keys(event)) {
        const documents = collections.get(projection.collection.name)!;
        const folded = projection.evolve(documents.get(keyText(key)), event, key, resident);
        if (folded) documents.set(keyText(key), { ...folded, revision: projection.orderOf?.(event) ?? event.revision });
      }
  return collections;
}

function residentRows(projections: readonly Projection[], collections: ReadonlyMap<string, Documents>): ResidentRows {
  const isLive = new Map(
    projections.flatMap(({ collection, resident }) => (resident ? [[collection.name, resident]] : [])),
  );
  return {
    row: (collection, key) => {
      const found = collections.get(collection.name)!.get(keyText(key));
      return found && isLive.get(collection.name)!.isLive(found) ? (found as never) : undefined;
    },
  };
}
