import fc from 'fast-check';
import type { IndexValue } from '#kernel';
import { batch, keyOf, type OpenReadModel, position, type Thing, thing, THINGS, write } from './fixtures.js';

/** A write of one thing, in the way in which each kind of writer makes it. */
interface Step {
  readonly way: 'commit' | 'put' | 'amend' | 'drop';
  readonly id: number;
  readonly rank: number;
  readonly live: 0 | 1;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    way: fc.constantFrom('commit', 'commit', 'put', 'amend', 'drop'),
    id: fc.integer({ min: 0, max: 5 }),
    rank: fc.integer({ min: 0, max: 35 }),
    live: fc.constantFrom(0, 1),
  }),
  { maxLength: 25 },
);

/** The contract of `tally`. */
export function talliesContract(opened: () => OpenReadModel): void {
  const tally = (name: string, prefix: readonly IndexValue[], above: number) =>
    opened().model.tally(THINGS, { tally: name, prefix, above });

  describe('tally', () => {
    it('counts the documents above a bound, of the values that it is about', async () => {
      const ranks = [0, 3, 9, 10, 11, 25];
      await opened().writer.commit(
        batch([
          ...ranks.map((rank, i) => thing(`t${i}`, i, { rank, name: 'a' })),
          thing('gone', 9, { rank: 25, name: 'a', live: 0 }),
          thing('t0', 1, { rank: 25, name: 'a', workspace_id: 'v' }),
        ]),
      );
      const above = [-1, 0, 2, 9, 10, 24, 25, 99];
      expect(await Promise.all(above.map((bound) => tally('live', ['w'], bound)))).toEqual([6, 5, 5, 3, 2, 1, 0, 0]);
      expect(await tally('named', ['w', 'a'], 24)).toBe(2);
      expect(await Promise.all(above.map((bound) => tally('all', ['w'], bound)))).toEqual([7, 6, 6, 4, 3, 2, 0, 0]);
      expect(await tally('named', ['w', 'b'], -1)).toBe(0);
    });

    it('follows every way in which documents are written and dropped', async () => {
      let workspace = 0;
      await fc.assert(
        fc.asyncProperty(steps, fc.integer({ min: -1, max: 36 }), async (history, above) => {
          workspace += 1;
          const w = `w${workspace}`;
          const things = await played(opened(), w, history);
          const live = things.filter(({ live: of, rank }) => of === 1 && rank > above);
          expect(await tally('live', [w], above)).toBe(live.length);
          expect(await tally('all', [w], above)).toBe(things.filter(({ rank }) => rank > above).length);
          const named = things.filter(({ name, rank }) => name === 'n1' && rank > above);
          expect(await tally('named', [w, 'n1'], above)).toBe(named.length);
        }),
        { numRuns: 60 },
      );
    });

    it('refuses a tally that is not declared, and a prefix that is not all its fields but the last', async () => {
      await expect(tally('missing', ['w'], 0)).rejects.toThrow('declares no tally');
      await expect(tally('named', ['w'], 0)).rejects.toThrow('is read with 2 values');
    });
  });
}

/** Plays a history in a workspace of its own; returns the things that are there then. */
async function played(
  { writer, cacheWriter }: OpenReadModel,
  workspace_id: string,
  history: readonly Step[],
): Promise<readonly Thing[]> {
  const things = new Map<string, Thing>();
  let revision = 0;
  for (const { way, id, rank, live } of history) {
    revision += 1;
    const before = things.get(`t${id}`);
    const next = thing(`t${id}`, revision, { workspace_id, rank, live, name: `n${live}` });
    const key = keyOf(next);
    if (way === 'drop') {
      await cacheWriter.dropWorkspace(THINGS, workspace_id, 100);
      things.clear();
    } else if (way === 'amend') {
      if (!before) continue;
      const change = { collection: THINGS, key, revision: before.revision, ifFields: { rank: before.rank } };
      await cacheWriter.amendRows([{ ...change, set: { rank } }]);
      things.set(`t${id}`, { ...before, rank });
    } else {
      const from = await writer.checkpoint(workspace_id);
      const commit = { ...batch([], { ...(from && { from }), to: position(revision) }), follower: workspace_id };
      if (way === 'put') await cacheWriter.putRows([{ collection: THINGS, key, document: next }]);
      else await writer.commit({ ...commit, writes: [write(next, before === undefined, before)] });
      things.set(`t${id}`, next);
    }
  }
  return [...things.values()];
}
