import { CACHE_COLLECTIONS, INDEXING } from '../../../apps/service/catalogue.js';
import type { DistributedDeployment } from '../../support/deployments/distributed.js';
import { startService } from '../../support/service.js';

/** Collections that no event feeds: they differ between two copies. And those of the index of events, which may lag. */
const ELSEWHERE = new Set(
  [...CACHE_COLLECTIONS, ...INDEXING.projections.map(({ collection }) => collection)].map(({ name }) => name),
);

/**
 * Expects the documents of a deployment to equal those of a read model that is rebuilt from the whole log. An event
 * that was counted twice or not at all would show as a difference.
 */
export async function expectRowsOfLog(deployment: DistributedDeployment): Promise<void> {
  const rebuilt = await deployment.withEmptyReadModel();
  try {
    const service = await startService({ deployment: rebuilt });
    await service.stop();
    const [rows, expected] = await Promise.all([documentsOf(deployment), documentsOf(rebuilt)]);
    expect(expected.size).toBeGreaterThan(0);
    expect([...rows.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [name, document] of expected) expect({ name, document: rows.get(name) }).toEqual({ name, document });
  } finally {
    await rebuilt.remove();
  }
}

/** The rows of the live set of each copy, by collection and id, without the names of the sets. */
async function documentsOf(deployment: DistributedDeployment): Promise<ReadonlyMap<string, unknown>> {
  const documents = await deployment.documents();
  const marks = documents.filter(({ collection }) => collection === '_copies').map(({ document }) => document);
  const live = new Set(marks.map(({ _id, set }) => `${String(set)}.${String(_id)}`));
  return new Map(
    documents.flatMap(({ collection, document }) => {
      const [name = '', set, copy] = collection.split('.');
      const isRow = !name.startsWith('_') && !ELSEWHERE.has(name) && live.has(`${set}.${copy}`);
      return isRow ? [[`${name}.${copy} ${String(document['_id'])}`, document] as const] : [];
    }),
  );
}
