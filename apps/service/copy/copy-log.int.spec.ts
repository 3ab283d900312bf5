import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { ChainedEventStore, type EventStore, type ExpectedRevision } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import { SqliteEventStore } from '#event-store/sqlite';
import { instant, type NewEvent, type RecordedEvent } from '#kernel';
import { testId } from '#kernel/testing';
import { MongoPersonalKeys } from '#personal-data/mongodb';
import { SqlitePersonalKeys } from '#personal-data/sqlite';
import { databaseOf } from '#read-model/mongodb';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { type EventStoreServer, startEventStore } from '../../../test/support/engines/event-store.js';
import { withDatabase } from '../../../test/support/engines/mongodb-url.js';
import { Random, seedOfThisRun } from '../../../test/support/random.js';
import type { CopiedLog } from './appending.js';
import { copyLog } from './copy-log.js';
import { interruptedAt } from './testing/interrupted-at.js';

/*
 * Goal: a log is the same in another store, however often its copying was interrupted, and nothing else is overwritten.
 * Method: a random log, with large appends and small ones of several streams, is copied from SQLite to EventStoreDB and
 * back.
 */

const RUN_MS = 180_000;
const INTERRUPTIONS = 10;
const KEY = Buffer.alloc(32, 7);

const asItIs = (event: RecordedEvent): RecordedEvent => event;

