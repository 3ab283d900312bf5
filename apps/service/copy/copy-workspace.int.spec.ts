import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChainedEventStore, type EventStore, SKIPS_STREAM } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import { SqliteEventStore } from '#event-store/sqlite';
import { ARRIVAL_STREAMS, arrivalStream, instant, type NewEvent, type RecordedEvent, workspaceStream } from '#kernel';
import { testId } from '#kernel/testing';
import { KEYS_STREAM } from '#personal-data';
import { MongoPersonalKeys } from '#personal-data/mongodb';
import { SqlitePersonalKeys } from '#personal-data/sqlite';
import { databaseOf } from '#read-model/mongodb';
import { deliveryStream } from '#webhooks/domain';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { type EventStoreServer, startEventStore } from '../../../test/support/engines/event-store.js';
import { withDatabase } from '../../../test/support/engines/mongodb-url.js';
import { Random, seedOfThisRun } from '../../../test/support/random.js';
import type { CopiedLog } from './appending.js';
import { copyLog, type CopyLogOptions } from './copy-log.js';
import { interruptedAt } from './testing/interrupted-at.js';

/*
 * Goal: one workspace comes to be in a log of other workspaces, as it stands, however often its copying was interrupted
 * and whatever was written meanwhile; nothing else is touched.
 * Method: random appends to two workspaces and their deliveries in SQLite. One of them is copied into logs of SQLite
 * and of EventStoreDB that have a workspace of their own.
 */

const RUN_MS = 180_000;
const INTERRUPTIONS = 10;
const KEY = Buffer.alloc(32, 7);
const [MOVES, STAYS, HOME] = [testId(1), testId(2), testId(3)];
const asItIs = (event: RecordedEvent): RecordedEvent => event;

interface Address {
  readonly to: string;
  readonly toKeys?: string | undefined;
}

