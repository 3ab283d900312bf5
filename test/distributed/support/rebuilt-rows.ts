import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS, INDEXING } from '../../../apps/service/catalogue.js';
import type { DistributedDeployment } from '../../support/deployments/distributed.js';
import { startService } from '../../support/service.js';

/** Collections that no event feeds: they differ between two copies. And those of the index of events, which may lag. */
const ELSEWHERE = new Set(
  [...CACHE_COLLECTIONS, ...INDEXING.projections.map(({ collection }) => collection)].map(({ name }) => name),
);

/** By collection: fields that are amended beside the log, when the time for it has come. */
const CACHED_FIELDS = new Map(FOLLOWER_PROJECTIONS.map((each) => [each.collection.name, each.cachedFields ?? []]));

/**
 * Expects the documents of a deployment to equal those of a read model that is rebuilt from the whole log. An event
 * that was counted twice or not at all would show as a difference.
 * @param cachedFields `left out` where the clock was put ahead: what has been amended since is no difference
 */
export async function expectRowsOfLog(
  deployment: DistributedDeployment,
  cachedFields: 'compared' | 'left out' = 'compared',
): Promise<void> {
  const rebuilt = await deployment.withEmptyReadModel();
  try {
    const service = await startService({ deployment: rebuilt });
    await service.stop();
    const read = (of: DistributedDeployment) => documentsOf(of, cachedFields === 'compared');
    const [rows, expected] = await Promise.all([read(deployment), read(rebuilt)]);
    expect(expected.size).toBeGreaterThan(0);
    expect([...rows.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [name, document] of expected) expect({ name, document: rows.get(name) }).toEqual({ name, document });
  } finally {
    await rebuilt.remove();
  }
}

/** The rows of the live set of each copy, by collection and id, without the names of the sets. */
async function documentsOf(
  deployment: DistributedDeployment,
  withCachedFields: boolean,
): Promise<ReadonlyMap<string, unknown>> {
  const documents = await deployment.documents();
  const marks = documents.filter(({ collection }) => collection === '_copies').map(({ document }) => document);
  const live = new Set(marks.map(({ _id, set }) => `${String(set)}.${String(_id)}`));
  return new Map(
    documents.flatMap(({ collection, document }) => {
      const [name = '', set, copy] = collection.split('.');
      const isRow = !name.startsWith('_') && !ELSEWHERE.has(name) && live.has(`${set}.${copy}`);
      if (!isRow) return [];
      const leftOut = withCachedFields ? [] : (CACHED_FIELDS.get(name) ?? []);
      const shown = Object.fromEntries(Object.entries(document).filter(([field]) => !leftOut.includes(field)));
      return [[`${name}.${copy} ${String(document['_id'])}`, shown] as const];
    }),
  );
}