describeWithMongoServer('a copy of a log', () => {
  const chance = new Random(seedOfThisRun());
  let directory: string;
  let mongo: MongoServerHandle;
  let eventStore: EventStoreServer;
  let made = 0;
  let databases = 0;

  beforeAll(async () => {
    mongo = await mongoServer();
  });
  afterAll(() => mongo.stop());
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'copied-log-'));
    eventStore = await startEventStore();
  });
  afterEach(async () => {
    await eventStore.stop();
    rmSync(directory, { recursive: true });
  });

  const sqlite = (name: string): string => `sqlite:${join(directory, name, 'events.db')}`;
  const keysUrl = (): string => withDatabase(mongo.url, `test_copy_${process.pid}_${(databases += 1)}`);

  /** Appends at random to a log with keys, as a service does. */
  async function write(name: string, appends: number): Promise<void> {
    const file = join(directory, name, 'events.db');
    const log = await SqliteEventStore.open({ file, upcast: asItIs });
    const keys = await SqlitePersonalKeys.open({ file: join(directory, name, 'keys.db'), secrets: [KEY] });
    await keys.ensure(testId(1), [`contact:${made}`]);
    await keys.close();
    try {
      await appendAtRandom(new ChainedEventStore(log), appends);
    } finally {
      await log.close();
    }
  }

  async function appendAtRandom(store: EventStore, appends: number): Promise<void> {
    for (let n = 0; n < appends; n += 1) {
      const stream = `workspace-${testId(1 + chance.below(5))}`;
      const [last] = await store.read(stream, { backwards: true, limit: 1 });
      const expected: ExpectedRevision = last?.revision ?? 'no_stream';
      const count = chance.below(10) === 0 ? 300 : 1 + chance.below(3);
      await store.append(stream, Array.from({ length: count }, anEvent), expected);
    }
  }

  function anEvent(): NewEvent {
    made += 1;
    const metadata = {
      schema_version: 1,
      workspace_id: testId(1),
      occurred_at: instant(Date.parse('2031-03-03T17:00:00.000Z') + made),
      actor: { kind: 'system', id: 'test' },
      correlation_id: testId(made),
      causation_id: null,
    } as const;
    return { id: testId(1_000 + made), type: 'WorkspaceRenamed', data: { name: `é ${made} "\u2028` }, metadata };
  }

  const copy = (to: { to: string; toKeys?: string; from: string; fromKeys?: string }, signal?: AbortSignal) =>
    copyLog({
      environment: {},
      ...{ from: to.from, fromKeys: to.fromKeys, to: to.to, toKeys: to.toKeys },
      signal: signal ?? new AbortController().signal,
      progress: () => undefined,
    });

  it(
    'is the same in EventStoreDB and again in SQLite, each interrupted ten times, and takes over what came since',
    async () => {
      await write('source', 60);
      const there = { from: sqlite('source'), to: eventStore.url, toKeys: keysUrl() };
      const back = { from: eventStore.url, fromKeys: there.toKeys, to: sqlite('back') };
      const digests: string[] = [];
      for (const addresses of [there, back]) {
        let interrupted = 0;
        for (let n = 0; n < INTERRUPTIONS; n += 1) {
          const signal = interruptedAt(2 + chance.below(8));
          interrupted += await copy(addresses, signal).then(
            () => 0,
            (error: Error) => (error.name === 'AbortError' ? 1 : Promise.reject(error)),
          );
        }
        expect(interrupted).toBeGreaterThan(2);
        const copied = await copy(addresses);
        expect(copied.events).toBe(made);
        digests.push(copied.digest);
        expect(await copy(addresses)).toEqual({ ...copied, copied: 0 });
      }
      expect(digests[1]).toBe(digests[0]);

      const before = made;
      await write('source', 20);
      const later: CopiedLog[] = [await copy(there), await copy(back)];
      expect(later).toEqual([
        { events: made, copied: made - before, keys: 2, digest: later[0]!.digest },
        { events: made, copied: made - before, keys: 2, digest: later[0]!.digest },
      ]);
    },
    RUN_MS,
  );

  it(
    'has the positions of its own log in the order of the one that was copied',
    async () => {
      await write('source', 30);
      await copy({ from: sqlite('source'), to: eventStore.url, toKeys: keysUrl() });
      const [original, copied] = [await idsIn(await openFile('source')), await idsIn(await openServer())];
      expect(copied).toEqual(original);
      expect(copied.length).toBeGreaterThan(30);
    },
    RUN_MS,
  );

  it(
    'is refused where another log is, where a service has used it, and where it is the same log; nothing changes',
    async () => {
      await write('source', 10);
      await write('other', 3);
      const [from, toKeys] = [sqlite('source'), keysUrl()];
      await expect(copy({ from, to: sqlite('other') })).rejects.toThrow(/holds another log/);
      const linked = join(directory, 'linked');
      symlinkSync(join(directory, 'source'), linked);
      const sameFile = copy({ from, to: `sqlite:${join(linked, 'events.db')}` });
      await expect(sameFile).rejects.toThrow('must name other stores than those of the log to copy.');
      const there = { to: eventStore.url, toKeys };
      const rows = keysUrl();
      const client = await MongoClient.connect(rows);
      await client.db().collection('members').insertOne({});
      await client.close();
      await expect(copy({ from, ...there, toKeys: rows })).rejects.toThrow(/holds members: name an empty place/);
      await copy({ from, ...there });
      const sameKeys = copy({ from: there.to, fromKeys: toKeys, to: 'esdb://other.invalid:2113', toKeys });
      await expect(sameKeys).rejects.toThrow('must name other stores than those of the log to copy.');

      const before = await idsIn(await openServer());
      const server = await openServer();
      await appendAtRandom(new ChainedEventStore(server), 1);
      await server.close();
      const used = () => MongoPersonalKeys.open({ url: toKeys, database: databaseOf(toKeys), secrets: [KEY] });
      const keys = await used();
      const made = await keys.ensure(testId(1), ['contact:new']);
      await keys.close();
      const after = await idsIn(await openServer());
      expect(after.length).toBeGreaterThan(before.length);
      await expect(copy({ from, ...there })).rejects.toThrow(
        /holds another log, or has been used since it was copied: workspace-\S+ is not in the log to copy\./,
      );
      expect(await idsIn(await openServer())).toEqual(after);
      const again = await used();
      expect(await again.get(made.map(({ id }) => id))).toEqual(made.map(({ key }) => key));
      await again.close();
    },
    RUN_MS,
  );

  it.each([
    [{ to: 'sqlit:./x' }, '--to (COPY_TO) must be a URL such as'],
    [
      { to: 'esdb://h:1?tls=false' },
      '--to-keys (COPY_TO_KEYS) must be a URL such as mongodb://localhost:27017/smart_lists_keys.',
    ],
    [{ to: 'sqlite:./x', toKeys: 'mongodb://h/k' }, '--to-keys (COPY_TO_KEYS) must be left out'],
    [{ to: 'sqlite:./x/keys.db' }, 'must name another file than keys.db'],
    [{ to: 'esdb://h:1?tls=false', toKeys: 'mongodb://h/' }, 'must name a database behind the host.'],
    [{ to: 'sqlite:./x', from: 'nonsense' }, '--from must be a URL such as'],
    [{ to: 'sqlite:./x', fromKeys: 'mongodb://h/k' }, '--from-keys must be left out where --from is.'],
    [{ to: 'esdb://h:1?tls=no', toKeys: 'mongodb://h/k' }, '--to '],
    [{ to: 'esdb://h:1?tls=false', toKeys: 'http://h/k' }, '--to-keys '],
  ])('names the option that is wrong: %j', async (options, sentence) => {
    const { from, fromKeys, toKeys, to } = options as Record<'from' | 'fromKeys' | 'to' | 'toKeys', string>;
    const asked = copyLog({
      ...{ environment: {}, from, fromKeys, to, toKeys },
      ...{ signal: new AbortController().signal, progress: () => undefined },
    });
    await expect(asked).rejects.toThrow(sentence);
  });

  const openFile = (name: string) =>
    SqliteEventStore.open({ file: join(directory, name, 'events.db'), upcast: asItIs });
  const openServer = () => EventStoreDbEventStore.open({ url: eventStore.url, upcast: asItIs });

  /** The ids of all events in the order of a log, which is closed then. */
  async function idsIn(log: EventStore): Promise<readonly string[]> {
    const ids: string[] = [];
    const { signal } = new AbortController();
    try {
      for await (const { events, caughtUp } of log.follow({ prefixes: ['workspace-'], signal })) {
        for (const event of events) if ('id' in event) ids.push(event.id);
        if (caughtUp) return ids;
      }
      return ids;
    } finally {
      await log.close();
    }
  }
});
