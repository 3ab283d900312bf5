import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import type { Collection } from '#kernel';
import { CONTRACT_COLLECTIONS, thing, THINGS, write } from '../contract/index.js';
import { batch, position } from '../contract/fixtures.js';
import { ReadModelOpenError, ReadModelUnavailableError } from '../read-model.js';
import { MongoReadModelConnection, type MongoReadModelOptions } from './connection.js';
import { type TestDatabase, testDatabase } from './testing/database.js';

const OPTIONS = {
  projections: [{ collection: THINGS, version: 1 }],
  others: CONTRACT_COLLECTIONS.others,
  batch: 10,
} satisfies Omit<MongoReadModelOptions, 'url'>;

const open = (url: string, options: Partial<MongoReadModelOptions> = {}) =>
  MongoReadModelConnection.open({ ...OPTIONS, url, openTimeoutMs: 300, ...options });

/** A server other than MongoDB. */
async function listener(talk: (socket: Socket) => void): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

describe('Opening a read model in MongoDB that cannot be opened', () => {
  const sentence = async (url: string) => {
    const error: unknown = await open(url).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(ReadModelOpenError);
    return (error as Error).message;
  };

  it('reports that no server answers', async () => {
    const { port, server } = await listener(() => undefined);
    server.close();
    await once(server, 'close');
    const url = `mongodb://user:secret@127.0.0.1:${port}`;
    expect(await sentence(url)).toBe(
      `MongoDB cannot be reached at 127.0.0.1:${port} within 0.3 s: connect ECONNREFUSED 127.0.0.1:${port}.`,
    );
  });

  it('reports an unknown host', async () => {
    expect(await sentence('mongodb://nobody.invalid')).toMatch(
      /^MongoDB cannot be reached at nobody\.invalid:27017 within 0\.3 s: .*(?:ENOTFOUND|EAI_AGAIN)/,
    );
  });

  it('reports an unknown cluster', async () => {
    expect(await sentence('mongodb+srv://nobody.invalid')).toMatch(
      /^MongoDB cannot be reached at nobody\.invalid within 0\.3 s: querySrv \w+ _mongodb\._tcp\.nobody\.invalid\.$/,
    );
  });

  it('reports a server with another protocol', async () => {
    const { port, server } = await listener((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await sentence(`mongodb://127.0.0.1:${port}`)).toMatch(
      new RegExp(`^MongoDB cannot be reached at 127\\.0\\.0\\.1:${port} within 0\\.3 s: .+\\.$`),
    );
    server.close();
  });

  it('reports a server that does not answer', async () => {
    const sockets: Socket[] = [];
    const { port, server } = await listener((socket) => sockets.push(socket));
    expect(await sentence(`mongodb://127.0.0.1:${port}`)).toMatch(/^MongoDB cannot be reached at /);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('reports a missing file of the URL', async () => {
    for (const option of ['tlsCAFile', 'tlsCRLFile', 'tlsCertificateKeyFile']) {
      expect(await sentence(`mongodb://user:secret@127.0.0.1:1/?tls=true&${option}=/no/such.pem`)).toBe(
        "A file that the URL of MongoDB names cannot be read: ENOENT: no such file or directory, open '/no/such.pem'.",
      );
    }
  });

  it('tries for the announced time, and no longer', async () => {
    const { port, server } = await listener(() => undefined);
    server.close();
    await once(server, 'close');
    const began = performance.now();
    // Milliseconds of more than one attempt, the last of which is cut short.
    const timeoutMs = 4_000;
    const error = open(`mongodb://127.0.0.1:${port}`, { openTimeoutMs: timeoutMs });
    await expect(error).rejects.toThrow(/ within 4 s: connect ECONNREFUSED /);
    const took = performance.now() - began;
    expect(took).toBeGreaterThanOrEqual(timeoutMs - 1);
    expect(took).toBeLessThan(timeoutMs + 1_500);
  });

  it('gives the reason for a refused URL', async () => {
    expect(await sentence('mongodb://localhost/?w=1')).toMatch(/^The URL of the read model must not set w /);
  });
});

describeWithMongoServer('Opening a read model in MongoDB', () => {
  let server: MongoServerHandle;
  let database: TestDatabase;

  beforeAll(async () => {
    server = await mongoServer();
  });

  afterAll(() => server.stop());

  beforeEach(() => {
    database = testDatabase(server.url);
  });

  afterEach(() => database.drop());

  it('connects to a copy that is there, and creates none', async () => {
    const existing = { ...OPTIONS, url: database.url, openTimeoutMs: 300 };
    await expect(MongoReadModelConnection.openExisting(existing)).rejects.toThrow(ReadModelOpenError);
    await database.using(async (db) => expect(await db.listCollections().toArray()).toEqual([]));
    const connection = await open(database.url);
    await connection.writer.commit(batch([thing('a', 3, { rank: 7 })], { projectedRevisions: new Map([['w', 3]]) }));
    await connection.close();
    const beside = await MongoReadModelConnection.openExisting(existing);
    expect(await beside.model.getMany(THINGS, [['w', 'a']])).toMatchObject([{ rank: 7 }]);
    await beside.close();
  });

  it('creates collections that any tool can read, with the declared indexes', async () => {
    const connection = await open(database.url);
    await connection.writer.commit(batch([thing('a', 3, { rank: 7 })], { projectedRevisions: new Map([['w', 3]]) }));
    await connection.close();
    await database.using(async (db) => {
      const names = (await db.listCollections().toArray()).map(({ name }) => name);
      const suffix = names.find((name) => name.startsWith('things.'))!.slice('things.'.length);
      expect(suffix).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{8}$/);
      // What no event feeds is of the copy, whichever set of rows is in use.
      const ofCopy = `stamps.${suffix.split('.')[1]}`;
      const named = [...['things', '_complete', '_followers'].map((name) => `${name}.${suffix}`), ofCopy];
      expect(names).toEqual(expect.arrayContaining([...named, '_copies']));
      const things = db.collection<{ _id: string }>(`things.${suffix}`);
      expect(await things.findOne({ _id: 'w|a' })).toEqual({ _id: 'w|a', ...thing('a', 3, { rank: 7 }) });
      const indexes = Object.fromEntries((await things.indexes()).map(({ name, key }) => [name, Object.keys(key)]));
      expect(indexes).toEqual({
        _id_: ['_id'],
        by_rank: ['workspace_id', 'live', 'rank', 'thing_id'],
        by_name: ['workspace_id', 'name', 'thing_id'],
        by_unique_rank: ['workspace_id', 'live', 'rank', 'name'],
        by_filled_name: ['workspace_id', 'live', 'name', 'rank', 'thing_id'],
        by_revision: ['workspace_id', 'revision', 'thing_id'],
        names: ['workspace_id', 'thing_id', 'name'],
        ranks: ['workspace_id', 'thing_id', 'rank'],
        tally_all: ['workspace_id', 'live', 'rank'],
        tally_named: ['workspace_id', 'name', 'live', 'rank'],
      });
    });
  });

  it('can be done by many processes at once', async () => {
    const connections = await Promise.all(
      Array.from({ length: 6 }, () => open(database.url, { openTimeoutMs: 10_000 })),
    );
    const [first, second] = connections;
    await first!.writer.commit(batch([thing('a', 1)]));
    expect(await second!.model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    await Promise.all(connections.map((connection) => connection.close()));
  });

  it('gives versions with other documents a copy each, which each version finds again', async () => {
    const old = await open(database.url);
    await old.writer.commit(batch([thing('a', 1)]));
    await old.markComplete(await old.ensure());
    const next = await open(database.url, { projections: [{ collection: THINGS, version: 2 }] });
    expect(await next.writer.checkpoint('f')).toBeUndefined();
    expect(await next.copyComplete()).toBe(false);
    await next.writer.commit({ ...batch([]), writes: [write(thing('a', 1, { name: 'anew' }))], to: position(7) });
    expect(await old.model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    await Promise.all([old.close(), next.close()]);
    const again = await open(database.url);
    expect(await again.copyComplete()).toBe(true);
    expect(await again.writer.checkpoint('f')).toBe(position(1));
    await again.close();
  });

  it('reports the time of the server, between request and answer', async () => {
    const connection = await open(database.url);
    const clockBefore = Date.now();
    const { time, asked, answered } = (await connection.serverTime())!;
    expect(time).toBeGreaterThanOrEqual(clockBefore);
    expect(time).toBeLessThanOrEqual(Date.now());
    expect(asked).toBeLessThanOrEqual(answered);
    await connection.close();
    await expect(connection.serverTime()).rejects.toThrow(ReadModelUnavailableError);
  });

  it('reports a missing replica set of the URL', async () => {
    const error = open(`${database.url}?replicaSet=rs0`);
    await expect(error).rejects.toThrow(ReadModelOpenError);
    await expect(error).rejects.toThrow(
      /none of its servers is a member of the replica set that the URL names \(replicaSet=rs0\)\.$/,
    );
  });

  it('refuses a row that would be read back differently', async () => {
    const connection = await open(database.url);
    const put = (document: object) =>
      connection.writer.putRows([{ collection: THINGS, key: ['w', 'a'], document: { ...thing('a', 1), ...document } }]);
    await expect(put({ thing_id: 'b' })).rejects.toThrow('things w/a: the document does not bear its key in thing_id');
    await expect(put({ _id: 1 })).rejects.toThrow('things w/a: MongoDB has no field _id');
    await expect(put({ 'a.b': 1 })).rejects.toThrow('things w/a: MongoDB has no field a.b');
    await expect(put({ $a: 1 })).rejects.toThrow('things w/a: MongoDB has no field $a');
    await connection.close();
  });

  it('refuses unknown collections', async () => {
    const connection = await open(database.url);
    const unknown: Collection = { name: 'unknown', key: ['id'], indexes: [] };
    await expect(connection.model.getMany(unknown, [['a']])).rejects.toThrow('was not opened with unknown');
    await connection.close();
  });
});
