import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, MongoClient } from 'mongodb';
import { smartlists } from '../e2e/past/support/smartlists.js';
import { EventStoreDouble } from '../doubles/eventstoredb/event-store-double.js';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../doubles/mongodb/server.js';
import { temporaryDirectory } from '../support/deployments/deployment.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { withDatabase } from '../support/engines/mongodb-url.js';
import { type Service, startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';

/*
 * Goal: a backup of the distributed pair in the order of docs/how-to/backup-and-restore.md can be restored.
 * Method: the file of EventStoreDB's double is copied, then the database of the keys, while contacts are imported. Both
 * are restored into new stores with the same SECRETS_KEY, and rows are made anew. Real servers have tools of their own.
 */

const RUN_MS = 180_000;

/** The documents of a database, by their collections, as mongodump takes them. */
type DatabaseDump = ReadonlyMap<string, readonly Document[]>;

describeWithMongoServer('a backup of EventStoreDB, and then of the keys on MongoDB', () => {
  const directory = temporaryDirectory();
  const [log, copy] = [join(directory, 'log'), join(directory, 'copy')];
  let mongo: MongoServerHandle;
  let eventStore: EventStoreDouble;
  let deployment: DistributedDeployment;
  let restored: DistributedDeployment | undefined;
  let service: Service;
  let workspace: TestWorkspace;

  beforeAll(async () => {
    mongo = await mongoServer();
    eventStore = await EventStoreDouble.start({ file: log });
    const personalKeysUrl = withDatabase(mongo.url, `test_backup_${process.pid}`);
    deployment = await DistributedDeployment.make({ eventStore, personalKeysUrl });
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
  }, RUN_MS);
  afterAll(async () => {
    await service.stop();
    await restored?.remove();
    await deployment.remove();
    for (const { PERSONAL_KEYS_URL: url } of [deployment.env, ...(restored ? [restored.env] : [])])
      await onDatabase(url!, (client) => client.db().dropDatabase());
    await mongo.stop();
    rmSync(directory, { recursive: true });
  }, RUN_MS);

  it(
    'is restored with every phone of the log, which fits, and rows that equal it',
    async () => {
      const before = await workspace.contacts(20);
      let isDone = false;
      const imports = (async () => {
        while (!isDone) await workspace.contacts(5);
      })();
      copyFileSync(log, copy);
      // Keys of these are in the copy of the keys, and no event of the copy of the log needs them.
      await workspace.contacts(5);
      const keys = await dumped(deployment.env['PERSONAL_KEYS_URL']!);
      isDone = true;
      await imports;
      await service.stop();

      restored = await restore(keys);
      service = await startService({ deployment: restored });
      const client = service.client(workspace.client.token);
      const contacts = await client.walk<{ contact_id: string; phone: string | null }>('/contacts', 'contacts');
      expect(contacts.slice(0, 20)).toMatchObject(before);
      expect(contacts.filter(({ phone }) => phone === null)).toEqual([]);
      for (const command of [
        ['log', 'verify'],
        ['projections', 'verify'],
      ])
        expect([command, await smartlists(command, restored.env)]).toEqual([
          command,
          expect.objectContaining({ code: 0 }),
        ]);
      await workspace.through(service).contacts(1);
    },
    RUN_MS,
  );

  /** New stores with the copies, an empty database for the rows, and the same SECRETS_KEY. */
  async function restore(keys: DatabaseDump): Promise<DistributedDeployment> {
    const personalKeysUrl = withDatabase(mongo.url, `test_restored_${process.pid}`);
    await onDatabase(personalKeysUrl, async (client) => {
      for (const [name, documents] of keys)
        if (documents.length > 0)
          await client
            .db()
            .collection(name)
            .insertMany([...documents]);
    });
    const stores = { eventStore: await EventStoreDouble.start({ file: copy }), personalKeysUrl };
    return DistributedDeployment.make({ ...stores, secretsKey: deployment.env['SECRETS_KEY']! });
  }
});

async function dumped(url: string): Promise<DatabaseDump> {
  return onDatabase(url, async (client) => {
    const collections = await client.db().listCollections({}, { nameOnly: true }).toArray();
    const dumps = collections.map(
      async ({ name }) => [name, await client.db().collection(name).find().toArray()] as const,
    );
    return new Map(await Promise.all(dumps));
  });
}

async function onDatabase<Result>(url: string, work: (client: MongoClient) => Promise<Result>): Promise<Result> {
  const client = await MongoClient.connect(url);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
