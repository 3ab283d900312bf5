import type { EventStore, FollowBatch } from '../event-store.js';
import { eventsOf, followUntil, ids, newPrefix, note, notes } from './subject.js';

/** Following the log: catching up and live by the same call. */
export function following(store: () => EventStore): void {
  /** Begins to follow, for tests that ask for each batch. */
  const start = (prefix: string, signal: AbortSignal, batchSize = 1_000): AsyncIterator<FollowBatch> => {
    const batches = store().follow({ prefixes: [prefix], signal, batchSize });
    return batches[Symbol.asyncIterator]();
  };

  const take = async (batches: AsyncIterator<FollowBatch>): Promise<FollowBatch> => {
    const next = await batches.next();
    if (next.done) throw new Error('the follower ended');
    return next.value;
  };

  describe('follow', () => {
    it('begins at once where there is nothing, with an empty batch that is caught up', async () => {
      const stop = new AbortController();
      const batches = start(newPrefix(), stop.signal);
      expect(await take(batches)).toMatchObject({ events: [], caughtUp: true });
      stop.abort();
      expect((await batches.next()).done).toBe(true);
    });

    it('gives the events of the log, says that these are all, and goes on with new ones', async () => {
      const prefix = newPrefix();
      const [there, later, last] = [notes(3), notes(2), notes(1)];
      await store().append(`${prefix}a`, there, 'no_stream');
      const stop = new AbortController();
      const batches = start(prefix, stop.signal);
      const seen: FollowBatch[] = [await take(batches)];
      while (!seen.at(-1)!.caughtUp) seen.push(await take(batches));
      expect(ids(eventsOf(seen))).toEqual(ids(there));
      for (const [events, expected] of [
        [later, 2],
        [last, 4],
      ] as const) {
        const live = [take(batches)];
        await store().append(`${prefix}a`, events, expected);
        const got = eventsOf([await live[0]!]);
        while (got.length < events.length) got.push(...eventsOf([await take(batches)]));
        expect(ids(got)).toEqual(ids(events));
      }
      stop.abort();
    });

    it('never gives more than was asked for, and marks only the end as caught up', async () => {
      const prefix = newPrefix();
      await store().append(`${prefix}a`, notes(25), 'no_stream');
      const batches = await followUntil(store(), { prefixes: [prefix], batchSize: 10 });
      expect(Math.max(...batches.map(({ events }) => events.length))).toBeLessThanOrEqual(10);
      expect(eventsOf(batches).map(({ revision }) => revision)).toEqual(Array.from({ length: 25 }, (_, n) => n));
      expect(batches.slice(0, -1).some(({ caughtUp }) => caughtUp)).toBe(false);
    });

    it('gives events as a read does, with their positions', async () => {
      const prefix = newPrefix();
      await store().append(`${prefix}a`, notes(3), 'no_stream');
      const batches = await followUntil(store(), { prefixes: [prefix] });
      expect(eventsOf(batches)).toEqual(await store().read(`${prefix}a`, { limit: 10 }));
    });

    it('takes the streams of its prefixes, letter by letter', async () => {
      const prefix = newPrefix();
      const names = ['a-1', 'a_1', 'b-1', 'B-1', 'axb-1', 'a%', 'c-1'];
      for (const name of names) await store().append(prefix + name, [note()], 'no_stream');
      const of = async (...wanted: string[]): Promise<string[]> =>
        eventsOf(await followUntil(store(), { prefixes: wanted.map((name) => prefix + name) })).map(({ stream }) =>
          stream.slice(prefix.length),
        );
      expect(await of('a-', 'b')).toEqual(['a-1', 'b-1']);
      expect(await of('a_')).toEqual(['a_1']);
      expect(await of('a%')).toEqual(['a%']);
      expect(await of('')).toEqual(names);
      expect(await of('a', 'a-', 'c-1')).toEqual(['a-1', 'a_1', 'axb-1', 'a%', 'c-1']);
    });

    it('is in the order of the log while many write', async () => {
      const prefix = newPrefix();
      const write = async (stream: string): Promise<void> => {
        for (let revision = 0; revision < 20; revision += 1) {
          await store().append(stream, [note()], revision === 0 ? 'no_stream' : revision - 1);
        }
      };
      const followed = followUntil(store(), { prefixes: [prefix], batchSize: 7 }, (events) => events.length === 400);
      await Promise.all(Array.from({ length: 20 }, (_, writer) => write(`${prefix}${writer}`)));
      const events = eventsOf(await followed);
      const positions = events.map(({ position }) => position);
      expect([...new Set(positions)].sort()).toEqual(positions);
      const ends = new Map<string, number>();
      for (const { stream, revision } of events) {
        expect(revision).toBe((ends.get(stream) ?? -1) + 1);
        ends.set(stream, revision);
      }
      expect(ends.size).toBe(20);
    });

    it('waits for a slow consumer and loses nothing meanwhile', async () => {
      const prefix = newPrefix();
      const stop = new AbortController();
      const batches = start(prefix, stop.signal, 100);
      await take(batches);
      for (let round = 0; round < 10; round += 1) {
        await store().append(`${prefix}a`, notes(300), round === 0 ? 'no_stream' : round * 300 - 1);
      }
      const revisions: number[] = [];
      while (revisions.length < 3_000) {
        const { events } = await take(batches);
        expect(events.length).toBeLessThanOrEqual(100);
        revisions.push(...events.map(({ revision }) => revision));
      }
      expect(revisions).toEqual(Array.from({ length: 3_000 }, (_, revision) => revision));
      stop.abort();
    });

    it('ends without an error when it is aborted while it waits', async () => {
      const stop = new AbortController();
      const batches = start(newPrefix(), stop.signal);
      await take(batches);
      const waiting = batches.next();
      stop.abort();
      expect((await waiting).done).toBe(true);
    });

    it('gives no further batch when it is aborted between two', async () => {
      const prefix = newPrefix();
      await store().append(`${prefix}a`, notes(30), 'no_stream');
      const batches = await followUntil(store(), { prefixes: [prefix], batchSize: 10 }, (events) => events.length > 0);
      expect(eventsOf(batches).length).toBeLessThanOrEqual(10);
    });

    it('gives nothing when it was aborted before it began', async () => {
      expect((await start(newPrefix(), AbortSignal.abort()).next()).done).toBe(true);
    });

    it('can be left, and begun again', async () => {
      const prefix = newPrefix();
      await store().append(`${prefix}a`, notes(3), 'no_stream');
      for (let times = 0; times < 3; times += 1) {
        for await (const batch of store().follow({ prefixes: [prefix], signal: new AbortController().signal })) {
          if (batch.caughtUp) break;
        }
      }
      expect(eventsOf(await followUntil(store(), { prefixes: [prefix] }))).toHaveLength(3);
    });

    it('brings older events to the present version', async () => {
      const prefix = newPrefix();
      await store().append(`${prefix}a`, [{ ...note({ amount: 5 }), type: 'PriceSet' }], 'no_stream');
      const [event] = eventsOf(await followUntil(store(), { prefixes: [prefix] }));
      expect(event).toMatchObject({ data: { amount: 5, currency: 'EUR' }, metadata: { schema_version: 2 } });
    });
  });
}
