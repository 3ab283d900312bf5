import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { testDatabase } from '../../read-model/mongodb/testing/database.js';
import { WatchedCommands } from '../../read-model/mongodb/testing/watched-commands.js';
import { personalKeysContract } from '../contract/index.js';
import { MongoPersonalKeys } from './mongo-personal-keys.js';

describeWithMongoServer('MongoDB', () => {
  let server: MongoServerHandle;

  beforeAll(async () => {
    server = await mongoServer();
  });

  afterAll(() => server.stop());

  // A check of every command that the suite makes the adapter send: each one uses an existing index and goes to the
  // primary; a majority acknowledges each write.
  personalKeysContract('MongoDB', async () => {
    const database = testDatabase(server.url, '?monitorCommands=true');
    const commands = new WatchedCommands();
    return {
      open: async (secrets) => {
        const store = await MongoPersonalKeys.open({ url: database.url, database: database.name, secrets });
        commands.watch(store);
        return store;
      },
      destroy: async () => {
        expect(await database.using((db) => commands.unserved(db))).toEqual([]);
        expect(commands.weak()).toEqual([]);
        await database.drop();
      },
    };
  });
});
