import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { withDatabase } from '../../../test/support/engines/mongodb-url.js';
import { batch, CONTRACT_COLLECTIONS, position, stamp, STAMPS, thing, THINGS, write } from '../contract/index.js';
import { MongoReadModelConnection } from './connection.js';
import { testDatabase } from './testing/database.js';
import { WatchedCommands } from './testing/watched-commands.js';

const projections = [{ collection: THINGS, version: 1 }];

describeWithMongoServer('What is written to the read model in MongoDB', () => {
  let server: MongoServerHandle;

  beforeAll(async () => {
    server = await mongoServer();
  });
  afterAll(() => server.stop());

  /** Writes by every method, and reads. */
  const useAll = async ({ model, writer, leases }: MongoReadModelConnection) => {
    const next = { from: position(1), to: position(2) };
    await writer.commit(batch([thing('a', 1)], { projectedRevisions: new Map([['w', 1]]) }));
    await writer.commit({ ...batch([], next), writes: [write(thing('a', 2), false)] });
    expect(await model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 2)]);
    await writer.putRows([stamp('s', '2025')]);
    expect(await writer.dropBelow(STAMPS, { index: 'by_age', prefix: [1], before: '2026', limit: 1 })).toBe(1);
    expect(await leases.exchange('work', undefined, { owner: 'a', beats: 0 })).toBe(true);
    expect(await leases.exchange('work', undefined, { owner: 'b', beats: 0 })).toBe(false);
    expect(await leases.exchange('work', { owner: 'a', beats: 0 }, { owner: 'a', beats: 1 })).toBe(true);
    expect(await leases.find('work')).toEqual({ owner: 'a', beats: 1 });
  };

  it.each([
    ...['', '&w=majority&journal=true', '&readPreference=primary', '&readConcernLevel=local'],
    ...['&retryWrites=false', '&retryWrites=true'],
  ])(
    'is acknowledged by the journals of a majority, not retried, and read from the primary, with "%s"',
    async (options) => {
      const database = testDatabase(server.url, `?monitorCommands=true${options}`);
      const others = CONTRACT_COLLECTIONS.others;
      const connection = await MongoReadModelConnection.open({ url: database.url, projections, others, batch: 10 });
      const commands = new WatchedCommands();
      commands.watch(connection);
      try {
        const generation = await connection.ensure();
        await useAll(connection);
        await connection.markComplete(generation);
        expect(await connection.copyComplete()).toBe(true);
      } finally {
        await connection.close();
        await database.drop();
      }
      expect(commands.weak()).toEqual([]);
      for (const name of ['insert', 'update', 'delete', 'find']) expect(commands.count(name)).toBeGreaterThan(0);
    },
  );

  it.each([
    ...['w=1', 'w=0', 'journal=false', 'j=false', 'fsync=false', 'wtimeoutMS=1', 'wtimeout=1'],
    ...['readPreference=secondaryPreferred', 'readPreferenceTags=rack:1', 'readConcernLevel=available'],
  ])('is refused with a URL that asks for less: %s', async (option) => {
    const { others } = CONTRACT_COLLECTIONS;
    const opening = MongoReadModelConnection.open({
      url: withDatabase(server.url, 'x', option),
      projections,
      others,
      batch: 10,
    });
    await expect(opening).rejects.toThrow(/^The URL of the read model must not set /);
  });
});
