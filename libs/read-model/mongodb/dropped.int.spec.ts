import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { proxied, withDatabase } from '../../../test/support/engines/mongodb-url.js';
import { batch, position } from '../contract/fixtures.js';
import { CONTRACT_COLLECTIONS, thing, THINGS } from '../contract/index.js';
import { CheckpointMismatchError, ReadModelUnavailableError } from '../read-model.js';
import { MongoReadModelConnection } from './connection.js';
import { OutageWait } from '../projecting/outage-wait.js';
import { type TestDatabase, testDatabase } from './testing/database.js';
import { isWrite } from './testing/is-write.js';

describeWithMongoServer('What processes on one database of MongoDB have in common', () => {
  let server: MongoServerHandle;
  let database: TestDatabase;
  let connections: MongoReadModelConnection[];

  beforeAll(async () => {
    server = await mongoServer();
  });

  afterAll(() => server.stop());

  beforeEach(() => {
    database = testDatabase(server.url);
    connections = [];
  });

  afterEach(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await database.drop();
  });

  const open = async (version = 1, url = database.url) => {
    const projections = [{ collection: THINGS, version }];
    const options = { projections, others: CONTRACT_COLLECTIONS.others, batch: 10, url };
    const connection = await MongoReadModelConnection.open(options);
    connections.push(connection);
    return connection;
  };

  /** Of every collection except those that their first document creates, without the name of its set. */
  const indexes = () =>
    database.using(async (db) => {
      const names = (await db.listCollections().toArray()).map(({ name }) => name).sort();
      const indexesOf = async (name: string) => [name.split('.')[0], await db.collection(name).indexes()];
      return Promise.all(names.map(indexesOf));
    });

  it('may be dropped while they run: the follower recreates it from the beginning of the log', async () => {
    const connection = await open();
    const before = await indexes();
    const first = await connection.ensure();
    await connection.writer.commit(batch([thing('a', 3)], { projectedRevisions: new Map([['w', 3]]) }));
    await connection.markComplete(first);
    expect(await connection.copyComplete()).toBe(true);
    expect(await connection.anyProjectedRevision()).toEqual({ workspaceId: 'w', revision: 3 });
    expect(await connection.isOf(first)).toBe(true);

    await database.drop();
    expect(await connection.copyComplete()).toBe(false);
    expect(await connection.anyProjectedRevision()).toBeUndefined();
    expect(await connection.isOf(first)).toBe(false);
    await connection.markComplete(first);
    expect(await connection.copyComplete()).toBe(false);

    const second = await connection.ensure();
    expect(second).not.toBe(first);
    expect(await indexes()).toEqual(before);
    // A follower that was at the end of the log before the drop says nothing about this generation.
    await connection.markComplete(first);
    expect(await connection.copyComplete()).toBe(false);
    expect(await connection.writer.checkpoint('f')).toBeUndefined();
    await connection.writer.commit(batch([thing('a', 1)], { projectedRevisions: new Map([['w', 1]]) }));
    await connection.markComplete(second);
    expect(await connection.model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    expect(await connection.model.projectedRevision('w')).toBe(1);
    expect(await connection.writer.checkpoint('f')).toBe(position(1));
    expect(await connection.copyComplete()).toBe(true);
  });

  it('is not written by a follower that began before it was dropped, at any step of it', async () => {
    const late = await open();
    const beginner = await open();
    await late.writer.checkpoint('f');
    await late.writer.commit(batch([thing('a', 5)], { projectedRevisions: new Map([['w', 5]]) }));
    await beginner.writer.checkpoint('g');
    await database.drop();
    const reader = await open();
    await reader.markComplete(await reader.ensure());

    const next = { projectedRevisions: new Map([['w', 7]]), from: position(1), to: position(2) };
    await expect(late.writer.commit(batch([thing('b', 7)], next))).rejects.toThrow(CheckpointMismatchError);
    const first = { ...batch([thing('c', 8)], { projectedRevisions: new Map([['w', 8]]) }), follower: 'g' };
    await expect(beginner.writer.commit(first)).rejects.toThrow(CheckpointMismatchError);
    const keys = ['a', 'b', 'c'].map((id) => ['w', id]);
    expect(await reader.model.getMany(THINGS, keys)).toEqual([undefined, undefined, undefined]);
    expect(await reader.model.projectedRevision('w')).toBe(-1);
  });

  it('is not written by a batch that is repeated after it was dropped and made anew', async () => {
    const connection = await open();
    await connection.ensure();
    const { writer } = connection;
    await writer.checkpoint('f');
    let isFirst = true;
    const outages = new OutageWait({
      sleep: () => Promise.resolve(),
      writer: {
        commit: async (commit) => {
          if (!isFirst) return writer.commit(commit);
          isFirst = false;
          await database.drop();
          await connection.ensure();
          throw new ReadModelUnavailableError('No answer.');
        },
      },
    });
    const repeated = outages.commit(batch([thing('a', 3)]), new AbortController().signal, false);
    await expect(repeated).rejects.toThrow(CheckpointMismatchError);
    expect(await connection.model.getMany(THINGS, [['w', 'a']])).toEqual([undefined]);
  });

  it('keeps no projected revision and no checkpoint of one that was dropped during a batch', async () => {
    const reader = await open();
    const through = await proxied(server.url);
    const late = await open(1, withDatabase(through.url, database.name));
    try {
      await late.writer.checkpoint('f');
      await late.writer.commit(batch([thing('a', 5)], { projectedRevisions: new Map([['w', 5]]) }));
      const held = new Promise<void>((resolve) => {
        through.proxy.watch((chunk) => {
          if (!isWrite(chunk)) return 'pass';
          resolve();
          return 'hold';
        });
      });
      const next = { projectedRevisions: new Map([['w', 7]]), from: position(1), to: position(2) };
      const commit = late.writer.commit(batch([thing('b', 7)], next)).catch((error: unknown) => error);
      // It has read its checkpoint, and writes from here on.
      await held;
      await database.drop();
      const generation = await reader.ensure();
      through.proxy.watch();
      through.proxy.release();
      expect(await commit).toBeInstanceOf(CheckpointMismatchError);
      expect(await reader.writer.checkpoint('f')).toBeUndefined();
      expect(await reader.model.projectedRevision('w')).toBe(-1);
      // Nor a row: the copy that is made anew has collections of its own.
      expect(await reader.model.getMany(THINGS, [['w', 'b']])).toEqual([undefined]);
      await reader.writer.commit(batch([thing('a', 1)], { projectedRevisions: new Map([['w', 1]]) }));
      expect(await reader.model.projectedRevision('w')).toBe(1);
      await reader.markComplete(generation);
      expect(await reader.copyComplete()).toBe(true);
    } finally {
      await late.close();
      await through.proxy.stop();
    }
  });

  it('differs from the one that existed when reads began, and does not exist until it is complete', async () => {
    const owner = await open();
    const reader = await open();
    const generations = reader.model.generations!;
    await expect(generations.current()).rejects.toThrow(ReadModelUnavailableError);
    await owner.markComplete(await owner.ensure());
    const first = await generations.current();
    expect(await generations.isCurrent(first)).toBe(true);

    await database.drop();
    // Not known yet, and found by a read, which reads do in the end.
    expect(await generations.current()).toBe(first);
    expect(await generations.isCurrent(first)).toBe(false);
    await expect(generations.current()).rejects.toThrow(ReadModelUnavailableError);
    await expect(reader.model.projectedRevision('w')).rejects.toThrow(ReadModelUnavailableError);

    const made = await owner.ensure();
    await expect(generations.current()).rejects.toThrow(ReadModelUnavailableError);
    expect(await reader.model.projectedRevision('w')).toBe(-1);
    await owner.markComplete(made);
    const second = await generations.current();
    expect(await generations.isCurrent(second)).toBe(true);
    expect(await generations.isCurrent(first)).toBe(false);
  });

  it('is not changed if it is complete, also when several processes create it at once', async () => {
    const [first, second] = await Promise.all([open(), open()]);
    const before = await indexes();
    await first.writer.commit(batch([thing('a', 1)]));
    const generation = await first.ensure();
    await first.markComplete(generation);
    const again = await Promise.all([first.ensure(), second.ensure(), first.ensure(), second.ensure()]);
    expect(again).toEqual(Array.from({ length: 4 }, () => generation));
    expect(await indexes()).toEqual(before);
    expect(await second.model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    expect(await second.copyComplete()).toBe(true);
  });

  it('cannot be ensured while the server is away, which is a temporary error', async () => {
    const connection = await open();
    await connection.close();
    await expect(connection.ensure()).rejects.toThrow(ReadModelUnavailableError);
  });

  it('is the value that the first of them gave; each later one learns whether its value is equal', async () => {
    const [first, second] = await Promise.all([open(1), open(2)]);
    const values = Array.from({ length: 20 }, (_, i) => `value of ${i}`);
    for (const name of values) {
      const [yes, no] = await Promise.all([
        first.registerSharedValue(name, ['mine']),
        second.registerSharedValue(name, ['yours']),
      ]);
      // Exactly one of two that differ, and it stays the registered one, on every copy.
      expect(yes).toBe(!no);
      expect(await second.registerSharedValue(name, ['mine'])).toBe(yes);
      expect(await first.registerSharedValue(name, ['yours'])).toBe(no);
    }
    expect(
      await Promise.all([first.registerSharedValue('same', ['ours']), second.registerSharedValue('same', ['ours'])]),
    ).toEqual([true, true]);
  });

  it('changes from one value to another through both, and refuses processes that have neither', async () => {
    const [first, second] = await Promise.all([open(1), open(2)]);
    expect(await first.registerSharedValue('key', ['old'])).toBe(true);
    expect(await second.registerSharedValue('key', ['new'])).toBe(false);
    expect(await second.registerSharedValue('key', ['new', 'old'])).toBe(true);
    expect(await first.registerSharedValue('key', ['old'])).toBe(true);
    for (const values of [['old', 'new'], ['new']]) expect(await first.registerSharedValue('key', values)).toBe(true);
    expect(await second.registerSharedValue('key', ['old'])).toBe(false);
    await second.replaceSharedValue('key', ['other']);
    expect(await first.registerSharedValue('key', ['new'])).toBe(false);
    expect(await first.registerSharedValue('key', ['other'])).toBe(true);
  });

  it('is one lease for all copies of a log, while each copy has a follower of its own', async () => {
    const [old, next] = [await open(1), await open(2)];
    const take = (connection: MongoReadModelConnection, where: 'leases' | 'logLeases') =>
      connection[where].exchange('one', undefined, { owner: connection === old ? 'old' : 'next', beats: 1 });
    expect([await take(old, 'logLeases'), await take(next, 'logLeases')]).toEqual([true, false]);
    expect(await next.logLeases.find('one')).toEqual({ owner: 'old', beats: 1 });
    expect([await take(old, 'leases'), await take(next, 'leases')]).toEqual([true, true]);
    // A copy that is created or ensured leaves the value as it is.
    await next.ensure();
    expect(await (await open(3)).logLeases.find('one')).toEqual({ owner: 'old', beats: 1 });
  });
});
