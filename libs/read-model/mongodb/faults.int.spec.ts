import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type MongoServerHandle,
  describeWithMongoServer,
  mongoServer,
  startMongoServer,
} from '../../../test/doubles/mongodb/server.js';
import { describeOnDouble } from '../../../test/support/double-only.js';
import { proxied, withDatabase } from '../../../test/support/engines/mongodb-url.js';
import type { Fate, TcpProxy } from '../../../test/support/proxy.js';
import { until } from '../../../test/support/until.js';
import { ReadModelUnavailableError } from '../read-model.js';
import { BOARDS, CARD_PROJECTIONS, CARDS, placed, swept } from '../testing/cards.js';
import { FakeLog } from '../testing/fake-log.js';
import { runToEnd } from '../testing/run-to-end.js';
import { MongoReadModelConnection } from './connection.js';
import { type TestDatabase, testDatabase } from './testing/database.js';
import { isWrite } from './testing/is-write.js';

const CARD_COUNT = 12;
const ids = Array.from({ length: CARD_COUNT }, (_, i) => `c${i}`);

describeWithMongoServer('The read model in MongoDB, when things go wrong', () => {
  let server: MongoServerHandle;
  let proxy: TcpProxy;
  let database: TestDatabase;
  let connection: MongoReadModelConnection;
  let log: FakeLog;

  beforeAll(async () => {
    server = await mongoServer();
  });

  afterAll(() => server.stop());

  const open = (url: string) =>
    MongoReadModelConnection.open({ url, projections: CARD_PROJECTIONS, others: [], batch: 5 });

  beforeEach(async () => {
    const through = await proxied(server.url);
    proxy = through.proxy;
    database = testDatabase(server.url, '', through.url);
    connection = await open(database.url);
    log = new FakeLog();
    log.append(
      'w',
      ids.map((id) => placed(id, 'x')),
    );
    log.append('w', [swept('x', ['c0', 'c1']), placed('c2', 'y')]);
  });

  afterEach(async () => {
    proxy.watch();
    proxy.release();
    await connection.close();
    await database.drop();
    await proxy.stop();
  });

  /** Expected values are counted by hand, not folded from the events. */
  const expectAll = async () => {
    const cards = await connection.model.getMany(
      CARDS,
      ids.map((id) => ['w', id]),
    );
    expect(cards.map((card) => card?.moves)).toEqual(ids.map((id) => (id === 'c2' ? 2 : 1)));
    expect(cards.map((card) => card?.live)).toEqual(ids.map((id) => (id === 'c0' || id === 'c1' ? 0 : 1)));
    const boards = await connection.model.getMany(BOARDS, [
      ['w', 'x'],
      ['w', 'y'],
    ]);
    expect(boards.map((board) => board?.cards)).toEqual([CARD_COUNT - 2, 1]);
    expect(await connection.model.projectedRevision('w')).toBe(CARD_COUNT + 1);
  };

  /** Gives the n-th write that passes a fate; counts all writes. */
  const atWrite = (n: number, fate: Fate) => {
    let seen = 0;
    proxy.watch((chunk) => {
      if (!isWrite(chunk)) return 'pass';
      seen += 1;
      return seen === n ? fate : 'pass';
    });
    return () => seen;
  };

  it.each([
    ['cut before the server has it', 'cut'],
    ['cut in its middle', { cutAfter: 100 }],
    ['cut before its answer', 'lose answer'],
  ] as const)('counts nothing twice and leaves nothing out, whichever write of a commit is %s', async (_how, fate) => {
    for (let n = 1; ; n += 1) {
      const writes = atWrite(n, fate);
      const troubles: (Error | undefined)[] = [];
      await runToEnd(log, connection.writer, { batchSize: 9, trouble: (error) => troubles.push(error) });
      await expectAll();
      if (writes() < n) break;
      expect(troubles[0]).toBeInstanceOf(ReadModelUnavailableError);
      await connection.close();
      await database.drop();
      connection = await open(database.url);
    }
  });

  it('reports within seconds a server that hangs, and recovers without an intervention', async () => {
    await runToEnd(log, connection.writer);
    expect(connection.health().detail).toBeUndefined();
    proxy.hang();
    const started = performance.now();
    await expect(connection.model.projectedRevision('w')).rejects.toThrow(ReadModelUnavailableError);
    expect(performance.now() - started).toBeLessThan(6_000);
    expect(connection.health().detail).toMatch(/^MongoDB has no primary|^The read model in MongoDB/);
    const commit = connection.writer.commit({
      writes: [],
      projectedRevisions: new Map(),
      follower: 'g',
      from: undefined,
      to: log.events[0]!.position!,
    });
    await expect(commit).rejects.toThrow(ReadModelUnavailableError);
    proxy.release();
    await until('health is green', () => connection.health().detail === undefined);
    await expectAll();
  }, 60_000);

  it('reports a missing server, and recovers without an intervention', async () => {
    proxy.refuse();
    proxy.cut();
    await expect(connection.model.projectedRevision('w')).rejects.toThrow(ReadModelUnavailableError);
    await until('health names it', () => connection.health().detail?.includes('ECONNREFUSED') === true);
    await proxy.accept();
    await until('health is green', () => connection.health().detail === undefined);
    await runToEnd(log, connection.writer);
    await expectAll();
  }, 60_000);

  it('fails calls once it is closed, instead of hanging', async () => {
    await connection.close();
    await expect(connection.model.projectedRevision('w')).rejects.toThrow(ReadModelUnavailableError);
  });
});

describeWithMongoServer('The read model in MongoDB, when the server restarts', () => {
  describeOnDouble('MongoDB', 'on its file', () => {
    it('continues where it was, on the same connection', async () => {
      const directory = mkdtempSync(join(tmpdir(), 'mongodb-'));
      const file = join(directory, 'data');
      let server = await startMongoServer({ file });
      const { port } = server;
      const url = withDatabase(server.url, 'restarted');
      const connection = await MongoReadModelConnection.open({
        url,
        projections: CARD_PROJECTIONS,
        others: [],
        batch: 7,
      });
      try {
        const log = new FakeLog();
        log.append(
          'w',
          ids.map((id) => placed(id, 'x')),
        );
        await runToEnd(log, connection.writer, { batchSize: 10 });
        await server.stop();
        log.append('w', [placed('c0', 'y')]);
        // The first failure restarts the server.
        let restarted: Promise<void> | undefined;
        const restart = async () => {
          server = await startMongoServer({ file, port });
        };
        await runToEnd(log, connection.writer, { sleep: () => (restarted ??= restart()) });
        expect(restarted).toBeDefined();
        const found = await connection.model.getMany(CARDS, [
          ['w', 'c0'],
          ['w', 'c1'],
        ]);
        expect(found).toMatchObject([{ moves: 2 }, { moves: 1 }]);
        expect((await connection.model.getMany(BOARDS, [['w', 'x']]))[0]).toMatchObject({ cards: CARD_COUNT });
      } finally {
        await connection.close();
        await server.stop();
        rmSync(directory, { recursive: true });
      }
    }, 60_000);
  });
});
