import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { CONTRACT_COLLECTIONS, readModelContract } from '../contract/index.js';
import { MongoReadModelConnection } from './connection.js';
import { testDatabase } from './testing/database.js';
import { WatchedCommands } from './testing/watched-commands.js';

const projections = CONTRACT_COLLECTIONS.projected.map((collection) => ({ collection, version: 1 }));

describeWithMongoServer('MongoDB', () => {
  let server: MongoServerHandle;

  beforeAll(async () => {
    server = await mongoServer();
  });

  afterAll(() => server.stop());

  // A check of every command that the suite makes the adapter send: each read uses an existing index and goes to the
  // primary; a majority acknowledges each write.
  readModelContract(
    'MongoDB',
    async () => {
      const database = testDatabase(server.url, '?monitorCommands=true');
      const commands = new WatchedCommands();
      return {
        open: async () => {
          const options = { url: database.url, projections, others: CONTRACT_COLLECTIONS.others, batch: 100 };
          const connection = await MongoReadModelConnection.open(options);
          commands.watch(connection);
          const { model, writer } = connection;
          return { model, writer, cacheWriter: writer, close: () => connection.close() };
        },
        destroy: async () => {
          expect(await database.using((db) => commands.unserved(db))).toEqual([]);
          expect(commands.weak()).toEqual([]);
          await database.drop();
        },
      };
    },
    { runs: 10 },
  );
});