describeWithMongoServer('a copy of one workspace', () => {
  const chance = new Random(seedOfThisRun());
  let directory: string;
  let mongo: MongoServerHandle;
  let eventStore: EventStoreServer;
  let made = 0;

  beforeAll(async () => {
    mongo = await mongoServer();
  });
  afterAll(() => mongo.stop());
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'copied-workspace-'));
    eventStore = await startEventStore();
    await using(open('source'), (log) => makeUsed(log));
    await write(MOVES, 40);
    await makeKeys(await keysIn('source'), MOVES, 3);
  });
  afterEach(async () => {
    await eventStore.stop();
    rmSync(directory, { recursive: true });
  });

  const fileOf = (name: string): string => join(directory, name, 'events.db');
  const open = (name: string) => SqliteEventStore.open({ file: fileOf(name), upcast: asItIs });
  const openServer = () => EventStoreDbEventStore.open({ url: eventStore.url, upcast: asItIs });

  async function using<Result>(opening: Promise<EventStore>, work: (log: EventStore) => Promise<Result>) {
    const log = await opening;
    try {
      return await work(new ChainedEventStore(log));
    } finally {
      await log.close();
    }
  }

  function anEvent(workspace_id: string, type: string, data: object): NewEvent {
    made += 1;
    const metadata = {
      schema_version: 1,
      workspace_id,
      occurred_at: instant(Date.parse('2031-03-03T17:00:00.000Z') + made),
      actor: { kind: 'system', id: 'test' },
      correlation_id: testId(made),
      causation_id: null,
    } as const;
    return { id: testId(1_000 + made), type, data, metadata };
  }

  async function append(log: EventStore, stream: string, events: readonly NewEvent[]): Promise<void> {
    const [last] = await log.read(stream, { backwards: true, limit: 1 });
    await log.append(stream, events, last?.revision ?? 'no_stream');
  }

  /** As a service leaves a log at its first start. */
  const makeUsed = (log: EventStore, keys_id = 'k') =>
    append(log, KEYS_STREAM, [anEvent('', 'PersonalKeysMade', { keys_id })]);

  /** Appends at random to a workspace, to its deliveries, and to a neighbour. */
  function write(workspaceId: string, appends: number): Promise<void> {
    return using(open('source'), async (log) => {
      for (let n = 0; n < appends; n += 1) {
        const owner = chance.below(3) === 0 ? STAYS : workspaceId;
        const isOfDelivery = chance.below(4) === 0;
        const stream = isOfDelivery
          ? deliveryStream(testId(50 + chance.below(4) + (owner === STAYS ? 10 : 0)))
          : workspaceStream(owner);
        const type = isOfDelivery ? 'DeliveryAttempted' : 'WorkspaceChanged';
        const count = chance.below(10) === 0 ? 300 : 1 + chance.below(3);
        await append(
          log,
          stream,
          Array.from({ length: count }, () => anEvent(owner, type, { changes: { name: `é ${made}` } })),
        );
      }
    });
  }

  const change = (changes: object) =>
    using(open('source'), (log) =>
      append(log, workspaceStream(MOVES), [anEvent(MOVES, 'WorkspaceChanged', { changes })]),
    );
  const pause = (isToPause: boolean) => change({ writes_paused: isToPause });

  /** Makes keys of a workspace. @returns the id of their store */
  async function makeKeys(keys: SqlitePersonalKeys | MongoPersonalKeys, workspaceId: string, count: number) {
    const subjects = Array.from({ length: count }, (_, n) => `contact:${n}`);
    await keys.ensure(workspaceId, subjects);
    const { id } = await keys.inspect();
    await keys.close();
    return id;
  }

  const keysIn = (name: string) => SqlitePersonalKeys.open({ file: join(directory, name, 'keys.db'), secrets: [KEY] });

  /** A log that a service has used, with a workspace of its own. */
  async function target(kind: 'sqlite' | 'server'): Promise<Address & { open: () => Promise<EventStore> }> {
    const opening = kind === 'sqlite' ? () => open('target') : openServer;
    const toKeys = kind === 'sqlite' ? undefined : withDatabase(mongo.url, `test_moved_${process.pid}_${made}`);
    await using(opening(), (log) => append(log, workspaceStream(HOME), [anEvent(HOME, 'WorkspaceCreated', {})]));
    const keys =
      toKeys === undefined
        ? await keysIn('target')
        : await MongoPersonalKeys.open({ url: toKeys, database: databaseOf(toKeys), secrets: [KEY] });
    const id = await makeKeys(keys, HOME, 2);
    await using(opening(), (log) => makeUsed(log, id));
    return { to: toKeys === undefined ? `sqlite:${fileOf('target')}` : eventStore.url, toKeys, open: opening };
  }

  const copy = ({ to, toKeys }: Address, options: Partial<CopyLogOptions> = {}) =>
    copyLog({
      environment: {},
      ...{ from: `sqlite:${fileOf('source')}`, fromKeys: undefined, to, toKeys, workspaceId: MOVES },
      ...{ signal: new AbortController().signal, progress: () => undefined, ...options },
    });

  /** Every event of the workspace in the order of a log, and of the rest the streams. */
  async function readFrom(opening: Promise<EventStore>) {
    return using(opening, async (log) => {
      const [own, others]: [object[], string[]] = [[], []];
      const prefixes = ['workspace-', 'delivery-', ARRIVAL_STREAMS];
      for await (const { events, caughtUp } of log.follow({ prefixes, signal: new AbortController().signal })) {
        for (const event of events as RecordedEvent[]) {
          const { position: _position, ...asItStands } = event;
          if (event.metadata.workspace_id === MOVES && event.stream !== arrivalStream(MOVES)) own.push(asItStands);
          else others.push(`${event.stream}@${event.revision}`);
        }
        if (caughtUp) break;
      }
      return { own, others };
    });
  }

  it.each(['sqlite', 'server'] as const)(
    'is as it stands in a log of %s, interrupted ten times, with all that was written before the pause',
    async (kind) => {
      const there = await target(kind);
      let interrupted = 0;
      for (let n = 0; n < INTERRUPTIONS; n += 1) {
        await write(MOVES, 2);
        const waiting = new AbortController();
        const signal = n % 2 === 0 ? interruptedAt(2 + chance.below(12)) : waiting.signal;
        interrupted += await copy(there, { signal, waits: () => waiting.abort() }).then(
          () => 0,
          (error: Error) => (error.name === 'AbortError' ? 1 : Promise.reject(error)),
        );
      }
      expect(interrupted).toBe(INTERRUPTIONS);
      let isWaiting = 0;
      let late: Promise<void> | undefined;
      const copying = copy(there, {
        waits: () => {
          isWaiting += 1;
          late = write(MOVES, 5)
            .then(() => pause(true))
            .then(() => pause(false))
            .then(() => write(MOVES, 5))
            .then(() => pause(true));
        },
      });
      const copied: CopiedLog = await copying;
      await late;
      expect(isWaiting).toBe(1);

      const [source, found] = [await readFrom(open('source')), await readFrom(there.open())];
      expect(found.own).toEqual(source.own);
      expect(found.own.length).toBeGreaterThan(40);
      expect(found.others).toEqual([`${workspaceStream(HOME)}@0`, `${arrivalStream(MOVES)}@0`]);
      expect(copied).toMatchObject({ events: found.own.length, keys: 3 });
      expect(await copy(there)).toEqual({ ...copied, copied: 0 });
    },
    RUN_MS,
  );

  it('comes behind its arrival, which is begun once, each in a stream that is chained', async () => {
    await pause(true);
    const there = await target('sqlite');
    await copy(there);
    await copy(there);
    const arrivals = await using(there.open(), (log) => log.read(arrivalStream(MOVES), { limit: 9 }));
    expect(arrivals).toMatchObject([
      { type: 'WorkspaceArrivalBegun', metadata: { workspace_id: MOVES, chain: { events: 1 } } },
    ]);
    const [first] = await using(there.open(), (log) => log.read(workspaceStream(MOVES), { limit: 1 }));
    expect(arrivals[0]!.position! < first!.position!).toBe(true);
  });

  it('goes on from servers into a file, and has no key that was shredded where it came from', async () => {
    const there = await target('server');
    const gone = await keysIn('source');
    // Between two rounds, and while the last one is waited for.
    await copy(there, {
      waits: () => {
        void gone
          .keyIds(MOVES, ['contact:1'])
          .then((ids) => gone.shredKeys(MOVES, ids))
          .then(() => pause(true));
      },
    });
    await gone.close();
    const onward = { from: there.to, fromKeys: there.toKeys, ...(await target('sqlite')), toKeys: undefined };
    const copied = await copy(onward, onward);
    expect((await readFrom(onward.open())).own).toEqual((await readFrom(open('source'))).own);
    expect(copied.keys).toBe(3);
    const keys = await keysIn('target');
    const present = await keys.keyIds(MOVES, ['contact:0', 'contact:1', 'contact:2']);
    expect([...present.keys()]).toEqual(['contact:0', 'contact:2']);
    expect(await keys.get([...present.values()])).toEqual([expect.any(Buffer), expect.any(Buffer)]);
    await keys.close();
  });

  const inSource = (stream: string, event: NewEvent) => using(open('source'), (log) => append(log, stream, [event]));

  it.each([
    ['is unknown', () => Promise.resolve(), { workspaceId: testId(9) }, /has no workspace/],
    [
      'is deleted',
      () => inSource(workspaceStream(MOVES), anEvent(MOVES, 'WorkspaceDeleted', {})),
      {},
      /The workspace is deleted/,
    ],
    [
      'has an event that was skipped',
      () => inSource(SKIPS_STREAM, anEvent(MOVES, 'EventSkipped', { stream: workspaceStream(MOVES), revision: 1 })),
      {},
      /An operator has skipped \S+@1/,
    ],
    [
      'has a delivery of which an event was skipped',
      () => inSource(SKIPS_STREAM, anEvent(MOVES, 'EventSkipped', { stream: deliveryStream(testId(50)), revision: 0 })),
      {},
      /An operator has skipped delivery-\S+@0/,
    ],
  ] as const)('is refused where it %s, and its keys are not taken', async (_what, prepare, options, sentence) => {
    const there = await target('sqlite');
    await prepare();
    await expect(copy(there, options)).rejects.toThrow(sentence);
    const { others } = await readFrom(there.open());
    expect(others).not.toContain(`${arrivalStream(MOVES)}@0`);
    const keys = await keysIn('target');
    expect((await keys.keyIds(MOVES, ['contact:0'])).size).toBe(0);
    await keys.close();
  });

  it('is refused where the other log has had it before', async () => {
    const there = await target('sqlite');
    const [first] = (await readFrom(open('source'))).own as RecordedEvent[];
    const log = await there.open();
    await log.append(first!.stream, [first!], 'no_stream');
    await log.close();
    await expect(copy(there)).rejects.toThrow(/has had this workspace before: it cannot move there/);
  });

  it('is refused where the other log has used it since, and stays as it is', async () => {
    await pause(true);
    const there = await target('sqlite');
    await copy(there);
    const resumed = anEvent(MOVES, 'WorkspaceChanged', { changes: { writes_paused: false } });
    await using(there.open(), (log) => append(log, workspaceStream(MOVES), [resumed]));
    const before = await readFrom(there.open());
    await expect(copy(there)).rejects.toThrow(/The workspace has been used in .+ since it was copied: workspace-/);
    await write(MOVES, 2);
    await expect(copy(there)).rejects.toThrow(/The workspace has been used in .+ since it was copied: workspace-/);
    expect(await readFrom(there.open())).toEqual(before);
  });

  it('never comes back to a log that it has left, although that one took it in once', async () => {
    const there = await target('server');
    await pause(true);
    await copy(there);
    const [arrival] = await using(there.open(), (log) => log.read(arrivalStream(MOVES), { limit: 1 }));
    const { arrival_id } = arrival!.data as { readonly arrival_id: string };
    const resumed = anEvent(MOVES, 'WorkspaceChanged', { changes: { writes_paused: false }, arrival_id });
    const paused = anEvent(MOVES, 'WorkspaceChanged', { changes: { writes_paused: true } });
    await using(there.open(), (log) => append(log, workspaceStream(MOVES), [resumed, paused]));
    const onward = { from: there.to, fromKeys: there.toKeys, ...(await target('sqlite')), toKeys: undefined };
    await copy(onward, onward);
    await using(onward.open(), (log) => append(log, workspaceStream(MOVES), [anEvent(MOVES, 'WorkspaceChanged', {})]));
    const before = await readFrom(there.open());
    const back = { from: onward.to, fromKeys: undefined };
    await expect(copy(there, back)).rejects.toThrow(/has had this workspace before: it cannot move there/);
    expect(await readFrom(there.open())).toEqual(before);
  });

  it('is refused when an event of it is skipped while its pause is waited for', async () => {
    const skip = anEvent(MOVES, 'EventSkipped', { stream: workspaceStream(MOVES), revision: 1 });
    const copying = copy(await target('sqlite'), { waits: () => void inSource(SKIPS_STREAM, skip) });
    await expect(copying).rejects.toThrow(/An operator has skipped/);
  });

  it('knows a deletion in the other log for what it is, and minds no skip of others there', async () => {
    await pause(true);
    const there = await target('sqlite');
    await copy(there);
    const skip = anEvent('', 'EventSkipped', { stream: deliveryStream(testId(99)), revision: 1 });
    await using(there.open(), (log) => append(log, SKIPS_STREAM, [skip]));
    await copy(there);
    const deleted = anEvent(MOVES, 'WorkspaceDeleted', {});
    await using(there.open(), (log) => append(log, workspaceStream(MOVES), [deleted]));
    await expect(copy(there)).rejects.toThrow(/The workspace has been used in .+ since it was copied: workspace-/);
  });

  it('is refused where keys were lost that its events name, unless the other store has accepted a loss, too', async () => {
    await pause(true);
    const lost = await keysIn('source');
    await lost.acceptLoss();
    await lost.close();
    const there = await target('sqlite');
    await expect(copy(there)).rejects.toThrow(/were lost before \(PERSONAL_KEYS_LOST\)/);
    expect((await readFrom(there.open())).own).toEqual([]);
    const accepting = await keysIn('target');
    await accepting.acceptLoss();
    await accepting.close();
    expect((await copy(there)).copied).toBeGreaterThan(40);
  });

  it('is refused with keys of another log, which stay as they are', async () => {
    const there = await target('server');
    const toKeys = withDatabase(mongo.url, `test_moved_other_${process.pid}_${made}`);
    const open = () => MongoPersonalKeys.open({ url: toKeys, database: databaseOf(toKeys), secrets: [KEY] });
    await makeKeys(await open(), HOME, 1);
    await expect(copy({ to: there.to, toKeys })).rejects.toThrow(
      /The keys of personal data are not those of the log in/,
    );
    const keys = await open();
    expect((await keys.keyIds(MOVES, ['contact:0'])).size).toBe(0);
    await keys.close();
    expect((await readFrom(there.open())).others).toEqual([`${workspaceStream(HOME)}@0`]);
  });

  it('is refused where no service has used the log yet', async () => {
    await expect(copy({ to: `sqlite:${fileOf('empty')}` })).rejects.toThrow(/No service has used the log in/);
  });
});
