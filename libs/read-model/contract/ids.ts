import { createHash } from 'node:crypto';
import type { DocumentKey } from '#kernel';
import { testId } from '#kernel/testing';
import { FLAT_NOTES, NOTES, type Note, type OpenReadModel, position } from './fixtures.js';

const W = testId(1);
const OTHER = testId(2);
const OWNERS = [testId(30), testId(31), 'ffffffff-0000-4000-8000-000000000000'] as const;
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Notes of three owners, and of none, and one of another workspace; in no order. */
const ALL: readonly Note[] = [5, 3, 8, 1, 9, 2, 7, 4, 6, 0].map((n) => ({
  workspace_id: n === 9 ? OTHER : W,
  note_id: testId(100 + n),
  owner_id: ['', ...OWNERS][n % 4]!,
  digest: n === 6 ? '' : hash(`${n}`),
  live: 1,
  rank: n,
  text: `note ${n}`,
  revision: n,
}));

const keyOf = ({ workspace_id, note_id }: Note): DocumentKey => [workspace_id, note_id];
const owned = (...owners: readonly string[]) =>
  ALL.filter((note) => note.workspace_id === W && owners.includes(note.owner_id)).sort(
    (a, b) => (a.owner_id < b.owner_id ? -1 : Number(a.owner_id > b.owner_id)) || a.rank - b.rank,
  );

/** The contract of fields that hold ids (`Collection.ids`), with and without flat documents (`Collection.flat`). */
export function idsContract(opened: () => OpenReadModel): void {
  describe.each([NOTES, FLAT_NOTES])('documents with ids, of $name', (collection) => {
    const index = 'by_owner';

    async function commit(notes: readonly Note[], before?: Note): Promise<void> {
      const { writer } = opened();
      const from = await writer.checkpoint('f');
      await writer.commit({
        writes: notes.map((document) => ({
          ...{ collection, key: keyOf(document), document },
          ...{ isNew: before === undefined, before },
        })),
        projectedRevisions: new Map(),
        follower: 'f',
        from,
        to: position(Number(from ?? 0) + 1),
      });
    }

    it('are found by their keys, with the same fields', async () => {
      await commit(ALL);
      const { model } = opened();
      expect(await model.getMany(collection, ALL.map(keyOf))).toEqual(ALL);
      expect(await model.getMany(collection, [[OTHER, ALL[0]!.note_id]])).toEqual([undefined]);
      expect(await model.fieldsOf(collection, 'digests', ALL.map(keyOf))).toEqual(ALL.map(({ digest }) => digest));
    });

    it('have the order of their texts in every read', async () => {
      await commit(ALL);
      const { model } = opened();
      const all = owned('', ...OWNERS);
      const pages: Note[] = [];
      for (let after: readonly (string | number)[] | undefined; ;) {
        const page = await model.page(collection, { index, prefix: [W], ...(after && { after }), limit: 2 });
        pages.push(...page);
        const last = page.at(-1);
        if (!last) break;
        after = [last.owner_id, last.live, last.rank, last.note_id];
      }
      expect(pages).toEqual(all);
      const back = { index, prefix: [W], descending: true, limit: 20 };
      expect(await model.page(collection, back)).toEqual([...all].reverse());
      expect(await model.pageKeys(collection, { index, prefix: [W], limit: 20 })).toEqual(all.map(keyOf));
      expect(await model.distinct(collection, { index, prefix: [W], limit: 9 })).toEqual(['', ...OWNERS]);
      expect(await model.distinct(collection, { index, prefix: [W], to: OWNERS[1], limit: 9 })).toHaveLength(3);
      const byRank = owned(...OWNERS).sort((a, b) => a.rank - b.rank);
      const merged = { index, prefixes: OWNERS.map((owner) => [W, owner, 1]), limit: 9 };
      expect(await model.merge(collection, merged)).toEqual(byRank);
      const above = { ...merged, after: [byRank[1]!.rank, byRank[1]!.note_id], to: byRank.at(-2)!.rank };
      expect(await model.merge(collection, above)).toEqual(byRank.slice(2, -1));
      expect(await model.count(collection, { index, prefix: [W, OWNERS[0]] })).toBe(owned(OWNERS[0]).length);
    });

    it('are counted by them, also once they have others', async () => {
      await commit(ALL);
      const { model } = opened();
      const count = (owner: string) => model.tally(collection, { tally: 'owned', prefix: [W, owner], above: -1 });
      const [first] = owned(OWNERS[0]);
      const counted = await Promise.all(OWNERS.map(count));
      expect(counted).toEqual(OWNERS.map((owner) => owned(owner).length));
      await commit([{ ...first!, owner_id: OWNERS[2], revision: 20 }], first);
      expect(await Promise.all(OWNERS.map(count))).toEqual([counted[0]! - 1, counted[1], counted[2]! + 1]);
      const [moved] = await model.getMany(collection, [keyOf(first!)]);
      expect(moved).toEqual({ ...first, owner_id: OWNERS[2], revision: 20 });
    });

    it('are dropped with their workspace, or below one', async () => {
      await commit(ALL);
      const { model, cacheWriter } = opened();
      const below = { index, prefix: [W], before: OWNERS[1], limit: 99 };
      expect(await cacheWriter.dropBelow(collection, below)).toBe(owned('', OWNERS[0]).length);
      expect(await cacheWriter.dropWorkspace(collection, W, 2)).toBe(2);
      expect(await cacheWriter.dropWorkspace(collection, W, 99)).toBe(owned(OWNERS[1], OWNERS[2]).length - 2);
      const [left] = ALL.filter(({ workspace_id }) => workspace_id === OTHER);
      expect(await model.getMany(collection, ALL.map(keyOf))).toEqual(
        ALL.map((note) => (note === left ? left : undefined)),
      );
    });
  });
}
