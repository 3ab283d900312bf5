import fc from 'fast-check';
import { type Projection, workspaceStream } from '#kernel';
import { readHeldStreams } from './held-stream-row.js';
import { BOARDS, boardsProjection, CARDS, cardsProjection, placed, swept } from '../testing/cards.js';
import { FakeLog } from '../testing/fake-log.js';
import { FaultyWriter } from '../testing/faulty-writer.js';
import { LETTER_PREFIXES, LETTERS, lettersProjection, passed, written } from '../testing/letters.js';
import { MemoryReadModel, MemoryStorage } from '../testing/memory-read-model.js';
import { runToEnd } from '../testing/run-to-end.js';

/**
 * Follows the streams of three workspaces and of their letters; a process of the newer version knows every event, an
 * older one does not.
 */
type Version = 'older' | 'newer';

/** An event of a workspace, in its stream or in that of a letter. */
interface Happening {
  readonly workspace: 'u' | 'v' | 'w';
  readonly what: 'placed' | 'written' | 'passed' | 'passed unreadably' | 'unknown' | 'throws';
  readonly id: 'a' | 'b';
}

/** A process runs until it has caught up, or is killed before one of its steps. */
interface Run {
  readonly version: Version;
  readonly batchSize: number;
  readonly killedAt: number | undefined;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  workspace: fc.constantFrom('u', 'v', 'w'),
  what: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('placed', 'written', 'passed') },
    { weight: 2, arbitrary: fc.constantFrom('passed unreadably', 'unknown', 'throws') },
  ),
  id: fc.constantFrom('a', 'b'),
});

const run: fc.Arbitrary<Run> = fc.record({
  version: fc.constantFrom('older', 'newer'),
  batchSize: fc.integer({ min: 1, max: 8 }),
  killedAt: fc.option(fc.nat({ max: 40 }), { nil: undefined }),
});

const history = fc.array(fc.tuple(fc.array(happening, { maxLength: 12 }), run), { minLength: 1, maxLength: 6 });

function append(log: FakeLog, { workspace, what, id }: Happening): void {
  const letter = `${workspace}${id}`;
  if (what === 'placed') log.append(workspace, [placed(id, 'x')]);
  else if (what === 'written' || !isWritten(log, workspace, letter)) write(log, workspace, letter);
  else if (what === 'passed') log.append(workspace, [passed(letter, 'box')], `letter-${letter}`);
  else if (what === 'passed unreadably') {
    log.append(workspace, [{ ...passed(letter, 'air'), type: 'StationFlown' }], `letter-${letter}`);
  } else if (what === 'unknown') log.append(workspace, [{ type: 'CardLost', data: { board_id: 'x' } }]);
  else log.append(workspace, [swept('x', ['a'])]);
}

/** Writes each letter once; the events of its own stream follow. */
function write(log: FakeLog, workspace: string, letter: string): void {
  if (!isWritten(log, workspace, letter)) log.append(workspace, [written(letter)]);
}

function isWritten(log: FakeLog, workspace: string, letter: string): boolean {
  return log.events.some(
    ({ type, stream, data }) =>
      stream === workspaceStream(workspace) &&
      type === 'LetterWritten' &&
      (data as { letter_id: string }).letter_id === letter,
  );
}

const UNKNOWN = ['CardLost', 'StationFlown'];

const lostToo: Projection = {
  ...boardsProjection,
  keys: (event) => (event.type === 'CardLost' ? [[event.metadata.workspace_id, 'x']] : boardsProjection.keys(event)),
  evolve: (board, event, key, resident) =>
    event.type === 'CardLost'
      ? boardsProjection.evolve(board as never, { ...event, ...swept('x', ['lost']) }, key, resident)
      : boardsProjection.evolve(board as never, event, key, resident),
};
const throwing: Projection = {
  ...boardsProjection,
  evolve: (board, event, key, resident) => {
    if (event.type === 'BoardSwept') throw new Error('broken');
    return boardsProjection.evolve(board as never, event, key, resident);
  },
};
const PROJECTIONS: Readonly<Record<Version, readonly Projection[]>> = {
  older: [cardsProjection, throwing, lettersProjection],
  newer: [cardsProjection, lostToo, lettersProjection],
};

