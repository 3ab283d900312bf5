import fc from 'fast-check';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { proxied, withDatabase } from '../../../test/support/engines/mongodb-url.js';
import type { TcpProxy } from '../../../test/support/proxy.js';
import type { Row } from '#kernel';
import type { ProgressReport } from '../progress/progress.js';
import { CheckpointMismatchError, type ReadModelWriter } from '../read-model.js';
import { ProjectionRunner } from '../projecting/projection-runner.js';
import { BOARDS, CARD_PROJECTIONS, CARDS, placed, swept } from '../testing/cards.js';
import { FakeLog } from '../testing/fake-log.js';
import { runToEnd } from '../testing/run-to-end.js';
import { MongoReadModelConnection } from './connection.js';
import { testDatabase } from './testing/database.js';
import { isWrite } from './testing/is-write.js';

const RUNS = 25;
const IDS = ['a', 'b', 'c', 'd', 'e'];
const BOARD_IDS = ['x', 'y'] as const;

/** One event of the log. */
type Move =
  | { readonly card: string; readonly board: 'x' | 'y' }
  | { readonly sweep: 'x' | 'y'; readonly cards: readonly string[] };

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ card: fc.constantFrom(...IDS), board: fc.constantFrom(...BOARD_IDS) }) },
    {
      weight: 1,
      arbitrary: fc.record({ sweep: fc.constantFrom(...BOARD_IDS), cards: fc.subarray(IDS, { minLength: 1 }) }),
    },
  ),
  { minLength: 4, maxLength: 30 },
);

const plans = fc.record({
  /** Events that are in the read model before both owners begin. */
  before: fc.nat(4),
  /** The write at which the first owner is paused. */
  pausedAt: fc.integer({ min: 1, max: 8 }),
  /**
   * Large compared with the second owner's: the paused write is then newer than the rows that the second owner has
   * written meanwhile.
   */
  batchSize: fc.integer({ min: 1, max: 30 }),
  otherBatchSize: fc.integer({ min: 1, max: 5 }),
  /** Batches after which the second owner stops for a while. */
  otherBatches: fc.integer({ min: 1, max: 4 }),
});

describeWithMongoServer('Two owners of one follower in MongoDB', () => {
  let server: MongoServerHandle;
  let proxy: TcpProxy;
  let throughProxy: string;

  beforeAll(async () => {
    server = await mongoServer();
    ({ proxy, url: throughProxy } = await proxied(server.url));
  });

  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  it('leave the rows of the log, wherever one was paused while the other continued', async () => {
    let overlapped = 0;
    await fc.assert(
      fc.asyncProperty(moves, plans, async (script, plan) => {
        const { before, pausedAt, batchSize, otherBatchSize, otherBatches } = plan;
        const log = new FakeLog();
        const append = (some: readonly Move[]) => log.append('w', some.map(eventOf));
        const database = testDatabase(server.url, '', throughProxy);
        const options = { projections: CARD_PROJECTIONS, others: [], batch: 2 };
        const paused = await MongoReadModelConnection.open({ ...options, url: database.url });
        const other = await MongoReadModelConnection.open({ ...options, url: withDatabase(server.url, database.name) });
        try {
          append(script.slice(0, before));
          if (before > 0) await runToEnd(log, other.writer);
          append(script.slice(before));
          const held = holdWrite(proxy, pausedAt);
          const run = runToEnd(log, paused.writer, { batchSize }).catch((error: unknown) => error);
          await Promise.race([held, run]);
          await runBatches(log, other.writer, otherBatchSize, otherBatches);
          await expectCompleteRows(other, script);
          proxy.release();
          const end = await run;
          await expectCompleteRows(other, script);
          await runToEnd(log, other.writer, { batchSize: otherBatchSize });
          if (end instanceof CheckpointMismatchError) overlapped += 1;
          else expect(Array.isArray(end)).toBe(true);
          await expectRows(other, script);
          // The late owner's write does not hinder the second owner, which continues.
          append([{ card: 'a', board: 'x' }]);
          await runToEnd(log, other.writer);
          await expectRows(other, [...script, { card: 'a', board: 'x' }]);
        } finally {
          proxy.watch();
          proxy.release();
          await Promise.all([paused.close(), other.close()]);
          await database.drop();
        }
      }),
      // Each run is on a real server: a failure is reported as found, and not shrunk by hundreds of further runs.
      { numRuns: RUNS, endOnFailure: true },
    );
    // A run whose first owner ends before its pause proves nothing.
    expect(overlapped).toBeGreaterThan(RUNS / 4);
  }, 120_000);
});

