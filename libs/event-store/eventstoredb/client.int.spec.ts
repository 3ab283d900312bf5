import { startEventStore } from '../../../test/support/engines/event-store.js';
import type { EventStoreServer } from '../../../test/support/engines/event-store.js';
import { contractSchemas } from '../contract/index.js';
import { newPrefix, notes } from '../contract/subject.js';
import { Client } from './client.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import { reasonOf } from './faults.js';
import { readPosition } from './position.js';

describe('a subscription of the client', () => {
  let server: EventStoreServer;
  let store: EventStoreDbEventStore;
  let client: Client;

  beforeEach(async () => {
    server = await startEventStore();
    store = await EventStoreDbEventStore.open({ url: server.url, upcast: contractSchemas.upcast });
    client = new Client(server.url);
  });
  afterEach(async () => {
    await client.dispose();
    await store.close();
    await server.stop();
  });

  it('begins with the event after the given position', async () => {
    const prefix = newPrefix();
    const { position } = await store.append(`${prefix}a`, notes(2), 'no_stream');
    await store.append(`${prefix}a`, notes(2), 1);
    for (const [after, first] of [
      [readPosition(position), 2n],
      [undefined, 0n],
    ] as const) {
      const subscription = client.subscribe(after, [prefix], () => undefined);
      const begun = await new Promise((resolve) => {
        subscription.on('data', ({ event }) => resolve(event?.revision));
        subscription.on('caughtUp', () => resolve('caught up'));
        subscription.on('error', (error) => resolve(reasonOf(error)));
      });
      expect(begun).toBe(first);
      await subscription.unsubscribe();
    }
  });
});
