import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreContract, reopenable } from '#event-store/contract';
import { SqliteEventStore } from '#event-store/sqlite';
import { ChainedEventStore } from './chained-event-store.js';

eventStoreContract('sqlite, chained', async (decoding) => {
  const directory = await mkdtemp(join(tmpdir(), 'chained-event-store-'));
  return reopenable(
    async () => new ChainedEventStore(await SqliteEventStore.open({ file: join(directory, 'events.db'), ...decoding })),
    () => rm(directory, { recursive: true }),
  );
});
