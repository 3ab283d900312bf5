import { EventStoreDouble } from '../../../test/doubles/eventstoredb/event-store-double.js';
import { describeOnDouble } from '../../../test/support/double-only.js';
import { startEventStore } from '../../../test/support/engines/event-store.js';
import type { EventStoreServer } from '../../../test/support/engines/event-store.js';
import { until } from '../../../test/support/until.js';
import { contractSchemas } from '../contract/index.js';
import { ids, newStream, note, notes, readAll, rejection } from '../contract/subject.js';
import { StoreUnavailableError, WrongExpectedRevisionError } from '../event-store.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import type { Timings } from './timings.js';

const openAt = (url: string, timings: Partial<Timings> = {}): Promise<EventStoreDbEventStore> =>
  EventStoreDbEventStore.open({ url, upcast: contractSchemas.upcast, timings });

describe('appending to EventStoreDB that goes away and comes back', () => {
  let server: EventStoreServer;
  let store: EventStoreDbEventStore;

  beforeEach(async () => {
    server = await startEventStore({ restarts: true });
    store = await openAt(server.url, { pulse: 50 });
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  it('fails at once when no server listens, and works as soon as one does', async () => {
    const stream = newStream();
    await store.append(stream, notes(1), 'no_stream');
    await server.goAway();
    // Until the broken connection is noticed, an append may be sent on it; then it is not refused but repeated.
    await until('health is red', () => store.health().detail !== undefined);
    const refused = await rejection(store.append(stream, notes(1), 0));
    expect(refused).toBeInstanceOf(StoreUnavailableError);
    expect((refused as Error).message).toMatch(/^The event store cannot be written to: connect ECONNREFUSED .*\.$/);
    await server.comeBack();
    expect((await store.append(stream, notes(1), 0)).revision).toBe(1);
  });

  it('recovers when the leader could not be discovered for a while', async () => {
    await store.close();
    const url = `${server.url.replace('esdb:', 'esdb+discover:')}&maxDiscoverAttempts=1`;
    store = await openAt(url, { pulse: 50 });
    const stream = newStream();
    await store.append(stream, notes(1), 'no_stream');
    await server.goAway();
    await until('health is red', () => store.health().detail !== undefined);
    const refused = await rejection(store.append(stream, notes(1), 0));
    expect((refused as Error).message).toContain('Failed to discover');
    await server.comeBack();
    await until('health is green', () => store.health().detail === undefined);
    expect((await store.append(stream, notes(1), 0)).revision).toBe(1);
  });

  it('refuses an event that exceeds a message, and affects no other append', async () => {
    const huge = { ...note(), metadata: { ...note().metadata, correlation_id: 'x'.repeat(4_000_000) } };
    expect(await rejection(store.append(newStream(), [huge], 'no_stream'))).toBeInstanceOf(Error);
    expect((await store.append(newStream(), notes(1), 'no_stream')).revision).toBe(0);
  });

  it('sends a large append in several messages', async () => {
    const stream = newStream();
    const events = notes(5).map((event) => ({
      ...event,
      metadata: { ...event.metadata, correlation_id: 'x'.repeat(1_000_000) },
    }));
    expect((await store.append(stream, events, 'no_stream')).revision).toBe(4);
    expect(ids(await readAll(store, stream))).toEqual(ids(events));
  });
});

describeOnDouble('EventStoreDB', 'appending to EventStoreDB when it fails', () => {
  let server: EventStoreDouble;
  let store: EventStoreDbEventStore;
  const open = (timings: Partial<Timings> = {}): Promise<EventStoreDbEventStore> => openAt(server.url, timings);

  beforeEach(async () => {
    server = await EventStoreDouble.start();
    store = await open();
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  it.each<[string, (count: number) => void]>([
    ['the answer is lost after it was written', (count) => server.loseAnswers(count)],
    ['the connection is cut before it was written', (count) => server.cutAppends(count)],
  ])('repeats an append when %s, and it is written once', async (_, misbehave) => {
    const stream = newStream();
    const events = notes(3);
    await store.append(stream, events, 'no_stream');
    misbehave(3);
    const more = notes(2);
    const result = await store.append(stream, more, 2);
    const read = await readAll(store, stream);
    expect(ids(read)).toEqual(ids([...events, ...more]));
    expect(result).toEqual({ revision: 4, position: read.at(-1)!.position });
  });

  it('repeats each of many appends in flight, and none is written twice', async () => {
    const written = Array.from({ length: 40 }, () => ({ stream: newStream(), events: notes(2) }));
    server.loseAnswers(3);
    server.cutAppends(2);
    const results = await Promise.all(written.map(({ stream, events }) => store.append(stream, events, 'no_stream')));
    expect(results.map(({ revision }) => revision)).toEqual(written.map(() => 1));
    for (const { stream, events } of written) expect(ids(await readAll(store, stream))).toEqual(ids(events));
  });

  it('keeps the order of appends to one stream, although the first one is repeated', async () => {
    const stream = newStream();
    server.cutAppends(1);
    const appends = [notes(2), notes(1), notes(3)];
    const expected = ['no_stream', 1, 2] as const;
    await Promise.all(appends.map((events, index) => store.append(stream, events, expected[index]!)));
    expect(ids(await readAll(store, stream))).toEqual(ids(appends.flat()));
  });

  it('distinguishes a lost append from a conflict with another process', async () => {
    const stream = newStream();
    const other = await open();
    server.hold();
    const ours = store.append(stream, notes(2), 'no_stream');
    await server.whenHeld(1);
    const theirs = other.append(stream, notes(1), 'no_stream');
    await server.whenHeld(2);
    server.cutAppends(1);
    server.release();
    const results = await Promise.allSettled([ours, theirs]);
    const won = results.filter(({ status }) => status === 'fulfilled');
    const lost = results.filter(({ status }) => status === 'rejected');
    expect([won, lost]).toEqual([
      [expect.anything()],
      [{ status: 'rejected', reason: expect.any(WrongExpectedRevisionError) }],
    ]);
    expect(new Set((await readAll(store, stream)).map(({ metadata: { correlation_id } }) => correlation_id)).size).toBe(
      1,
    );
    await other.close();
  });

  it('does not affect another store of the process', async () => {
    const other = await open();
    server.hold();
    const streams = [newStream(), newStream()];
    const appends = [
      store.append(streams[0]!, notes(1), 'no_stream'),
      other.append(streams[1]!, notes(1), 'no_stream'),
    ];
    await server.whenHeld(2);
    server.loseAnswers(1);
    server.release();
    expect((await Promise.all(appends)).map(({ revision }) => revision)).toEqual([0, 0]);
    for (const stream of streams) expect(await readAll(store, stream)).toHaveLength(1);
    await other.close();
  });

  it('waits for a server that ended with an append in flight, and recognises it after the restart', async () => {
    const stream = newStream();
    const events = notes(2);
    server.hold();
    const appending = store.append(stream, events, 'no_stream');
    await server.whenHeld(1);
    server.loseAnswers(1);
    server.refuse();
    server.release();
    await until('health is red', () => store.health().detail !== undefined);
    await server.comeBack();
    expect((await appending).revision).toBe(1);
    expect(ids(await readAll(store, stream))).toEqual(ids(events));
  });

  it('abandons a call that is not answered, and repeats its appends', async () => {
    await store.close();
    store = await open({ appendAnswer: 200 });
    const stream = newStream();
    const events = notes(2);
    server.hold();
    const appending = store.append(stream, events, 'no_stream');
    await server.whenHeld(3);
    server.release();
    expect((await appending).revision).toBe(1);
    expect(ids(await readAll(store, stream))).toEqual(ids(events));
  });

  it('is reported by health when it is not answered', async () => {
    await store.close();
    store = await open({ appendTrouble: 100 });
    server.hold();
    const appending = store.append(newStream(), notes(1), 'no_stream');
    await until(
      'health reports that appends are not answered',
      () => store.health().detail === 'The event store does not answer appends.',
    );
    server.release();
    await appending;
    expect(store.health().detail).toBeUndefined();
  });

  it('is finished when the store closes, within a time limit', async () => {
    await store.close();
    store = await open({ close: 200 });
    server.hold();
    const waiting = rejection(store.append(newStream(), notes(1), 'no_stream'));
    await server.whenHeld(1);
    await store.close();
    expect(await waiting).toBeInstanceOf(StoreUnavailableError);
    expect(await rejection(store.append(newStream(), notes(1), 'no_stream'))).toBeInstanceOf(StoreUnavailableError);
    server.release();
  });
});
