import type { IndexValue } from '#kernel';
import { batch, keyOf, type OpenReadModel, type Thing, thing, THINGS } from './fixtures.js';

/** The contract of `getMany` and `page`. */
export function readsContract(opened: () => OpenReadModel): void {
  const given = (...things: Thing[]) => opened().writer.commit(batch(things));
  const ids = (things: readonly Thing[]) => things.map(({ thing_id }) => thing_id);
  const page = async (index: string, prefix: readonly IndexValue[], limit = 100, after?: readonly IndexValue[]) =>
    ids(await opened().model.page(THINGS, { index, prefix, limit, ...(after ? { after } : {}) }));

  describe('getMany', () => {
    it('gives documents in the order of the keys, undefined where there is none, one twice if asked twice', async () => {
      const [a, b] = [thing('a', 1, { extra: { deep: [1, 'ü', null, '\u{1F600}'] } }), thing('b', 2)];
      await given(a, b);
      const keys = [b, { workspace_id: 'w', thing_id: 'missing' }, a, b].map(keyOf);
      expect(await opened().model.getMany(THINGS, keys)).toEqual([b, undefined, a, b]);
      expect(await opened().writer.getMany(THINGS, keys)).toEqual([b, undefined, a, b]);
      expect(await opened().model.getMany(THINGS, [])).toEqual([]);
    });

    it('gives back what JSON gives back: null kept, undefined left out, numbers exact, any text', async () => {
      const extra = {
        nothing: null,
        undefined,
        list: [null, [], {}, [0, -1, 0.1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1), 1e300, 5e-324]],
        texts: ['', '0', '\u0000', '\u2028', '\u{1F600}', 'a'.repeat(100_000)],
        flags: [true, false],
        deep: { 'a.b': 1, $set: 2, '': 3, _id: 4, ü: 5, constructor: 6, 1: 7 },
      };
      await given(thing('a', 2 ** 40, { extra }));
      const [found] = await opened().model.getMany(THINGS, [['w', 'a']]);
      expect(found).toStrictEqual(JSON.parse(JSON.stringify(thing('a', 2 ** 40, { extra }))));
      expect(await opened().model.page(THINGS, { index: 'by_rank', prefix: ['w', 1], limit: 9 })).toStrictEqual([
        found,
      ]);
    });

    it('takes a key as a whole: parts that make up the same text are not the same key', async () => {
      await given(thing('b', 1, { workspace_id: 'wa' }), thing('ab', 2, { workspace_id: 'w' }));
      const found = await opened().model.getMany(THINGS, [
        ['w', 'ab'],
        ['wa', 'b'],
        ['wab', ''],
        ['W', 'ab'],
      ]);
      expect(found.map((document) => document?.revision)).toEqual([2, 1, undefined, undefined]);
    });

    it('takes a thousand keys at once', async () => {
      const things = Array.from({ length: 1_000 }, (_, i) => thing(`t${i}`, i));
      await given(...things);
      expect(await opened().model.getMany(THINGS, things.map(keyOf))).toEqual(things);
    });

    it('hands out documents that nobody else holds', async () => {
      await given(thing('a', 1, { extra: { list: [1] } }));
      const read = async () => (await opened().model.getMany(THINGS, [['w', 'a']]))[0]!;
      ((await read()).extra as { list: number[] }).list.push(2);
      expect((await read()).extra).toEqual({ list: [1] });
    });
  });

  describe('fieldsOf', () => {
    it('gives one field in the order of the keys, undefined where there is no document', async () => {
      const [a, b] = [thing('a', 1, { name: '', rank: 7 }), thing('b', 2, { name: 'ü\u{1F600}', rank: 0.5 })];
      await given(a, b, thing('a', 3, { workspace_id: 'v', name: 'another' }));
      const keys = [b, { workspace_id: 'w', thing_id: 'missing' }, a, b].map(keyOf);
      expect(await opened().model.fieldsOf(THINGS, 'names', keys)).toEqual([b.name, undefined, '', b.name]);
      expect(await opened().model.fieldsOf(THINGS, 'ranks', keys)).toEqual([0.5, undefined, 7, 0.5]);
      expect(await opened().model.fieldsOf(THINGS, 'names', [])).toEqual([]);
    });

    it('follows the document', async () => {
      await given(thing('a', 1, { name: 'old' }));
      await opened().cacheWriter.putRows([
        { collection: THINGS, key: ['w', 'a'], document: thing('a', 2, { name: 'new' }) },
      ]);
      expect(await opened().model.fieldsOf(THINGS, 'names', [['w', 'a']])).toEqual(['new']);
    });

    it('refuses an index that does not begin with the key', async () => {
      await expect(opened().model.fieldsOf(THINGS, 'by_name', [['w', 'a']])).rejects.toThrow('behind the key');
    });
  });

  describe('count', () => {
    const count = (index: string, prefix: readonly IndexValue[]) => opened().model.count(THINGS, { index, prefix });

    it('counts what lies under a prefix, and nothing beside it', async () => {
      await given(
        ...['a', 'b', 'c'].map((id) => thing(id, 1, { rank: 7 })),
        thing('d', 1, { live: 0 }),
        thing('a', 1, { workspace_id: 'v' }),
      );
      expect(await count('by_rank', ['w', 1])).toBe(3);
      expect(await count('by_rank', ['w', 0])).toBe(1);
      expect(await count('by_rank', ['w'])).toBe(4);
      expect(await count('by_rank', ['w', '1'])).toBe(0);
      expect(await count('by_name', ['x'])).toBe(0);
      const above = (bound: number) =>
        opened().model.count(THINGS, { index: 'by_rank', prefix: ['w', 1], above: bound });
      expect([await above(6), await above(7)]).toEqual([3, 0]);
    });

    it('counts more than are counted in one go, those of one place too', async () => {
      const things = Array.from({ length: 20_500 }, (_, i) => thing(`t${i}`, i, { rank: i % 2 }));
      await given(...things);
      expect(await count('by_rank', ['w', 1])).toBe(20_500);
      expect(await count('by_rank', ['w', 1, 1])).toBe(10_250);
    });

    it('refuses an index that is not declared, and a prefix that leaves no field', async () => {
      await expect(count('missing', ['w'])).rejects.toThrow('declares no index');
      await expect(count('by_rank', ['w', 1, 0, 'a'])).rejects.toThrow('behind 4 values');
    });
  });

  describe('page', () => {
    it('orders numbers as numbers', async () => {
      const ranks = [10, 9, 100, -1, 0.5, 2_000_000_000_000, 0];
      await given(...ranks.map((rank, i) => thing(String(rank), i, { rank })));
      expect(await page('by_rank', ['w', 1])).toEqual(['-1', '0', '0.5', '9', '10', '100', '2000000000000']);
    });

    it('orders texts by code point: no language, no case, digits as letters, beyond U+FFFF last', async () => {
      const names = ['b', 'a', 'B', '10', '9', 'ä', 'ab', '', '\uFF21', '\u{1F600}', '+49', '49'];
      await given(...names.map((name, i) => thing(`t-${name}`, i, { name })));
      const sorted = ['', '+49', '10', '49', '9', 'B', 'a', 'ab', 'b', 'ä', '\uFF21', '\u{1F600}'];
      expect(await page('by_name', ['w'])).toEqual(sorted.map((name) => `t-${name}`));
    });

    it('breaks ties by the key', async () => {
      await given(thing('c', 1), thing('a', 2), thing('b', 3), thing('z', 4, { rank: -1 }));
      expect(await page('by_rank', ['w', 1])).toEqual(['z', 'a', 'b', 'c']);
    });

    it('gives only rows under exactly the prefix', async () => {
      await given(
        thing('mine', 1),
        thing('gone', 2, { live: 0 }),
        thing('longer', 3, { workspace_id: 'w2' }),
        thing('other', 4, { workspace_id: 'W' }),
        thing('empty', 5, { workspace_id: '' }),
      );
      expect(await page('by_rank', ['w', 1])).toEqual(['mine']);
      expect(await page('by_rank', ['w', 0])).toEqual(['gone']);
      expect(await page('by_rank', ['w'])).toEqual(['gone', 'mine']);
      expect(await page('by_rank', ['none', 1])).toEqual([]);
      expect(await page('by_rank', [])).toEqual(['empty', 'other', 'gone', 'mine', 'longer']);
    });

    it('goes on behind `after`, by one or several fields, also where none is exactly there', async () => {
      await given(...[1, 2, 2, 3, 5].map((rank, i) => thing(`t${i}`, i, { rank })));
      expect(await page('by_rank', ['w', 1], 100, [2])).toEqual(['t3', 't4']);
      expect(await page('by_rank', ['w', 1], 100, [4])).toEqual(['t4']);
      expect(await page('by_rank', ['w', 1], 100, [5])).toEqual([]);
      expect(await page('by_rank', ['w', 1], 100, [-7])).toEqual(['t0', 't1', 't2', 't3', 't4']);
      expect(await page('by_rank', ['w'], 2, [1, 2])).toEqual(['t3', 't4']);
      expect(await page('by_rank', ['w'], 2, [0, 99])).toEqual(['t0', 't1']);
    });

    it('sees every row exactly once when `after` goes on into the key, whatever the ties and the size', async () => {
      const things = Array.from({ length: 23 }, (_, i) => thing(`t${String(i).padStart(2, '0')}`, i, { rank: i % 3 }));
      await given(...things);
      for (const limit of [1, 2, 5, 23, 24]) {
        const seen: Thing[] = [];
        // Bounded: a page that does not advance shows as rows seen twice.
        while (seen.length <= things.length) {
          const last = seen.at(-1);
          const after = last ? { after: [last.rank, last.thing_id] } : {};
          const next = await opened().model.page(THINGS, { index: 'by_rank', prefix: ['w', 1], limit, ...after });
          if (next.length === 0) break;
          expect(next.length).toBeLessThanOrEqual(limit);
          seen.push(...next);
        }
        const expected = [0, 1, 2].flatMap((rank) => things.filter((document) => document.rank === rank));
        expect(ids(seen)).toEqual(ids(expected));
      }
    });

    it('walks from the end: the same rows the other way round, before `after`, exactly once each', async () => {
      const things = Array.from({ length: 23 }, (_, i) => thing(`t${String(i).padStart(2, '0')}`, i, { rank: i % 3 }));
      await given(...things, thing('gone', 30, { live: 0 }), thing('theirs', 31, { workspace_id: 'v' }));
      const forwards = await page('by_rank', ['w', 1]);
      for (const limit of [1, 2, 5, 23, 24]) {
        const seen: Thing[] = [];
        while (seen.length <= things.length) {
          const last = seen.at(-1);
          const options = { index: 'by_rank', prefix: ['w', 1], limit, descending: true };
          const after = last ? { after: [last.rank, last.thing_id] } : {};
          const next = await opened().model.page(THINGS, { ...options, ...after });
          expect(await opened().model.pageKeys(THINGS, { ...options, ...after })).toEqual(next.map(keyOf));
          if (next.length === 0) break;
          seen.push(...next);
        }
        expect(ids(seen)).toEqual(forwards.toReversed());
      }
      const from = async (...after: readonly IndexValue[]) => {
        const options = { index: 'by_rank', prefix: ['w', 1], after, descending: true, limit: 2 };
        return ids(await opened().model.page(THINGS, options));
      };
      expect([await from(1), await from(0.5), await from(0), await from(9, 'a')]).toEqual([
        ...[['t21', 't18'], ['t21', 't18'], [], ['t20', 't17']],
      ]);
    });

    it('orders by the revision where an index asks for it', async () => {
      await given(thing('a', 30), thing('b', 4), thing('c', 200));
      expect(await page('by_revision', ['w'])).toEqual(['b', 'a', 'c']);
    });

    it('follows a document to its new place', async () => {
      await given(thing('a', 1, { rank: 1 }), thing('b', 2, { rank: 2 }));
      const moved = batch([thing('a', 3, { rank: 3 }), thing('b', 4, { live: 0 })], { from: batch([]).to });
      await opened().writer.commit(moved);
      expect(await page('by_rank', ['w', 1])).toEqual(['a']);
      expect(await page('by_rank', ['w', 1], 100, [2])).toEqual(['a']);
      expect(await page('by_rank', ['w', 0])).toEqual(['b']);
    });

    it('refuses an index that is not declared', async () => {
      await expect(page('by_colour', ['w'])).rejects.toThrow('by_colour');
    });
  });

  describe('pageKeys', () => {
    it('gives the keys of the very page, whatever prefix, after and limit', async () => {
      const things = Array.from({ length: 23 }, (_, i) =>
        thing(`t${i}`, i, { rank: i % 4, live: i % 5 === 0 ? 0 : 1, workspace_id: i % 7 === 0 ? 'v' : 'w' }),
      );
      await given(...things);
      const asked = [
        { index: 'by_rank', prefix: ['w', 1] },
        { index: 'by_rank', prefix: ['w', 1], after: [2] },
        { index: 'by_rank', prefix: ['w', 1], after: [2, 't18'] },
        { index: 'by_rank', prefix: ['w'], after: [0, 2] },
        { index: 'by_rank', prefix: [] },
        { index: 'by_name', prefix: ['v'] },
        { index: 'names', prefix: ['w', 't3'] },
        { index: 'by_rank', prefix: ['none', 1] },
      ];
      for (const options of asked) {
        for (const limit of [1, 5, 100]) {
          const documents = await opened().model.page(THINGS, { ...options, limit });
          expect(await opened().model.pageKeys(THINGS, { ...options, limit })).toEqual(documents.map(keyOf));
        }
      }
      expect(await opened().model.pageKeys(THINGS, { ...asked[0]!, limit: 100 })).toHaveLength(15);
    });

    it('refuses an index that is not declared', async () => {
      await expect(opened().model.pageKeys(THINGS, { index: 'by_colour', prefix: ['w'], limit: 1 })).rejects.toThrow(
        'by_colour',
      );
    });
  });
}