function follow(log: FakeLog, writer: FaultyWriter | MemoryReadModel, version: Version, batchSize: number) {
  log.unknown.clear();
  if (version === 'older') for (const type of UNKNOWN) log.unknown.add(type);
  return runToEnd(log, writer, { prefixes: LETTER_PREFIXES, batchSize }, PROJECTIONS[version]);
}

const WORKSPACES = ['u', 'v', 'w'] as const;

/** All rows of a workspace, and its projected revision. */
async function rowsOf(model: MemoryReadModel, workspace: string) {
  const letters = ['a', 'b'].map((id) => [workspace, `${workspace}${id}`]);
  return {
    cards: await model.getMany(CARDS, [
      [workspace, 'a'],
      [workspace, 'b'],
    ]),
    boards: await model.getMany(BOARDS, [[workspace, 'x']]),
    letters: await model.getMany(LETTERS, letters),
    complete: await model.projectedRevision(workspace),
  };
}

/** The rows that one process that knows every event makes of a log in one run. */
async function expectedOf(log: FakeLog): Promise<MemoryReadModel> {
  const model = new MemoryReadModel();
  await follow(log, model, 'newer', 1_000);
  return model;
}

/** Whether every version knows the workspace's events, those of its letters too. */
function isPlain(log: FakeLog, workspace: string): boolean {
  return log.events.every(
    ({ type, metadata }) => metadata.workspace_id !== workspace || ![...UNKNOWN, 'BoardSwept'].includes(type),
  );
}

/** A newer version releases a stream and is killed before its checkpoint; the older one holds the stream again. */
const HELD_AGAIN: readonly [readonly Happening[], Run][] = [
  [
    [
      { workspace: 'u', what: 'passed', id: 'a' },
      { workspace: 'u', what: 'placed', id: 'a' },
      { workspace: 'u', what: 'placed', id: 'a' },
      { workspace: 'u', what: 'passed unreadably', id: 'a' },
      { workspace: 'u', what: 'placed', id: 'a' },
      { workspace: 'w', what: 'written', id: 'a' },
    ],
    { version: 'older', batchSize: 3, killedAt: 15 },
  ],
  [[], { version: 'newer', batchSize: 2, killedAt: 7 }],
  [[{ workspace: 'u', what: 'passed', id: 'a' }], { version: 'older', batchSize: 1, killedAt: undefined }],
];

describe('streams that are held back', () => {
  it('affect their own workspace only, and give the same rows once a process knows their events', async () => {
    let heldAtAll = 0;
    await fc.assert(
      fc.asyncProperty(history, async (parts) => {
        const log = new FakeLog();
        const storage = new MemoryStorage();
        const model = new MemoryReadModel(storage);
        /** It may have projected an event that holds the older version back, and not reached its checkpoint. */
        let newerWasKilled = false;
        for (const [happenings, { version, batchSize, killedAt }] of parts) {
          for (const each of happenings) append(log, each);
          const writer = new FaultyWriter(model);
          writer.before = (step) => {
            if (step === killedAt) throw new Error('killed');
          };
          const killed = await follow(log, writer, version, batchSize).then(
            () => false,
            (error: Error) => {
              if (error.message !== 'killed') throw error;
              return true;
            },
          );
          newerWasKilled ||= killed && version === 'newer';
          if (killed) continue;
          const expected = await expectedOf(log);
          for (const workspace of WORKSPACES) {
            if (version === 'older' && !isPlain(log, workspace)) continue;
            expect(await rowsOf(model, workspace)).toEqual(await rowsOf(expected, workspace));
          }
          const held = await readHeldStreams(model);
          heldAtAll += held.length;
          if (version === 'newer') expect(held).toEqual([]);
          for (const { stream, at } of held) {
            if (!stream.startsWith('workspace-')) continue;
            const complete = await model.projectedRevision(stream.slice(10));
            expect(complete).toBe(newerWasKilled ? Math.max(complete, at - 1) : at - 1);
          }
        }
        await follow(log, model, 'newer', 3);
        const expected = await expectedOf(log);
        for (const workspace of WORKSPACES) {
          expect(await rowsOf(model, workspace)).toEqual(await rowsOf(expected, workspace));
        }
        expect(await readHeldStreams(model)).toEqual([]);
      }),
      { numRuns: 400, examples: [[HELD_AGAIN.map(([happenings, run]) => [[...happenings], run])]] },
    );
    expect(heldAtAll).toBeGreaterThan(100);
  });
});
