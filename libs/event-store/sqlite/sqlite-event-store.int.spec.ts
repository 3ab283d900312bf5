import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreContract, reopenable } from '../contract/index.js';
import { SqliteEventStore } from './sqlite-event-store.js';

eventStoreContract('sqlite', async (decoding) => {
  const directory = await mkdtemp(join(tmpdir(), 'event-store-'));
  return reopenable(
    () => SqliteEventStore.open({ file: join(directory, 'events.db'), ...decoding }),
    () => rm(directory, { recursive: true }),
  );
});
