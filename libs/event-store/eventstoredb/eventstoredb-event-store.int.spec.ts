import { EventStoreDouble } from '../../../test/doubles/eventstoredb/event-store-double.js';
import { eventStoreContract, reopenable } from '../contract/index.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

eventStoreContract('eventstoredb', async (upcast) => {
  const server = await EventStoreDouble.start();
  return reopenable(
    () => EventStoreDbEventStore.open({ url: server.url, upcast }),
    () => server.stop(),
  );
});
