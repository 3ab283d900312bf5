import { ASIDE } from '../../../apps/service/catalogue.js';
import type { DistributedPlace } from '../../support/places/distributed.js';
import { startService } from '../../support/service.js';

/** Bookkeeping, and what no event feeds: not the same in two copies. */
const ELSEWHERE = new Set(ASIDE.map(({ name }) => name));

/**
 * Holds the documents of a place to its log: they are, one by one, what a read model has that is made anew from the whole log. What was
 * counted twice, or lost on the way, would differ.
 */
export async function expectRowsOfLog(place: DistributedPlace): Promise<void> {
  const anew = await place.withEmptyReadModel();
  try {
    const service = await startService({ place: anew });
    await service.stop();
    const [rows, expected] = await Promise.all([documentsOf(place), documentsOf(anew)]);
    expect([...rows.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [name, document] of expected) expect({ name, document: rows.get(name) }).toEqual({ name, document });
  } finally {
    await anew.remove();
  }
}

async function documentsOf(place: DistributedPlace): Promise<ReadonlyMap<string, unknown>> {
  const documents = await place.documents();
  return new Map(
    documents
      .filter(({ collection }) => !collection.startsWith('_') && !ELSEWHERE.has(collection.split('.')[0]!))
      .map(({ collection, document }) => [`${collection} ${String(document['_id'])}`, document]),
  );
}
