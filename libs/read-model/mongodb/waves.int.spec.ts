import type { MongoClient } from 'mongodb';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { batch, CONTRACT_COLLECTIONS, thing, THINGS } from '../contract/index.js';
import { MongoReadModelConnection } from './connection.js';
import { testDatabase } from './testing/database.js';

/** Rows that are read before the things that they refer to. */
const LABELS = { ...THINGS, name: 'labels', refersTo: [THINGS.name] };

describeWithMongoServer('A commit to the read model in MongoDB', () => {
  let server: MongoServerHandle;

  beforeAll(async () => {
    server = await mongoServer();
  });
  afterAll(() => server.stop());

  it('has written what rows refer to before it begins to write these', async () => {
    const database = testDatabase(server.url, '?monitorCommands=true');
    const projections = [LABELS, THINGS].map((collection) => ({ collection, version: 1 }));
    const { others } = CONTRACT_COLLECTIONS;
    const connection = await MongoReadModelConnection.open({ url: database.url, projections, others, batch: 2 });
    try {
      await connection.ensure();
      const inserts = insertsOf((connection as unknown as { readonly client: MongoClient }).client);
      const things = ['a', 'b', 'c'].map((id) => thing(id, 1));
      const commit = batch(things);
      const labels = commit.writes.map((write) => ({ ...write, collection: LABELS }));
      await connection.writer.commit({ ...commit, writes: [...labels, ...commit.writes] });
      const ofThings = ['things begins', 'things ends', 'things begins', 'things ends'];
      const ofLabels = ['labels begins', 'labels ends', 'labels begins', 'labels ends'];
      expect(inserts).toEqual([...ofThings, ...ofLabels]);
    } finally {
      await connection.close();
      await database.drop();
    }
  });
});

/** The beginnings and ends of inserts of rows from now on, as they come. */
function insertsOf(client: MongoClient): readonly string[] {
  const seen: string[] = [];
  const begun = new Map<number, string>();
  client.on('commandStarted', ({ commandName, command, requestId }) => {
    const [name = ''] = String((command as { readonly insert?: string }).insert).split('.');
    if (commandName !== 'insert' || (name !== 'things' && name !== 'labels')) return;
    begun.set(requestId, name);
    seen.push(`${name} begins`);
  });
  client.on('commandSucceeded', ({ requestId }) => {
    const name = begun.get(requestId);
    if (name !== undefined) seen.push(`${name} ends`);
  });
  return seen;
}
