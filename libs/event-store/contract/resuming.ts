import fc from 'fast-check';
import type { EventStore } from '../event-store.js';
import { eventsOf, followUntil, ids, newPrefix, notes } from './subject.js';

/** Appends to four streams, the sizes of batches, and the streams that are followed. */
const histories = fc.record({
  appends: fc.array(fc.record({ stream: fc.nat(3), count: fc.integer({ min: 1, max: 4 }) }), { maxLength: 12 }),
  batchSize: fc.integer({ min: 1, max: 5 }),
  followed: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
  alsoLater: fc.nat(3),
});

/** A follower can resume from every position that it was given. */
export function resuming(store: () => EventStore): void {
  describe('a follower that begins again', () => {
    it('after any position it was told loses and repeats nothing', async () => {
      await fc.assert(
        fc.asyncProperty(histories, async ({ appends, batchSize, followed, alsoLater }) => {
          const prefix = newPrefix();
          const prefixes = followed.map((stream) => `${prefix}${stream}`);
          const expected: string[] = [];
          const ends = [-1, -1, -1, -1];
          const write = async (stream: number, count: number): Promise<void> => {
            const events = notes(count);
            const end = ends[stream]!;
            await store().append(`${prefix}${stream}`, events, end < 0 ? 'no_stream' : end);
            ends[stream] = end + count;
            if (followed.includes(stream)) expected.push(...ids(events));
          };

          for (const { stream, count } of appends) await write(stream, count);
          const batches = await followUntil(store(), { prefixes, batchSize });
          expect(ids(eventsOf(batches))).toEqual(expected);

          await write(alsoLater, 1);
          let seen = 0;
          for (const { events, position } of batches) {
            seen += events.length;
            const resumed = await followUntil(store(), {
              prefixes,
              ...(position === undefined ? {} : { after: position }),
            });
            expect(ids(eventsOf(resumed))).toEqual(expected.slice(seen));
          }
        }),
        { numRuns: 40 },
      );
    });

    it('sees each event once though others write while it comes and goes', async () => {
      const prefix = newPrefix();
      const write = async (): Promise<void> => {
        for (let revision = 0; revision < 200; revision += 1) {
          await store().append(`${prefix}a`, notes(1), revision === 0 ? 'no_stream' : revision - 1);
        }
      };
      const writing = write();
      const revisions: number[] = [];
      let from: Parameters<typeof followUntil>[1] = { prefixes: [prefix] };
      while (revisions.length < 200) {
        const batches = await followUntil(store(), from, () => true);
        revisions.push(...eventsOf(batches).map(({ revision }) => revision));
        const { position } = batches.at(-1)!;
        if (position !== undefined) from = { prefixes: [prefix], after: position };
      }
      await writing;
      expect(revisions).toEqual(Array.from({ length: 200 }, (_, revision) => revision));
    });
  });
}
