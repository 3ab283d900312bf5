import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { CONTRACT_COLLECTIONS, PERSONAL_THINGS, rebuildRecordsContract } from '../contract/index.js';
import { MongoReadModelConnection } from './connection.js';
import { testDatabase } from './testing/database.js';

describeWithMongoServer('Rebuilds of rows in MongoDB', () => {
  let server: MongoServerHandle;

  beforeAll(async () => {
    server = await mongoServer();
  });
  afterAll(() => server.stop());

  rebuildRecordsContract('MongoReadModelConnection', async () => {
    const database = testDatabase(server.url);
    const { others } = CONTRACT_COLLECTIONS;
    const connection = await MongoReadModelConnection.open({
      ...{ url: database.url, projections: PERSONAL_THINGS, others, batch: 10 },
    });
    return {
      open: async () => connection,
      destroy: async () => {
        await connection.close();
        await database.drop();
      },
    };
  });
});
