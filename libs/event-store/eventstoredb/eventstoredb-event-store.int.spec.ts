import { startEventStore } from '../../../test/support/engines/event-store.js';
import { contractSchemas, eventStoreContract, reopenable } from '../contract/index.js';
import { newPrefix, notes } from '../contract/subject.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

eventStoreContract('eventstoredb', async (decoding) => {
  const server = await startEventStore();
  return reopenable(
    () => EventStoreDbEventStore.open({ url: server.url, ...decoding }),
    () => server.stop(),
  );
});

describe('the time of EventStoreDB', () => {
  it('is known from an event that came between two polls of the end of the log, and dates the newest one', async () => {
    const server = await startEventStore();
    const { upcast } = contractSchemas;
    const store = await EventStoreDbEventStore.open({ url: server.url, upcast, timings: { pulse: 5 } });
    expect(store.serverTime()).toBeUndefined();
    const prefix = newPrefix();
    const before = Date.now();
    for (let at = 0; store.serverTime() === undefined; at += 1) {
      await store.append(`${prefix}${at}`, notes(1), 'no_stream');
    }
    const { time, asked, answered } = store.serverTime()!;
    for (const created of [time, await store.newest()]) {
      expect(created).toBeGreaterThanOrEqual(before);
      expect(created).toBeLessThanOrEqual(Date.now());
    }
    expect(asked).toBeLessThan(answered);
    expect(answered).toBeLessThanOrEqual(performance.now());
    await store.close();
    await server.stop();
  });
});
