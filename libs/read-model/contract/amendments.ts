import type { Amendment } from '../read-model.js';
import {
  batch,
  keyOf,
  type OpenReadModel,
  position,
  stamp,
  STAMPS,
  type Thing,
  thing,
  THINGS,
  write,
} from './fixtures.js';

/** The contract of `amend`. */
export function amendmentsContract(opened: () => OpenReadModel, reopen: () => Promise<OpenReadModel>): void {
  const given = (...things: Thing[]) => opened().writer.commit(batch(things));
  const read = async (id: string) => (await opened().model.getMany(THINGS, [['w', id]]))[0];
  const ranked = async (live: 0 | 1) =>
    (await opened().model.page(THINGS, { index: 'by_rank', prefix: ['w', live], limit: 100 })).map(
      (row) => row.thing_id,
    );
  const amendment = (row: Thing, set: Amendment['set'], ifFields: Amendment['ifFields'] = {}): Amendment => ({
    collection: THINGS,
    key: keyOf(row),
    revision: row.revision,
    ifFields,
    set,
  });

  describe('amend', () => {
    it('changes fields of rows that are as they were read, which keep their revision and all else', async () => {
      const [a, b] = [thing('a', 5, { rank: 0.5, extra: { deep: [1, null] } }), thing('b', 6, { rank: 2 })];
      await given(a, b, thing('a', 5, { workspace_id: 'v' }));
      const changes = [amendment(a, { rank: 9 }, { rank: 0.5, live: 1 }), amendment(b, { live: 0, name: 'ü' })];
      expect(await opened().cacheWriter.amendRows(changes)).toBe(2);
      expect(await read('a')).toEqual({ ...a, rank: 9 });
      expect(await read('b')).toEqual({ ...b, live: 0, name: 'ü' });
      expect([await ranked(1), await ranked(0)]).toEqual([['a'], ['b']]);
      const found = await opened().model.page(THINGS, { index: 'by_rank', prefix: ['v', 1], limit: 9 });
      expect(found).toMatchObject([{ rank: 0 }]);
    });

    it('sets fields of any shape, null included', async () => {
      const [a, b] = [thing('a', 5, { extra: { deep: [1, null] } }), thing('b', 6, { extra: 'text' })];
      await given(a, b);
      expect(
        await opened().cacheWriter.amendRows([
          amendment(a, { extra: null }),
          amendment(b, { extra: [{ at: 'x', body: null }, { at: 'y' }] }),
        ]),
      ).toBe(2);
      expect(await read('a')).toEqual({ ...a, extra: null });
      expect(await read('b')).toEqual({ ...b, extra: [{ at: 'x', body: null }, { at: 'y' }] });
    });

    it('leaves alone what is not as it was read, and says of how many rows it was', async () => {
      const [a, b] = [thing('a', 5, { rank: 1 }), thing('b', 5, { rank: 1 })];
      await given(a, b);
      const changes = [
        amendment(thing('a', 4), { rank: 9 }),
        amendment(thing('missing', 5), { rank: 9 }),
        amendment(b, { rank: 9 }, { rank: 1, live: 0 }),
      ];
      expect(await opened().cacheWriter.amendRows(changes)).toBe(0);
      expect(await opened().cacheWriter.amendRows([amendment(thing('a', 6), { rank: 9 })])).toBe(0);
      expect(
        await opened().cacheWriter.amendRows([amendment(b, { rank: 9 }, { rank: 2 }), amendment(a, { rank: 1 })]),
      ).toBe(1);
      expect(await opened().cacheWriter.amendRows([])).toBe(0);
      expect([await read('a'), await read('b'), await read('missing')]).toEqual([a, b, undefined]);
    });

    it('tells texts from numbers in its conditions', async () => {
      const a = thing('a', 1, { name: '1', rank: 1 });
      await given(a);
      expect(await opened().cacheWriter.amendRows([amendment(a, { rank: 9 }, { name: 1 })])).toBe(0);
      expect(await opened().cacheWriter.amendRows([amendment(a, { rank: 9 }, { rank: '1' })])).toBe(0);
      expect(await opened().cacheWriter.amendRows([amendment(a, { rank: 9 }, { name: '1', rank: 1 })])).toBe(1);
    });

    it('is not undone by a batch that comes again, and gives way to the next event', async () => {
      const a = thing('a', 5, { rank: 1 });
      await given(a);
      await opened().cacheWriter.amendRows([amendment(a, { rank: 9 })]);
      await opened().writer.commit({ ...batch([a]), follower: 'g' });
      expect(await read('a')).toEqual({ ...a, rank: 9 });
      await opened().writer.commit(batch([thing('a', 6, { rank: 2 })], { from: position(1), to: position(2) }));
      expect(await read('a')).toMatchObject({ rank: 2, revision: 6 });
      expect(await opened().cacheWriter.amendRows([amendment(a, { rank: 9 })])).toBe(0);
    });

    it('gives way to an event that was folded into the row as it had been', async () => {
      const a = thing('a', 5, { rank: 1, name: 'five' });
      await given(a);
      await opened().cacheWriter.amendRows([amendment(a, { rank: 9 })]);
      const next = { ...a, name: 'six', revision: 6 };
      const writes = [write(next, false, a)];
      await opened().writer.commit({ ...batch([]), writes, from: position(1), to: position(2) });
      expect(await read('a')).toEqual(next);
      const placed = (rank: number) =>
        opened().model.page(THINGS, { index: 'by_rank', prefix: ['w', 1, rank], limit: 9 });
      expect([await placed(1), await placed(9)]).toEqual([[next], []]);
    });

    it('lets one of two win that read the same row', async () => {
      const things = Array.from({ length: 50 }, (_, i) => thing(`t${i}`, i));
      await given(...things);
      const all = (rank: number) => things.map((row) => amendment(row, { rank }, { rank: 0 }));
      const [one, two] = await Promise.all([
        opened().cacheWriter.amendRows(all(1)),
        opened().cacheWriter.amendRows(all(2)),
      ]);
      expect(one + two).toBe(50);
      const rows = await opened().model.getMany(THINGS, things.map(keyOf));
      expect(rows.filter((row) => row?.rank === 1)).toHaveLength(one);
      expect(rows.filter((row) => row?.rank === 2)).toHaveLength(two);
    });

    it('takes hundreds of rows, of several collections, and keeps them over a restart', async () => {
      const things = Array.from({ length: 600 }, (_, i) => thing(`t${i}`, i));
      await given(...things);
      await opened().cacheWriter.putRows([stamp('s', '2025', 3)]);
      const stamped = { collection: STAMPS, key: ['s'], revision: 3, ifFields: { at: '2025' }, set: { at: '2026' } };
      expect(await opened().cacheWriter.amendRows([stamped, ...things.map((row) => amendment(row, { rank: 7 }))])).toBe(
        601,
      );
      const { model, writer } = await reopen();
      const rows = await model.getMany(THINGS, things.map(keyOf));
      expect(rows).toEqual(things.map((row) => ({ ...row, rank: 7 })));
      expect(await model.getMany(STAMPS, [['s']])).toMatchObject([{ at: '2026', revision: 3 }]);
      expect(await writer.checkpoint('f')).toBe(position(1));
    });

    it('refuses to change the key or the revision of a row, and changes nothing then', async () => {
      const [a, b] = [thing('a', 1), thing('b', 1)];
      await given(a, b);
      for (const set of [{ thing_id: 'c' }, { revision: 2 }] as Amendment['set'][]) {
        const changes = [amendment(a, { rank: 9 }), amendment(b, { rank: 9, ...set })];
        await expect(opened().cacheWriter.amendRows(changes)).rejects.toThrow('cannot be amended');
      }
      expect([await read('a'), await read('b')]).toEqual([a, b]);
    });
  });
}
