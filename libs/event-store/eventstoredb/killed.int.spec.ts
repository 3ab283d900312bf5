import { EventStoreProcess } from '../../../test/support/engines/event-store-process.js';
import { until } from '../../../test/support/until.js';
import { contractSchemas } from '../contract/index.js';
import { newPrefix, notes, readAll, rejection } from '../contract/subject.js';
import { StoreUnavailableError } from '../event-store.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import { Collector } from './testing/collector.js';

/** Faults of the server's process that no code of the server can prevent. */
describe('EventStoreDB as a process that is killed, stopped and ended', () => {
  let server: EventStoreProcess;
  let store: EventStoreDbEventStore;

  beforeEach(async () => {
    server = await EventStoreProcess.start();
    store = await EventStoreDbEventStore.open({ url: server.url, upcast: contractSchemas.upcast });
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  /** Writes to a stream of its own until it is told to stop; resolves with the number of acknowledged events. */
  const write = async (stream: string, stopped: () => boolean): Promise<number> => {
    let revision = -1;
    while (!stopped()) {
      try {
        ({ revision } = await store.append(stream, notes(3), revision < 0 ? 'no_stream' : revision));
      } catch (error) {
        // Nothing was written; the next attempt may find the server back.
        if (!(error instanceof StoreUnavailableError)) throw error;
        await until('health is green', () => store.health().detail === undefined);
      }
    }
    return revision + 1;
  };

  it('killed five times under load: each acknowledged event is stored once and followed once, in order', async () => {
    const prefix = newPrefix();
    const collector = new Collector(store, prefix);
    let stopped = false;
    const streams = Array.from({ length: 6 }, (_, writer) => `${prefix}${writer}`);
    const writing = Promise.all(streams.map((stream) => write(stream, () => stopped)));
    for (let kill = 1; kill <= 5; kill += 1) {
      await collector.count(kill * 60);
      await server.goAway();
      await server.comeBack();
    }
    await collector.count(400);
    stopped = true;
    const counts = await writing;
    await collector.count(counts.reduce((sum, count) => sum + count));
    for (const [writer, stream] of streams.entries()) {
      const wanted = Array.from({ length: counts[writer]! }, (_, revision) => revision);
      expect((await readAll(store, stream)).map(({ revision }) => revision)).toEqual(wanted);
      expect(collector.seen.filter((event) => event.startsWith(`${stream}@`))).toEqual(
        wanted.map((revision) => `${stream}@${revision}`),
      );
    }
    await collector.end();
  }, 60_000);

  it('paused: reads fail within seconds, health is red within 5 s, and all continues afterwards', async () => {
    const prefix = newPrefix();
    const collector = new Collector(store, prefix);
    await collector.caughtUp();
    await store.append(`${prefix}a`, notes(2), 'no_stream');
    server.hang();
    const began = performance.now();
    const reading = rejection(store.read(`${prefix}a`, { limit: 1 }));
    const appending = store.append(`${prefix}a`, notes(2), 1);
    await until('health is red', () => store.health().detail !== undefined);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await reading).toBeInstanceOf(StoreUnavailableError);
    expect(performance.now() - began).toBeLessThan(6_000);
    server.resume();
    expect((await appending).revision).toBe(3);
    await collector.count(4);
    await until('health is green', () => store.health().detail === undefined);
    expect(collector.seen).toEqual([0, 1, 2, 3].map((revision) => `${prefix}a@${revision}`));
    await collector.end();
  });

  it('stopped in an orderly way, with subscriptions open for a while: health is red at once', async () => {
    const prefix = newPrefix();
    const collector = new Collector(store, prefix);
    await collector.caughtUp();
    await store.append(`${prefix}a`, notes(1), 'no_stream');
    const ending = server.shutDown();
    const began = performance.now();
    await until('health is red', () => store.health().detail !== undefined);
    expect(performance.now() - began).toBeLessThan(5_000);
    await ending;
    await server.comeBack();
    await until('health is green', () => store.health().detail === undefined);
    await store.append(`${prefix}a`, notes(1), 0);
    await collector.count(2);
    expect(collector.seen).toEqual([`${prefix}a@0`, `${prefix}a@1`]);
    await collector.end();
  });
});
