import { batch, keyOf, type OpenReadModel, type Thing, thing, THINGS } from './fixtures.js';

/** The contract of indexes whose fields tell documents apart (`IndexSpec.unique`). */
export function uniqueIndexesContract(opened: () => OpenReadModel): void {
  describe('an index whose fields tell documents apart', () => {
    const index = 'by_unique_rank';
    const prefix = ['w', 1] as const;
    const all = ['e', 'c', 'a', 'd', 'b'];

    beforeEach(async () => {
      const ranked = all.map((id, at) => thing(id, at + 1, { rank: at + 1 }));
      await opened().writer.commit(batch([...ranked.toReversed(), thing('x', 9, { live: 0, rank: 3 })]));
    });

    const idsOf = (things: readonly Thing[]) => things.map(({ thing_id }) => thing_id);

    it('gives pages in its order, of any length, from both ends', async () => {
      const { model } = opened();
      for (const descending of [false, true]) {
        const order = descending ? all.toReversed() : all;
        const found: Thing[] = [];
        while (found.length < all.length) {
          const after = found.slice(-1).flatMap(({ rank, name }) => [rank, name]);
          const options = { index, prefix, descending, limit: 2, ...(after.length > 0 && { after }) };
          const page = await model.page(THINGS, options);
          expect(await model.pageKeys(THINGS, options)).toEqual(page.map(keyOf));
          found.push(...page);
        }
        expect(idsOf(found)).toEqual(order);
      }
      expect(idsOf(await model.page(THINGS, { index, prefix, limit: 2_000 }))).toEqual(all);
      expect(await model.pageKeys(THINGS, { index, prefix, limit: 2_000 })).toHaveLength(all.length);
    });

    it('takes no value of the key in a position', async () => {
      const page = opened().model.page(THINGS, { index, prefix, after: [3, 'name of a', 'a'], limit: 2 });
      await expect(page).rejects.toThrow(/fields/);
    });

    it('is merged, counted and told apart as any other', async () => {
      const { model } = opened();
      const prefixes = [prefix, ['w', 0]];
      expect(idsOf(await model.merge(THINGS, { index, prefixes, after: [2], to: 4, limit: 9 }))).toHaveLength(3);
      expect(idsOf(await model.merge(THINGS, { index, prefixes: [prefix], limit: 3 }))).toEqual(all.slice(0, 3));
      expect(await model.count(THINGS, { index, prefix, above: 3 })).toBe(2);
      expect(await model.distinct(THINGS, { index, prefix, limit: 9 })).toEqual([1, 2, 3, 4, 5]);
    });
  });
}
