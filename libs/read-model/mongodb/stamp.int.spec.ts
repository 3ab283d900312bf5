import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { CONTRACT_COLLECTIONS, PERSONAL_THINGS, stampContract } from '../contract/index.js';
import { MongoReadModelConnection } from './connection.js';
import { testDatabase } from './testing/database.js';

describeWithMongoServer('Stamps of rows in MongoDB', () => {
  let server: MongoServerHandle;

  beforeAll(async () => {
    server = await mongoServer();
  });
  afterAll(() => server.stop());

  const opened = async () => {
    const database = testDatabase(server.url);
    const { others } = CONTRACT_COLLECTIONS;
    const options = { url: database.url, projections: PERSONAL_THINGS, others, batch: 10 };
    return { database, rows: await MongoReadModelConnection.open(options) };
  };

  stampContract('MongoReadModelConnection', async () => {
    const { database, rows } = await opened();
    return {
      writer: rows.writer,
      stamp: (follower) => rows.stamp(follower),
      copyComplete: () => rows.copyComplete(),
      destroy: async () => {
        await rows.close();
        await database.drop();
      },
    };
  });

  it('are other ones of another generation, and there are none while there are no rows', async () => {
    const { database, rows } = await opened();
    await rows.copyComplete();
    const before = await rows.stamp('f');
    await database.drop();
    await rows.copyComplete();
    await expect(rows.stamp('f')).rejects.toThrow('dropped');
    await rows.ensure();
    await rows.copyComplete();
    expect(await rows.stamp('f')).not.toBe(before);
    await rows.close();
    await database.drop();
  });
});
