import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { batch, position } from '../contract/fixtures.js';
import { CONTRACT_COLLECTIONS, thing, THINGS } from '../contract/index.js';
import { ReadModelUnavailableError } from '../read-model.js';
import { MongoReadModelConnection } from './connection.js';
import { type TestDatabase, testDatabase } from './testing/database.js';

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

  const open = async (version = 1) => {
    const projections = [{ collection: THINGS, version }];
    const options = { projections, others: CONTRACT_COLLECTIONS.others, batch: 10, url: database.url };
    const connection = await MongoReadModelConnection.open(options);
    connections.push(connection);
    return connection;
  };

  /** Of every collection but those that are made by their first document. */
  const indexes = () =>
    database.using(async (db) => {
      const names = (await db.listCollections().toArray()).map(({ name }) => name).sort();
      return Promise.all(names.map(async (name) => [name, await db.collection(name).indexes()]));
    });

  it('may be dropped while they run: the follower creates it anew and begins at the beginning', async () => {
    const connection = await open();
    const before = await indexes();
    await connection.writer.commit(batch([thing('a', 3)], { completeTo: new Map([['w', 3]]) }));
    await connection.markComplete();
    expect(await connection.copyComplete()).toBe(true);
    expect(await connection.someComplete()).toEqual({ workspaceId: 'w', revision: 3 });

    await database.drop();
    expect(await connection.copyComplete()).toBe(false);
    expect(await connection.someComplete()).toBeUndefined();
    await connection.markComplete();
    expect(await connection.copyComplete()).toBe(false);

    await connection.ensure();
    expect(await indexes()).toEqual(before);
    expect(await connection.copyComplete()).toBe(false);
    expect(await connection.writer.checkpoint('f')).toBeUndefined();
    await connection.writer.commit(batch([thing('a', 1)], { completeTo: new Map([['w', 1]]) }));
    await connection.markComplete();
    expect(await connection.model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    expect(await connection.writer.checkpoint('f')).toBe(position(1));
    expect(await connection.copyComplete()).toBe(true);
  });

  it('stays as it is where nothing is missing, whoever makes sure of it at the same time', async () => {
    const [first, second] = await Promise.all([open(), open()]);
    const before = await indexes();
    await first.writer.commit(batch([thing('a', 1)]));
    await first.markComplete();
    await Promise.all([first.ensure(), second.ensure(), first.ensure(), second.ensure()]);
    expect(await indexes()).toEqual(before);
    expect(await second.model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    expect(await second.copyComplete()).toBe(true);
  });

  it('cannot be made sure of while the server is away, which may pass', async () => {
    const connection = await open();
    await connection.close();
    await expect(connection.ensure()).rejects.toThrow(ReadModelUnavailableError);
  });

  it('is a value that the first of them gave, and the others are told whether theirs is equal', async () => {
    const [first, second] = await Promise.all([open(1), open(2)]);
    const values = Array.from({ length: 20 }, (_, i) => `value of ${i}`);
    for (const name of values) {
      const [yes, no] = await Promise.all([first.agree(name, ['mine']), second.agree(name, ['yours'])]);
      // Exactly one of two that differ, and it is right ever after, on every copy.
      expect(yes).toBe(!no);
      expect(await second.agree(name, ['mine'])).toBe(yes);
      expect(await first.agree(name, ['yours'])).toBe(no);
    }
    expect(await Promise.all([first.agree('same', ['ours']), second.agree('same', ['ours'])])).toEqual([true, true]);
  });

  it('moves from one value to another by way of both, and is refused to those who have neither', async () => {
    const [first, second] = await Promise.all([open(1), open(2)]);
    expect(await first.agree('key', ['old'])).toBe(true);
    expect(await second.agree('key', ['new'])).toBe(false);
    expect(await second.agree('key', ['new', 'old'])).toBe(true);
    expect(await first.agree('key', ['old'])).toBe(true);
    for (const values of [['old', 'new'], ['new']]) expect(await first.agree('key', values)).toBe(true);
    expect(await second.agree('key', ['old'])).toBe(false);
    await second.replaceAgreed('key', ['other']);
    expect(await first.agree('key', ['new'])).toBe(false);
    expect(await first.agree('key', ['other'])).toBe(true);
  });

  it('is what is leased on the log: one owner for all copies, while each copy has a follower of its own', async () => {
    const [old, next] = [await open(1), await open(2)];
    const take = (connection: MongoReadModelConnection, where: 'leases' | 'logLeases') =>
      connection[where].exchange('one', undefined, { owner: connection === old ? 'old' : 'next', beats: 1 });
    expect([await take(old, 'logLeases'), await take(next, 'logLeases')]).toEqual([true, false]);
    expect(await next.logLeases.find('one')).toEqual({ owner: 'old', beats: 1 });
    expect([await take(old, 'leases'), await take(next, 'leases')]).toEqual([true, true]);
    // A copy that is made, or made sure of, leaves it as it is.
    await next.ensure();
    expect(await (await open(3)).logLeases.find('one')).toEqual({ owner: 'old', beats: 1 });
  });
});