function eventOf(move: Move) {
  return 'card' in move ? placed(move.card, move.board) : swept(move.sweep, move.cards);
}

/** Resolves once the proxy holds the n-th write. */
function holdWrite(proxy: TcpProxy, n: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    proxy.watch((chunk) => {
      if (!isWrite(chunk)) return 'pass';
      seen += 1;
      if (seen !== n) return 'pass';
      resolve();
      return 'hold';
    });
  });
}

/** Runs a follower for this many batches, or to the end of the log. */
async function runBatches(log: FakeLog, writer: ReadModelWriter, batchSize: number, batches: number): Promise<void> {
  const stop = new AbortController();
  let left = batches;
  const report = ({ caughtUp }: ProgressReport) => {
    left -= 1;
    if (caughtUp || left === 0) stop.abort();
  };
  const options = { events: log, writer, projections: CARD_PROJECTIONS, follower: 'f', sleep: async () => undefined };
  await new ProjectionRunner({ ...options, report, batchSize }).run(stop.signal);
}

/** The expected counts after the first moves: counted, not folded from the events. */
function countsOf(script: readonly Move[]) {
  const cards = new Map<string, { board_id: string; live: number; moves: number; revision: number }>();
  const boards = new Map<string, { cards: number; revision: number }>();
  for (const [revision, move] of script.entries()) {
    const board = 'card' in move ? move.board : move.sweep;
    const change = 'card' in move ? 1 : -move.cards.length;
    boards.set(board, { cards: (boards.get(board)?.cards ?? 0) + change, revision });
    if ('card' in move) {
      const moves = (cards.get(move.card)?.moves ?? 0) + 1;
      cards.set(move.card, { board_id: move.board, live: 1, moves, revision });
    } else {
      for (const id of move.cards) if (cards.has(id)) cards.set(id, { ...cards.get(id)!, live: 0, revision });
    }
  }
  return { cards, boards };
}

async function rowsOf({ model }: MongoReadModelConnection) {
  const cards = await model.getMany(
    CARDS,
    IDS.map((id) => ['w', id]),
  );
  const boards = await model.getMany(
    BOARDS,
    BOARD_IDS.map((id) => ['w', id]),
  );
  return { cards, boards };
}

/** At the end: exactly the rows of the whole log. */
async function expectRows(connection: MongoReadModelConnection, script: readonly Move[]): Promise<void> {
  const expected = countsOf(script);
  const { cards, boards } = await rowsOf(connection);
  expect(cards).toEqual(
    IDS.map((id) => (expected.cards.has(id) ? expect.objectContaining(expected.cards.get(id)!) : undefined)),
  );
  expect(boards).toEqual(
    BOARD_IDS.map((id) => (expected.boards.has(id) ? expect.objectContaining(expected.boards.get(id)!) : undefined)),
  );
  expect(await connection.model.projectedRevision('w')).toBe(script.length - 1);
}

/**
 * At any time: each row is a state of the log at some revision, and no row is missing that the projected revision says
 * is written.
 */
async function expectCompleteRows(connection: MongoReadModelConnection, script: readonly Move[]): Promise<void> {
  const complete = await connection.model.projectedRevision('w');
  const { cards, boards } = await rowsOf(connection);
  const check = (rows: readonly (Row | undefined)[], ids: readonly string[], kind: 'cards' | 'boards') => {
    for (const [i, row] of rows.entries()) {
      const id = ids[i]!;
      const least = countsOf(script.slice(0, complete + 1))[kind].get(id);
      expect(row?.revision ?? -1).toBeGreaterThanOrEqual(least?.revision ?? -1);
      if (row) expect(row).toMatchObject(countsOf(script.slice(0, row.revision + 1))[kind].get(id)!);
    }
  };
  check(cards, IDS, 'cards');
  check(boards, BOARD_IDS, 'boards');
}
