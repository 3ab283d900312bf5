import fc from 'fast-check';
import type { NewEvent, RecordedEvent } from '#kernel';
import { AppendTooLargeError, MAX_APPEND_BYTES, WrongExpectedRevisionError } from '../event-store.js';
import type { EventStore, ExpectedRevision } from '../event-store.js';
import { ids, metadata, newStream, note, notes, readAll, rejection } from './subject.js';

/** Appends and their refusals. */
export function appending(store: () => EventStore): void {
  describe('append', () => {
    it('writes events as they are, from revision 0, and answers with the last one', async () => {
      const stream = newStream();
      const events = notes(3);
      const result = await store().append(stream, events, 'no_stream');
      expect(result.revision).toBe(2);
      const read = await readAll(store(), stream);
      expect(read.map(withoutItsChain)).toEqual(
        events.map(({ id, type, data, metadata: meta }, revision) => ({
          ...{ id, type, data, metadata: meta, stream, revision },
          position: expect.any(String) as unknown,
        })),
      );
      expect(read[2]!.position).toBe(result.position);
    });

    it('goes on after the expected revision', async () => {
      const stream = newStream();
      const { revision } = await store().append(stream, notes(2), 'no_stream');
      expect((await store().append(stream, notes(3), revision)).revision).toBe(4);
    });

    it('gives positions whose text order is the order of the log', async () => {
      const positions: string[] = [];
      for (let count = 0; count < 20; count += 1) {
        positions.push((await store().append(newStream(), [note()], 'no_stream')).position);
      }
      expect([...new Set(positions)].sort()).toEqual(positions);
    });

    it.each<[string, number, ExpectedRevision, ExpectedRevision]>([
      ['an existing stream, expected not to exist', 2, 'no_stream', 1],
      ['a missing stream, expected to exist', 0, 0, 'no_stream'],
      ['a revision too low', 3, 0, 2],
      ['a revision too high', 3, 3, 2],
    ])('refuses %s and writes nothing', async (_, there, expected, actual) => {
      const stream = newStream();
      if (there > 0) await store().append(stream, notes(there), 'no_stream');
      const error = await rejection(store().append(stream, notes(2), expected));
      expect(error).toBeInstanceOf(WrongExpectedRevisionError);
      expect(error).toMatchObject({ stream, expected, actual });
      expect(await readAll(store(), stream)).toHaveLength(there);
    });

    it('lets one of 200 win that all expect the same', async () => {
      const stream = newStream();
      const rivals = Array.from({ length: 200 }, () => notes(2));
      const outcomes = await Promise.allSettled(rivals.map((events) => store().append(stream, events, 'no_stream')));
      const winners = rivals.filter((_, index) => outcomes[index]!.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      expect(ids(await readAll(store(), stream))).toEqual(ids(winners[0]!));
    });

    it('gives each revision of a raced stream to one append', async () => {
      const stream = newStream();
      const won: [number, string][] = [];
      const contend = async (): Promise<void> => {
        let expected: ExpectedRevision = 'no_stream';
        for (let wins = 0; wins < 20;) {
          const event = note();
          try {
            expected = (await store().append(stream, [event], expected)).revision;
            won.push([expected, event.id]);
            wins += 1;
          } catch (error) {
            if (!(error instanceof WrongExpectedRevisionError)) throw error;
            expected = error.actual;
          }
        }
      };
      await Promise.all(Array.from({ length: 10 }, contend));
      const read = await readAll(store(), stream);
      expect(read.map(({ revision, id }) => [revision, id])).toEqual(won.sort(([a], [b]) => a - b));
      expect(read.map(({ revision }) => revision)).toEqual(Array.from({ length: 200 }, (_, revision) => revision));
    });

    it('does not let a refused append disturb those sent with it', async () => {
      const streams = Array.from({ length: 30 }, newStream);
      const outcomes = await Promise.allSettled(
        streams.map((stream, index) => store().append(stream, notes(2), index % 3 === 1 ? 7 : 'no_stream')),
      );
      const lengths = await Promise.all(streams.map(async (stream) => (await readAll(store(), stream)).length));
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(streams.map((_, index) => index % 3 !== 1));
      expect(lengths).toEqual(streams.map((_, index) => (index % 3 === 1 ? 0 : 2)));
    });
  });

  describe('the size of an append', () => {
    /** An event whose data is exactly `bytes` bytes of JSON, mostly of characters that take three. */
    const sized = (bytes: number): NewEvent => {
      const room = bytes - Buffer.byteLength(JSON.stringify({ text: '' }));
      return note({ text: '€'.repeat(Math.floor(room / 3)) + 'x'.repeat(room % 3) });
    };

    it('may be exactly the limit: the sum of the data, metadata not counted', async () => {
      const stream = newStream();
      const events = [sized(600_000), sized(MAX_APPEND_BYTES - 600_000)].map((event) => ({
        ...event,
        metadata: { ...metadata(), correlation_id: 'x'.repeat(100_000) },
      }));
      await store().append(stream, events, 'no_stream');
      expect(ids(await readAll(store(), stream))).toEqual(ids(events));
    });

    it('is refused one byte above it, also where the revision is wrong', async () => {
      const stream = newStream();
      const events = [sized(600_000), sized(MAX_APPEND_BYTES - 600_000 + 1)];
      for (const expected of ['no_stream', 5] as const) {
        const error = await rejection(store().append(stream, events, expected));
        expect(error).toBeInstanceOf(AppendTooLargeError);
        expect(error).toMatchObject({ bytes: MAX_APPEND_BYTES + 1 });
      }
      expect(await readAll(store(), stream)).toEqual([]);
    });

    it('is at least one event', async () => {
      const error = await rejection(store().append(newStream(), [], 'no_stream'));
      expect(error).toBeInstanceOf(Error);
    });
  });

  describe('the data of an event', () => {
    it('comes back as JSON has it, whatever its names and texts are', async () => {
      const data = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 5 });
      await fc.assert(
        fc.asyncProperty(data, async (written) => {
          const stream = newStream();
          await store().append(stream, [note(written)], 'no_stream');
          const [read] = await readAll(store(), stream);
          expect(JSON.stringify(read!.data)).toBe(JSON.stringify(written));
        }),
        { numRuns: 50 },
      );
    });

    it.each([
      '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":null}',
      '{"text":"\\u0000 \\ud800 \\u2028 𝒳 e\\u0301 👩‍👩‍👧"}',
    ])('keeps %s', async (json) => {
      const stream = newStream();
      await store().append(stream, [note(JSON.parse(json) as object)], 'no_stream');
      const [read] = await readAll(store(), stream);
      expect(JSON.stringify(read!.data)).toBe(JSON.stringify(JSON.parse(json)));
      expect({}).not.toHaveProperty('polluted');
    });

    it('is the text the writer has made of it already, if there is one', async () => {
      const stream = newStream();
      await store().append(stream, [{ ...note(), json: '{"text":"made before"}' }], 'no_stream');
      expect((await readAll(store(), stream))[0]!.data).toEqual({ text: 'made before' });
    });

    it('that JSON cannot hold is refused, and harms no other append', async () => {
      const stream = newStream();
      const impossible = store().append(stream, [note(), note({ amount: 1n })], 'no_stream');
      const neighbour = store().append(stream, [note()], 'no_stream');
      expect(await rejection(impossible)).toBeInstanceOf(Error);
      expect((await neighbour).revision).toBe(0);
    });
  });
}

/** Its chain belongs to the append (docs/adr/0046-appends-are-chained.md); stores without it pass the suite as well. */
function withoutItsChain(event: RecordedEvent): RecordedEvent {
  const { chain: _, ...metadata } = event.metadata;
  return { ...event, metadata };
}
