import { EventStoreDouble } from '../../../test/doubles/eventstoredb/event-store-double.js';
import { eventStoreContract } from '../contract/index.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

eventStoreContract('eventstoredb', async (upcast) => {
  const server = await EventStoreDouble.start();
  const open = (): Promise<EventStoreDbEventStore> => EventStoreDbEventStore.open({ url: server.url, upcast });
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
      await server.stop();
    },
  };
});
