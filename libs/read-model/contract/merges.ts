import type { IndexValue } from '#kernel';
import type { DistinctOptions, MergeOptions } from '../read-model.js';
import { batch, type OpenReadModel, type Thing, thing, THINGS } from './fixtures.js';

/** The contract of `merge` and `distinct`. */
export function mergesContract(opened: () => OpenReadModel): void {
  const given = (...things: Thing[]) => opened().writer.commit(batch(things));

  describe('merge', () => {
    const merge = async (
      prefixes: MergeOptions['prefixes'],
      limit = 100,
      after?: readonly IndexValue[],
      bounds: Partial<MergeOptions> = {},
    ) => {
      const options = { index: 'by_rank', prefixes, limit, ...(after ? { after } : {}), ...bounds };
      const found = await opened().model.merge(THINGS, options);
      return found.map(({ workspace_id, thing_id }) => `${workspace_id}/${thing_id}`);
    };

    it('gives the lowest rows under any of the prefixes, in the order behind them', async () => {
      await given(
        thing('a', 1, { rank: 5 }),
        thing('b', 2, { rank: 1, live: 0 }),
        thing('c', 3, { rank: 2, workspace_id: 'v' }),
        thing('d', 4, { rank: 10 }),
        thing('e', 5, { rank: 0, workspace_id: 'u' }),
        thing('f', 6, { rank: 5, live: 0 }),
      );
      const prefixes = [
        ['w', 1],
        ['w', 0],
        ['v', 1],
        ['none', 1],
      ];
      expect(await merge(prefixes)).toEqual(['w/b', 'v/c', 'w/a', 'w/f', 'w/d']);
      expect(await merge(prefixes, 2)).toEqual(['w/b', 'v/c']);
      expect(await merge(prefixes, 2, [1])).toEqual(['v/c', 'w/a']);
      expect(await merge(prefixes, 2, [5, 'a'])).toEqual(['w/f', 'w/d']);
      expect(await merge(prefixes, 2, [10])).toEqual([]);
      expect(await merge([['v'], ['u']])).toEqual(['u/e', 'v/c']);
      expect(await merge([[]], 2)).toEqual(['u/e', 'v/c']);
    });

    it('gives no row whose first field behind the prefixes is above `to`', async () => {
      await given(
        thing('a', 1, { rank: 5 }),
        thing('b', 2, { rank: 1, live: 0 }),
        thing('c', 3, { rank: 5.5, workspace_id: 'v' }),
        thing('d', 4, { rank: 5 }),
        thing('e', 5, { rank: -1, workspace_id: 'v' }),
      );
      const prefixes = [
        ['w', 1],
        ['w', 0],
        ['v', 1],
      ];
      expect(await merge(prefixes, 100, undefined, { to: 5 })).toEqual(['v/e', 'w/b', 'w/a', 'w/d']);
      expect(await merge(prefixes, 100, undefined, { to: 4.9 })).toEqual(['v/e', 'w/b']);
      expect(await merge(prefixes, 1, undefined, { to: 5 })).toEqual(['v/e']);
      expect(await merge(prefixes, 100, undefined, { to: -2 })).toEqual([]);
      expect(await merge(prefixes, 100, [-1], { to: 5 })).toEqual(['w/b', 'w/a', 'w/d']);
      expect(await merge(prefixes, 100, [5, 'a'], { to: 5 })).toEqual(['w/d']);
      expect(await merge(prefixes, 100, [5, 'a'], { to: 5.5 })).toEqual(['w/d', 'v/c']);
      expect(await merge(prefixes, 100, [5], { to: 5 })).toEqual([]);
      expect(await merge(prefixes, 100, [6], { to: 5 })).toEqual([]);
      expect(await merge([['w'], ['v']], 100, undefined, { to: 0 })).toEqual(['w/b']);
      expect(await merge([['w']], 100, undefined, { index: 'by_name', to: 'name of b' })).toEqual(['w/a', 'w/b']);
      await expect(merge([['w', 1, 5, 'a']], 1, undefined, { to: 5 })).rejects.toThrow('no field behind');
    });

    it('gives each row once, though a prefix is named twice, and nothing for no prefix', async () => {
      await given(thing('a', 1), thing('b', 2));
      expect(
        await merge([
          ['w', 1],
          ['w', 1],
        ]),
      ).toEqual(['w/a', 'w/b']);
      expect(await merge([])).toEqual([]);
    });

    it('takes hundreds of prefixes', async () => {
      const workspaces = Array.from({ length: 250 }, (_, i) => `w${i}`);
      const things = workspaces.flatMap((workspace_id, i) =>
        [0, 1].map((n) => thing(`t${n}`, n, { workspace_id, rank: 1_000 * n + ((i * 7) % 250) })),
      );
      await given(...things);
      const ranks = things.map(({ rank }) => rank).sort((a, b) => a - b);
      const prefixes = workspaces.map((workspace) => [workspace, 1]);
      const found = await opened().model.merge(THINGS, { index: 'by_rank', prefixes, limit: 300 });
      expect(found.map(({ rank }) => rank)).toEqual(ranks.slice(0, 300));
      for (const limit of [1, 7, 40, 100]) {
        const lowest = await opened().model.merge(THINGS, { index: 'by_rank', prefixes, limit });
        expect(lowest).toEqual(found.slice(0, limit));
      }
      const bounded = { index: 'by_rank', prefixes, limit: 7, after: [3], to: 8 };
      const few = await opened().model.merge(THINGS, bounded);
      expect(few.map(({ rank }) => rank)).toEqual([4, 5, 6, 7, 8]);
      expect(await opened().model.merge(THINGS, { ...bounded, limit: 2 })).toEqual(few.slice(0, 2));
    });

    it('gives what sorting all rows gives, whatever the ties and the limit', async () => {
      const things = Array.from({ length: 120 }, (_, i) =>
        thing(`t${String(i).padStart(3, '0')}`, i, { workspace_id: `w${i % 6}`, rank: (i * 37) % 11 }),
      );
      await given(...things);
      const prefixes = ['w0', 'w2', 'w3', 'w5'].map((workspace) => [workspace, 1]);
      const mine = things.filter(({ workspace_id }) => prefixes.some(([workspace]) => workspace === workspace_id));
      const sorted = mine.sort((a, b) => a.rank - b.rank || (a.thing_id < b.thing_id ? -1 : 1));
      for (const limit of [1, 2, 3, 10, 79, 80, 81]) {
        const found = await opened().model.merge(THINGS, { index: 'by_rank', prefixes, limit });
        expect(found).toEqual(sorted.slice(0, limit));
      }
    });

    it('refuses prefixes of different lengths, and an index that is not declared', async () => {
      await expect(merge([['w'], ['w', 1]])).rejects.toThrow('of one length');
      const unknown = opened().model.merge(THINGS, { index: 'by_colour', prefixes: [['w']], limit: 1 });
      await expect(unknown).rejects.toThrow('by_colour');
    });
  });

  describe('distinct', () => {
    const distinct = (prefix: readonly IndexValue[], options: Partial<DistinctOptions> = {}) =>
      opened().model.distinct(THINGS, { index: 'by_rank', prefix, limit: 100, ...options });

    it('gives the values of the field behind a prefix, each once, ascending', async () => {
      const ranks = [5, 1, 5, 10, 1, -3, 5];
      await given(...ranks.map((rank, i) => thing(`t${i}`, i, { rank })), thing('gone', 9, { rank: 7, live: 0 }));
      expect(await distinct(['w', 1])).toEqual([-3, 1, 5, 10]);
      expect(await distinct(['w', 1], { to: 5 })).toEqual([-3, 1, 5]);
      expect(await distinct(['w', 1], { to: 4 })).toEqual([-3, 1]);
      expect(await distinct(['w', 1], { limit: 2 })).toEqual([-3, 1]);
      expect(await distinct(['w'])).toEqual([0, 1]);
      expect(await distinct([])).toEqual(['w']);
      expect(await distinct(['none', 1])).toEqual([]);
      expect(await distinct(['w'], { index: 'by_name', limit: 2 })).toEqual(['name of gone', 'name of t0']);
    });

    it('refuses a prefix that leaves no field, and an index that is not declared', async () => {
      await expect(distinct(['w', 1, 5, 't0'])).rejects.toThrow('no field behind');
      await expect(distinct(['w'], { index: 'by_colour' })).rejects.toThrow('by_colour');
    });
  });
}
