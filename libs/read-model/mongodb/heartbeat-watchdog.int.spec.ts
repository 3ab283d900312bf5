import type { Socket } from 'node:net';
import type { MongoClient } from 'mongodb';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { proxied } from '../../../test/support/engines/mongodb-url.js';
import type { TcpProxy } from '../../../test/support/proxy.js';
import { until } from '../../../test/support/until.js';
import { batch } from '../contract/fixtures.js';
import { CONTRACT_COLLECTIONS, thing, THINGS } from '../contract/index.js';
import { MongoReadModelConnection } from './connection.js';
import { type TestDatabase, testDatabase } from './testing/database.js';

const BACK_MS = 30_000;

/** Internals of the driver that no type describes. */
interface DriverParts {
  readonly topology: {
    readonly s: {
      readonly servers: ReadonlyMap<string, { readonly monitor: { readonly connection: { readonly socket: Socket } } }>;
    };
  };
}

describeWithMongoServer('A heartbeat of the driver that is written to a socket which has gone', () => {
  let server: MongoServerHandle;
  let proxy: TcpProxy;
  let database: TestDatabase;
  let connection: MongoReadModelConnection;
  let sentences: string[];

  beforeAll(async () => {
    server = await mongoServer();
  });

  afterAll(() => server.stop());

  beforeEach(async () => {
    const through = await proxied(server.url);
    proxy = through.proxy;
    database = testDatabase(server.url, '', through.url);
    sentences = [];
    const projections = [{ collection: THINGS, version: 1 }];
    const options = { projections, others: CONTRACT_COLLECTIONS.others, batch: 10, url: database.url };
    connection = await MongoReadModelConnection.open({ ...options, log: (said) => void sentences.push(said) });
  });

  afterEach(async () => {
    await connection.close();
    await proxy.stop();
    await database.drop();
  });

  const clientOf = (opened: MongoReadModelConnection) => (opened as unknown as { readonly client: MongoClient }).client;

  /**
   * The next heartbeat finds its connection open and its socket destroyed, as a server that ends at this moment leaves
   * them.
   */
  function loseSocketOfNextHeartbeat(client: MongoClient): Promise<void> {
    return new Promise((resolve) => {
      client.once('serverHeartbeatStarted', ({ connectionId }) => {
        const parts = client as unknown as DriverParts;
        parts.topology.s.servers.get(connectionId)!.monitor.connection.socket.destroy();
        resolve();
      });
    });
  }

  it(
    'replaces a client that does not find its server any more: the same connection reads and writes again',
    async () => {
      await connection.writer.commit(batch([thing('a', 3)]));
      await loseSocketOfNextHeartbeat(clientOf(connection));
      // The connections of calls are cut as well: from now on only a heartbeat could find the server.
      proxy.cut();
      const isThere = () => connection.model.getMany(THINGS, [['w', 'a']]).catch(() => undefined);
      await until('the server is lost', async () => connection.health().detail !== undefined);
      await until('the server is found again', async () => (await isThere()) !== undefined, BACK_MS);
      expect(await isThere()).toEqual([thing('a', 3)]);
      expect(connection.health().detail).toBeUndefined();
      expect(await connection.leases.exchange('name', undefined, { owner: 'me', beats: 1 })).toBe(true);
      expect(sentences).toEqual([expect.stringContaining('connecting anew')]);
    },
    4 * BACK_MS,
  );
});
