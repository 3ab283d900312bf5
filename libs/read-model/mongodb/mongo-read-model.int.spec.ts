import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { CONTRACT_COLLECTIONS, readModelContract } from '../contract/index.js';
import { MongoReadModelConnection } from './connection.js';

const projections = CONTRACT_COLLECTIONS.projected.map((collection) => ({ collection, version: 1 }));

describeWithMongoServer('MongoDB', () => {
  let server: MongoServerHandle;

  beforeAll(async () => {
    server = await mongoServer();
  });

  afterAll(() => server.stop());

  readModelContract(
    'MongoDB',
    async () => {
      const database = `contract-${randomUUID()}`.slice(0, 30);
      const url = `${server.url}/${database}`;
      return {
        open: async () => {
          const options = { url, projections, others: CONTRACT_COLLECTIONS.others, batch: 100 };
          const connection = await MongoReadModelConnection.open(options);
          const { model, writer } = connection;
          return { model, writer, aside: writer, close: () => connection.close() };
        },
        destroy: async () => {
          const client = new MongoClient(url);
          await client.db(database).dropDatabase();
          await client.close();
        },
      };
    },
    { runs: 10 },
  );
});
