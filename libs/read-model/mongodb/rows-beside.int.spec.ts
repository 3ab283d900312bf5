import { MongoClient } from 'mongodb';
import type { Instant } from '#kernel';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { CONTRACT_COLLECTIONS, PERSONAL_THINGS, rowsBesideContract, thing, THINGS, batch } from '../contract/index.js';
import { ReadModelUnavailableError } from '../read-model.js';
import type { OpenedRows } from '../rows-beside.js';
import { Calls } from './calls.js';
import { MongoReadModelConnection } from './connection.js';
import { ReadModelCopy } from './read-model-copy.js';
import { MongoRowsBeside } from './rows-beside.js';
import { type TestDatabase, testDatabase } from './testing/database.js';

describeWithMongoServer('Rows in MongoDB beside those that are live', () => {
  let server: MongoServerHandle;
  let database: TestDatabase;
  let opened: MongoReadModelConnection[] = [];

  const open = async () => {
    const { others } = CONTRACT_COLLECTIONS;
    const options = { url: database.url, projections: PERSONAL_THINGS, others, batch: 10 };
    const connection = await MongoReadModelConnection.open(options);
    opened.push(connection);
    return connection;
  };
  const make = async () => {
    database = testDatabase(server.url);
    return {
      open,
      destroy: async () => {
        await Promise.all(opened.map((each) => each.close()));
        opened = [];
        await database.drop();
      },
    };
  };
  /** The collections of things. */
  const names = () =>
    database.using(async (db) =>
      (await db.listCollections().toArray()).map(({ name }) => name).filter((name) => name.startsWith(THINGS.name)),
    );

  beforeAll(async () => {
    server = await mongoServer();
  });
  afterAll(() => server.stop());

  rowsBesideContract('MongoReadModelConnection', make);

  it('leave no collection behind: neither those that are dropped, nor such as a late write has made anew', async () => {
    const { destroy } = await make();
    const follower = await open();
    await follower.markComplete(await follower.ensure());
    const [live] = await names();
    const first = follower.rowsBeside({ id: 'r1', kind: 'rebuild' });
    await first.begin();
    expect(await names()).toHaveLength(2);
    await first.discard();
    expect(await names()).toEqual([live]);
    await database.using((db) => db.createCollection(live!.replace(/\.[0-9a-f]{8}\./, '.0a1b2c3d.')));
    const second = follower.rowsBeside({ id: 'r2', kind: 'rebuild' });
    await second.begin();
    await second.freeze();
    await second.exchange({ origin: '{}', differs: false, keeps: false, at: AT });
    expect(await names()).toHaveLength(2);
    await follower.dropAbandoned();
    // A batch that was under way while its set was dropped makes the collection anew.
    await database.using((db) => db.createCollection(live!));
    await follower.dropAbandoned();
    const [rebuilt, ...more] = await names();
    expect([rebuilt === live, more]).toEqual([false, []]);
    await follower.writer.checkpoint('f');
    await follower.writer.commit(batch([thing('a', 1)]));
    expect(await follower.model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    await destroy();
  });

  it('are not dropped by a process that begins a rebuild, is paused, and goes on once another one has exchanged them', async () => {
    const { destroy } = await make();
    const follower = await open();
    await follower.markComplete(await follower.ensure());
    const client = new MongoClient(database.url);
    const copy = new ReadModelCopy(client, database.name, { projections: PERSONAL_THINGS, ...CONTRACT_COLLECTIONS });
    const calls = new Calls({ succeeded: () => undefined, failed: () => undefined });
    const exchanged = async () => {
      const beside = follower.rowsBeside({ id: 'r1', kind: 'rebuild' });
      const { writer } = (await beside.begin()) as OpenedRows;
      await writer.checkpoint('f');
      await writer.commit(batch([thing('a', 1)]));
      await beside.freeze();
      await beside.exchange({ origin: '{}', differs: false, keeps: false, at: AT });
    };
    let writes = 0;
    const paused = {
      read: <Result>(work: () => Promise<Result>) => calls.read(work),
      // The third one drops.
      write: async <Result>(work: () => Promise<Result>) => {
        if (++writes === 3) await exchanged();
        return calls.write(work);
      },
    } as Calls;
    const late = new MongoRowsBeside({ copy, calls: paused, rebuild: { id: 'r1', kind: 'rebuild' }, batch: 10 });
    await expect(late.begin()).rejects.toThrow(ReadModelUnavailableError);
    expect(writes).toBeGreaterThanOrEqual(3);
    await follower.origin();
    expect(await follower.model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    await client.close();
    await destroy();
  });
});

const AT = '2031-03-03T17:00:00.000Z' as Instant;
