import { findFile, SqliteReadModel } from '#read-model/sqlite';
import { CACHE_COLLECTIONS, FOLLOWER, FOLLOWER_PROJECTIONS } from '../../catalogue.js';
import type { Stores } from '../../stores-config.js';
import type { LiveRows } from './rows-of-service.js';

/** @throws ReadModelOpenError there are no rows of this version, or they cannot be read: one clear sentence */
export async function openLiveRows(stores: Stores): Promise<LiveRows> {
  if (stores.shape !== 'embedded') {
    // Loaded on demand, as for the service itself.
    const { openSharedRows } = await import('./shared-live-rows.js');
    return openSharedRows(stores);
  }
  const shape = { projections: FOLLOWER_PROJECTIONS, others: CACHE_COLLECTIONS };
  const model = new SqliteReadModel(findFile({ path: stores.readModelFile, ...shape }));
  model.open();
  return { model, checkpoint: async () => model.checkpoint(FOLLOWER), close: async () => model.close() };
}
