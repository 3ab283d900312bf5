import fc from 'fast-check';
import type { Position } from '#kernel';
import { keyText } from '#kernel';
import { CheckpointMismatchError } from '../read-model.js';
import { keyOf, type OpenReadModel, position, type Thing, thing, THINGS, write } from './fixtures.js';

interface Change {
  readonly workspace: 'v' | 'w';
  readonly thing_id: string;
  readonly rank: number;
  readonly live: 0 | 1;
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    workspace: fc.constantFrom('v', 'w'),
    thing_id: fc.constantFrom('a', 'b', 'c', 'd'),
    rank: fc.integer({ min: -3, max: 12 }),
    live: fc.constantFrom(0, 1),
  }),
  { maxLength: 30 },
);

/**
 * How a log was cut into batches, after which of them the follower restarted and how many batches earlier, and the
 * hints it gave with its writes: `isNew`, true or false, and `before`, current or outdated.
 */
interface Cut {
  readonly size: number;
  readonly again: number;
  readonly isNew: boolean;
}

const cuts: fc.Arbitrary<Cut[]> = fc.array(
  fc.record({ size: fc.integer({ min: 1, max: 7 }), again: fc.nat(3), isNew: fc.boolean() }),
  { minLength: 1 },
);

interface Batch {
  readonly things: readonly Thing[];
  readonly from: Position | undefined;
  readonly to: Position;
  readonly isNew: boolean;
}

/** Any split, with repeats, gives the same rows as a plain Map to which the changes are applied one by one. */
export function algebraContract(
  open: () => Promise<{ opened: OpenReadModel; destroy: () => Promise<void> }>,
  runs: number,
): void {
  it('gives the same rows for any split of the same log into batches, repeats and late owners included', async () => {
    await fc.assert(
      fc.asyncProperty(changes, cuts, async (log, plan) => {
        const { opened, destroy } = await open();
        try {
          const things = revised(log);
          await follow(opened, things, plan);
          await expectRows(opened, things);
        } finally {
          await destroy();
        }
      }),
      { numRuns: runs },
    );
  });
}

function revised(log: readonly Change[]): Thing[] {
  const next = { v: 0, w: 0 };
  return log.map(({ workspace, thing_id, rank, live }) =>
    thing(thing_id, next[workspace]++, { workspace_id: workspace, rank, live }),
  );
}

async function follow({ writer }: OpenReadModel, things: readonly Thing[], plan: readonly Cut[]) {
  const batches: Batch[] = [];
  for (let begin = 0, i = 0; begin < things.length; i += 1) {
    const { size, again, isNew } = plan[i % plan.length]!;
    const end = Math.min(begin + size, things.length);
    const from = begin === 0 ? undefined : position(begin);
    batches.push({ things: things.slice(begin, end), from, to: position(end), isNew });
    begin = end;
    await writer.commit(commitOf(batches.at(-1)!, 'f', things));
    // The oldest last: rows that it would overwrite are not written again by a newer batch.
    for (const earlier of batches.slice(-1 - again).reverse()) {
      // A late owner has a wrong checkpoint; a second follower writes the same rows without one.
      await expect(writer.commit(commitOf(earlier, 'f', things))).rejects.toThrow(CheckpointMismatchError);
      const found = await writer.checkpoint('g');
      await writer.commit({ ...commitOf(earlier, 'g', things), from: found });
    }
  }
}

function commitOf({ things, from, to, isNew }: Batch, follower: string, log: readonly Thing[]) {
  const projectedRevisions = new Map(things.map(({ workspace_id, revision }) => [workspace_id, revision]));
  const writes = things.map((document) => write(document, isNew, isNew ? undefined : beforeOf(document, log)));
  return { writes, projectedRevisions, follower, from, to };
}

function beforeOf(document: Thing, log: readonly Thing[]): Thing | undefined {
  const [workspaceId, thingId] = keyOf(document);
  return log
    .slice(0, log.indexOf(document))
    .findLast(({ workspace_id, thing_id }) => workspace_id === workspaceId && thing_id === thingId);
}

async function expectRows({ model }: OpenReadModel, things: readonly Thing[]): Promise<void> {
  const last = new Map(things.map((document) => [keyText(keyOf(document)), document]));
  const expected = [...last.values()];
  expect(await model.getMany(THINGS, expected.map(keyOf))).toEqual(expected);
  for (const workspace of ['v', 'w']) {
    const mine = expected.filter(({ workspace_id, live }) => workspace_id === workspace && live === 1);
    mine.sort((a, b) => a.rank - b.rank || (a.thing_id < b.thing_id ? -1 : 1));
    expect(await model.page(THINGS, { index: 'by_rank', prefix: [workspace, 1], limit: 99 })).toEqual(mine);
    const last = things.filter(({ workspace_id }) => workspace_id === workspace).at(-1);
    expect(await model.projectedRevision(workspace)).toBe(last?.revision ?? -1);
  }
}
