import { MongoReadModelConnection } from '#read-model/mongodb';
import { CACHE_COLLECTIONS, FOLLOWER, FOLLOWER_PROJECTIONS } from '../../catalogue.js';
import { checkUrls } from '../../distributed-stores.js';
import type { DistributedStores } from '../../stores-config.js';
import type { LiveRows } from './rows-of-service.js';

/** @throws ConfigError, ReadModelOpenError */
export async function openSharedRows(stores: DistributedStores): Promise<LiveRows> {
  checkUrls(stores);
  const shape = { projections: FOLLOWER_PROJECTIONS, others: CACHE_COLLECTIONS };
  const rows = await MongoReadModelConnection.openExisting({ url: stores.readModelUrl, ...shape });
  return { model: rows.model, checkpoint: () => rows.writer.checkpoint(FOLLOWER), close: () => rows.close() };
}
