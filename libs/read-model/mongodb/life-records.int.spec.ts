import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { CONTRACT_COLLECTIONS, lifeRecordsContract, PERSONAL_THINGS } from '../contract/index.js';
import { MongoReadModelConnection } from './connection.js';
import { testDatabase } from './testing/database.js';

describeWithMongoServer('Signs of life in MongoDB', () => {
  let server: MongoServerHandle;

  beforeAll(async () => {
    server = await mongoServer();
  });
  afterAll(() => server.stop());

  lifeRecordsContract('MongoLifeRecords', async () => {
    const database = testDatabase(server.url);
    const { others } = CONTRACT_COLLECTIONS;
    const options = { url: database.url, projections: PERSONAL_THINGS, others, batch: 10 };
    const [one, other] = [await MongoReadModelConnection.open(options), await MongoReadModelConnection.open(options)];
    return {
      ...{ one: one.life, other: other.life },
      destroy: async () => {
        await Promise.all([one.close(), other.close()]);
        await database.drop();
      },
    };
  });
});
