import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreContract } from '../contract/index.js';
import { SqliteEventStore } from './sqlite-event-store.js';

eventStoreContract('sqlite', async (upcast) => {
  const directory = await mkdtemp(join(tmpdir(), 'event-store-'));
  const open = (): Promise<SqliteEventStore> => SqliteEventStore.open({ file: join(directory, 'events.db'), upcast });
  let store = await open();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await open();
      return store;
    },
    dispose: async () => {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
});
