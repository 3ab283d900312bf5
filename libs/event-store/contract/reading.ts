import { UnknownEventError } from '#kernel';
import type { EventStore } from '../event-store.js';
import { metadata, newStream, note, notes, readAll, rejection } from './subject.js';

/** Bounded reads of one stream. */
export function reading(store: () => EventStore): void {
  describe('read', () => {
    const stream = newStream();
    const revisions = async (options: Parameters<EventStore['read']>[1]): Promise<number[]> =>
      (await store().read(stream, options)).map(({ revision }) => revision);

    beforeAll(async () => {
      await store().append(stream, notes(6), 'no_stream');
      await store().append(stream, notes(4), 5);
    });

    it.each([
      ['from the beginning', { limit: 3 }, [0, 1, 2]],
      ['from a revision, inclusive', { from: 4, limit: 3 }, [4, 5, 6]],
      ['up to the end', { from: 8, limit: 100 }, [8, 9]],
      ['from beyond the end: nothing', { from: 10, limit: 5 }, []],
      ['backwards from the end', { backwards: true, limit: 3 }, [9, 8, 7]],
      ['backwards from a revision, inclusive', { backwards: true, from: 4, limit: 2 }, [4, 3]],
      ['backwards to the beginning', { backwards: true, from: 1, limit: 100 }, [1, 0]],
      ['backwards from beyond the end: from the end', { backwards: true, from: 50, limit: 2 }, [9, 8]],
    ])('%s', async (_, options, expected) => {
      expect(await revisions(options)).toEqual(expected);
    });

    it('of a stream that does not exist is empty', async () => {
      expect(await store().read(newStream(), { limit: 10 })).toEqual([]);
      expect(await store().read(newStream(), { limit: 10, backwards: true })).toEqual([]);
    });

    it('of less than one event is refused', async () => {
      expect(await rejection(store().read(stream, { limit: 0 }))).toBeInstanceOf(Error);
    });

    it('shows what was just acknowledged', async () => {
      const own = newStream();
      for (let revision = 0; revision < 20; revision += 1) {
        await store().append(own, [note()], revision === 0 ? 'no_stream' : revision - 1);
        expect(await store().read(own, { backwards: true, limit: 1 })).toMatchObject([{ revision }]);
      }
    });

    it('takes names as they are', async () => {
      const own = `${newStream()} a/b:c%_*?[x] ü 世 👩‍👩‍👧`;
      await store().append(own, [note()], 'no_stream');
      expect(await readAll(store(), own)).toMatchObject([{ stream: own }]);
      expect(await readAll(store(), own.toUpperCase())).toEqual([]);
    });

    it('brings older events to the present version', async () => {
      const own = newStream();
      const old = { ...note({ amount: 5 }), type: 'PriceSet', metadata: metadata(1) };
      const present = { ...note({ amount: 6, currency: 'USD' }), type: 'PriceSet', metadata: metadata(2) };
      await store().append(own, [old, present], 'no_stream');
      const read = await readAll(store(), own);
      expect(read.map(({ data }) => data)).toEqual([
        { amount: 5, currency: 'EUR' },
        { amount: 6, currency: 'USD' },
      ]);
      expect(read.map(({ metadata: { schema_version } }) => schema_version)).toEqual([2, 2]);
    });

    it.each([
      ['type', { type: 'FromTheFuture' }],
      ['version', { metadata: metadata(2) }],
    ])('stops at an unknown %s', async (_, change) => {
      const own = newStream();
      await store().append(own, [note(), { ...note(), ...change }], 'no_stream');
      const error = await rejection(readAll(store(), own));
      expect(error).toBeInstanceOf(UnknownEventError);
      expect(error).toMatchObject({ stream: own, revision: 1 });
      expect(await store().read(own, { limit: 1 })).toHaveLength(1);
    });
  });
}
