import type { IndexValue } from '#kernel';
import { batch, type OpenReadModel, thing, THINGS } from './fixtures.js';

/** The contract of indexes that have only documents in which a field is not '' (`IndexSpec.filled`). */
export function filledIndexesContract(opened: () => OpenReadModel): void {
  describe('an index of documents in which a field is filled', () => {
    const index = 'by_filled_name';
    const commit = (...things: Parameters<typeof batch>[0]) => opened().writer.commit(batch(things));

    async function read(under: readonly IndexValue[]) {
      const { model } = opened();
      const page = await model.page(THINGS, { index, prefix: under, limit: 9 });
      const merged = await model.merge(THINGS, { index, prefixes: [under], limit: 9 });
      const ids = page.map(({ thing_id }) => thing_id);
      expect(merged.map(({ thing_id }) => thing_id)).toEqual(ids);
      expect(await model.count(THINGS, { index, prefix: under })).toBe(ids.length);
      return ids;
    }

    it('has no other documents, whatever prefix is read', async () => {
      await commit(
        thing('a', 1, { name: '', rank: 3 }),
        thing('b', 2, { name: '-', rank: 2 }),
        thing('c', 3, { name: 'x', rank: 1 }),
        thing('d', 4, { name: 'x', live: 0 }),
        thing('e', 5, { name: '', workspace_id: 'v' }),
      );
      expect(await read(['w', 1])).toEqual(['b', 'c']);
      expect(await read(['w', 0])).toEqual(['d']);
      expect(await read(['w', 1, 'x'])).toEqual(['c']);
      expect(await read(['v', 1])).toEqual([]);
      const { model } = opened();
      expect(await model.distinct(THINGS, { index, prefix: ['w', 1], limit: 9 })).toEqual(['-', 'x']);
      expect(await model.distinct(THINGS, { index, prefix: ['w', 1], to: 'b', limit: 9 })).toEqual(['-']);
      const behind = { index, prefix: ['w', 1], after: ['x', 1, 'c'], descending: true, limit: 9 };
      expect(await model.page(THINGS, behind)).toEqual([thing('b', 2, { name: '-', rank: 2 })]);
    });

    it('gets a document that is filled later, and loses one that is emptied', async () => {
      await commit(thing('a', 1, { name: '' }), thing('b', 2, { name: 'x' }));
      const put = (id: string, name: string) => {
        return { collection: THINGS, key: ['w', id], document: thing(id, 3, { name }) };
      };
      await opened().cacheWriter.putRows([put('a', 'y'), put('b', '')]);
      expect(await read(['w', 1])).toEqual(['a']);
    });
  });
}
