import { EventStoreDouble } from '../../../test/doubles/eventstoredb/event-store-double.js';
import { describeOnDouble } from '../../../test/support/double-only.js';
import { startEventStore } from '../../../test/support/engines/event-store.js';
import type { EventStoreServer } from '../../../test/support/engines/event-store.js';
import { until } from '../../../test/support/until.js';
import { contractSchemas } from '../contract/index.js';
import { newPrefix, notes } from '../contract/subject.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import { Collector } from './testing/collector.js';
import type { Timings } from './timings.js';

/** Short enough to see the watchdog end a subscription, long enough for a busy machine. */
const BRISK: Partial<Timings> = {
  pulse: 100,
  pulseAnswer: 400,
  pulseInTrouble: 50,
  confirmation: 500,
  followTrouble: 600,
};

const open = (server: EventStoreServer): Promise<EventStoreDbEventStore> =>
  EventStoreDbEventStore.open({ url: server.url, upcast: contractSchemas.upcast, timings: BRISK });

const expected = (stream: string, count: number): string[] =>
  Array.from({ length: count }, (_, revision) => `${stream}@${revision}`);

async function following(store: EventStoreDbEventStore, prefix: string, batchSize?: number): Promise<Collector> {
  const collector = new Collector(store, prefix, batchSize);
  await collector.caughtUp();
  return collector;
}

describe('following EventStoreDB when it fails', () => {
  let server: EventStoreServer;
  let store: EventStoreDbEventStore;

  beforeEach(async () => {
    server = await startEventStore({ restarts: true });
    store = await open(server);
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  it('sees a burst of 3,000 events of one append once each, in order', async () => {
    const prefix = newPrefix();
    const collector = await following(store, prefix);
    await store.append(`${prefix}a`, notes(3_000), 'no_stream');
    await collector.count(3_000);
    await collector.caughtUp();
    expect(collector.seen).toEqual(expected(`${prefix}a`, 3_000));
    await collector.end();
  });

  it('continues after the server was away, with events from before and after', async () => {
    const prefix = newPrefix();
    const collector = await following(store, prefix);
    await store.append(`${prefix}a`, notes(5), 'no_stream');
    await server.goAway();
    await until('health is red', () => store.health().detail !== undefined);
    await server.comeBack();
    await store.append(`${prefix}a`, notes(5), 4);
    await collector.count(10);
    expect(collector.seen).toEqual(expected(`${prefix}a`, 10));
    await until('health is green', () => store.health().detail === undefined);
    await collector.end();
  });

  it('begins as soon as a missing server is started', async () => {
    const prefix = newPrefix();
    await server.goAway();
    const collector = new Collector(store, prefix);
    await until('health is red', () => store.health().detail !== undefined);
    await server.comeBack();
    await collector.caughtUp();
    await collector.end();
  });

  it('notices a server that hangs, and continues when it answers again', async () => {
    const prefix = newPrefix();
    const collector = await following(store, prefix);
    server.hang();
    await until('health is red', () => store.health().detail !== undefined);
    server.resume();
    await store.append(`${prefix}a`, notes(5), 'no_stream');
    await collector.count(5);
    await until('health is green', () => store.health().detail === undefined);
    expect(collector.seen).toEqual(expected(`${prefix}a`, 5));
    await collector.end();
  });

  it('is reported by health when it is refused although reads are answered', async () => {
    const prefix = newPrefix();
    await store.append(`${prefix}a`, notes(1), 'no_stream');
    const stop = new AbortController();
    // A position that this log never had: the server refuses to resume from it.
    const after = `${'1'.padStart(20, '0')}-${'1'.padStart(20, '0')}` as NonNullable<
      (typeof Collector.prototype.batches)[0]['position']
    >;
    const batches = store.follow({ prefixes: [prefix], after, signal: stop.signal })[Symbol.asyncIterator]();
    const next = batches.next();
    await until(
      'health reports that the log cannot be followed',
      () => store.health().detail?.startsWith('The event store cannot be followed:') === true,
    );
    stop.abort();
    expect((await next).done).toBe(true);
    expect(store.health().detail).toBeUndefined();
  });

  it('ends without an error while it waits for a server that is away', async () => {
    const collector = await following(store, newPrefix());
    await server.goAway();
    await until('health is red', () => store.health().detail !== undefined);
    await collector.end();
    const another = new Collector(store, newPrefix());
    await store.close();
    await another.end();
  });
});

describeOnDouble('EventStoreDB', 'following EventStoreDB while it drops subscriptions', () => {
  let server: EventStoreDouble;
  let store: EventStoreDbEventStore;

  beforeEach(async () => {
    server = await EventStoreDouble.start();
    store = await open(server);
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  it.each([1_000, 7])(
    'sees each event once while writers compete and subscriptions are dropped (batches of %i)',
    async (batchSize) => {
      const prefix = newPrefix();
      const collector = await following(store, prefix, batchSize);
      const write = async (stream: string): Promise<void> => {
        for (let revision = -1; revision < 299; revision += 30) {
          await store.append(stream, notes(30), revision < 0 ? 'no_stream' : revision);
          server.dropSubscriptions();
        }
      };
      const streams = Array.from({ length: 8 }, (_, writer) => `${prefix}${writer}`);
      await Promise.all(streams.map(write));
      await collector.count(2_400);
      for (const stream of streams) {
        expect(collector.seen.filter((event) => event.startsWith(`${stream}@`))).toEqual(expected(stream, 300));
      }
      const positions = collector.batches.flatMap(({ events }) => events.map(({ position }) => position));
      expect([...positions].sort()).toEqual(positions);
      await collector.end();
    },
  );
});
