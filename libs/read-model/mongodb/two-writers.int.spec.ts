import fc from 'fast-check';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import type { TcpProxy } from '../../../test/support/proxy.js';
import { CheckpointMismatchError } from '../read-model.js';
import { BOARDS, CARD_PROJECTIONS, CARDS, placed, swept } from '../testing/cards.js';
import { FakeLog } from '../testing/fake-log.js';
import { runToEnd } from '../testing/run-to-end.js';
import { MongoReadModelConnection } from './connection.js';
import { testDatabase } from './testing/database.js';
import { isWrite, proxied } from './testing/proxied.js';

const RUNS = 25;
const IDS = ['a', 'b', 'c', 'd', 'e'];
const KEYS = IDS.map((id) => ['w', id]);
const BOARD_IDS = ['x', 'y'] as const;

/** One event of the log, and whether the paused owner has its batch end behind it. */
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
  /** How many events both owners find in the read model already. */
  before: fc.nat(4),
  /** At which of its writes the first owner is paused. */
  pausedAt: fc.integer({ min: 1, max: 12 }),
  batchSize: fc.integer({ min: 1, max: 8 }),
  otherBatchSize: fc.integer({ min: 1, max: 8 }),
});

describeWithMongoServer('Two owners of one follower in MongoDB', () => {
  let server: MongoServerHandle;
  let proxy: TcpProxy;
  let throughProxy: string;

  beforeAll(async () => {
    server = await mongoServer();
    ({ proxy, url: throughProxy } = await proxied(server));
  });

  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  it('leave the rows of the log, wherever one stood still while the other went on', async () => {
    let overlapped = 0;
    await fc.assert(
      fc.asyncProperty(moves, plans, async (script, { before, pausedAt, batchSize, otherBatchSize }) => {
        const log = new FakeLog();
        const append = (some: readonly Move[]) => log.append('w', some.map(eventOf));
        const database = testDatabase(server.url, '', throughProxy);
        const options = { projections: CARD_PROJECTIONS, others: [], batch: 2 };
        const paused = await MongoReadModelConnection.open({ ...options, url: database.url });
        const other = await MongoReadModelConnection.open({ ...options, url: `${server.url}/${database.name}` });
        try {
          append(script.slice(0, before));
          if (before > 0) await runToEnd(log, other.writer);
          append(script.slice(before));
          const held = holdWrite(proxy, pausedAt);
          const run = runToEnd(log, paused.writer, { batchSize }).catch((error: unknown) => error);
          await Promise.race([held, run]);
          await runToEnd(log, other.writer, { batchSize: otherBatchSize });
          await expectRows(other, script);
          proxy.release();
          const end = await run;
          if (end instanceof CheckpointMismatchError) overlapped += 1;
          else expect(Array.isArray(end)).toBe(true);
          await expectRows(other, script);
          // What the late one wrote after all does not hinder whoever goes on.
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
      // Each run is on a real server: a failure is told as it is, not made smaller by hundreds of further ones.
      { numRuns: RUNS, endOnFailure: true },
    );
    // A run whose first owner is done before its pause proves nothing.
    expect(overlapped).toBeGreaterThan(RUNS / 4);
  }, 120_000);
});

function eventOf(move: Move) {
  return 'card' in move ? placed(move.card, move.board) : swept(move.sweep, move.cards);
}

/** Resolves once the n-th write stands still in the proxy. */
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

/** Counted from the script, not folded from the events. */
async function expectRows({ model }: MongoReadModelConnection, script: readonly Move[]): Promise<void> {
  const cards = new Map<string, { board_id: string; live: number; moves: number }>();
  const boards = new Map<string, number>();
  for (const move of script) {
    if ('card' in move) {
      const times = (cards.get(move.card)?.moves ?? 0) + 1;
      cards.set(move.card, { board_id: move.board, live: 1, moves: times });
      boards.set(move.board, (boards.get(move.board) ?? 0) + 1);
    } else {
      for (const card of move.cards) if (cards.has(card)) cards.get(card)!.live = 0;
      boards.set(move.sweep, (boards.get(move.sweep) ?? 0) - move.cards.length);
    }
  }
  const rows = await model.getMany(CARDS, KEYS);
  expect(rows.map((row) => row && { board_id: row.board_id, live: row.live, moves: row.moves })).toEqual(
    IDS.map((id) => cards.get(id)),
  );
  const counts = await model.getMany(
    BOARDS,
    BOARD_IDS.map((id) => ['w', id]),
  );
  expect(counts.map((row) => row?.cards)).toEqual(BOARD_IDS.map((id) => boards.get(id)));
  expect(await model.completeTo('w')).toBe(script.length - 1);
}
