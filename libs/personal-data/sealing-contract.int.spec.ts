import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppendResult, type EventStore, type ExpectedRevision } from '#event-store';
import { eventStoreContract, reopenable } from '#event-store/contract';
import { SqliteEventStore } from '#event-store/sqlite';
import { contactSubject, daySubject, EventSchemas, type NewEvent } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { Kernel } from '../../test/simulation/kernel/kernel.js';
import { Network, NO_FAULTS } from '../../test/simulation/stores/network.js';
import { SimulatedEventStore } from '../../test/simulation/stores/simulated-event-store.js';
import { SimulatedLog } from '../../test/simulation/stores/simulated-log.js';
import { SealingEventStore } from './sealing-event-store.js';
import { WatchedKeys } from './testing/index.js';

/** The suite counts sizes as its events are; longer texts are not sealed. */
const LONGEST_SEALED = 10_000;

/** The notes of the suite are taken for personal, under two keys. */
const schemas = new EventSchemas([
  {
    type: 'NoteTaken',
    version: 1,
    personal: {
      fields: ['text'],
      subjects: ({ data, metadata }) =>
        JSON.stringify(data).length > LONGEST_SEALED
          ? []
          : [contactSubject(metadata.workspace_id), daySubject('calls', metadata.occurred_at)],
    },
  },
]);

/** Where the suite writes the JSON of an event itself, the event has no other data. */
class SealingOfContract extends SealingEventStore {
  override append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const written = events.map((event) => (event.json === undefined ? event : { ...event, data: {} }));
    return super.append(stream, written, expected);
  }
}

/** How many appends were sealed is proof that the suite has not run on plain ones. */
const keys = new WatchedKeys();
const sealing = (store: EventStore) => new SealingOfContract({ store, keys, schemas, timers: new VirtualTimers() });

eventStoreContract('sqlite, sealed', async (decoding) => {
  const directory = await mkdtemp(join(tmpdir(), 'sealing-event-store-'));
  return reopenable(
    async () => sealing(await SqliteEventStore.open({ file: join(directory, 'events.db'), ...decoding })),
    () => rm(directory, { recursive: true }),
  );
});

eventStoreContract('simulated, sealed', async (decoding) => {
  const kernel = new Kernel(1, 0);
  const network = new Network(kernel, kernel.random.fork('network'), 'store', NO_FAULTS, () => undefined);
  const ended = new AbortController();
  const played = kernel.playUntil(ended.signal);
  const log = new SimulatedLog(() => kernel.now());
  const owner = { name: 'p', isAlive: true, pausedUntil: 0 };
  const monotonic = () => kernel.now();
  return reopenable(
    async () => sealing(new SimulatedEventStore({ ...decoding, kernel, log, network, owner, monotonic })),
    async () => {
      ended.abort();
      await played;
    },
  );
});

afterAll(() => {
  expect(keys.ensured.length).toBeGreaterThan(1_000);
  expect(keys.got.length).toBeGreaterThan(100);
});
