import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  contractSchemas,
  eventsOf,
  followUntil,
  ids,
  newStream,
  notes,
  readAll,
  rejection,
} from '../contract/subject.js';
import { type CommitReport, StoreUnavailableError, WrongExpectedRevisionError } from '../event-store.js';
import { openReader } from './sqlite-event-reader.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { temporaryDirectory } from './testing/temporary-directory.js';

const { upcast } = contractSchemas;

describe('the writer of the SQLite event store', () => {
  let store: SqliteEventStore;
  afterEach(() => store.close());
  const directory = temporaryDirectory();
  const open = async (maxPageCount?: number): Promise<void> => {
    const file = join(directory(), 'events.db');
    store = await SqliteEventStore.open({ file, upcast, ...(maxPageCount === undefined ? {} : { maxPageCount }) });
  };

  it('commits waiting appends together: 512 of them in at most 16 transactions', async () => {
    await open();
    await Promise.all(Array.from({ length: 512 }, () => store.append(newStream(), notes(1), 'no_stream')));
    const { appends, transactions } = store.counters;
    expect(appends).toBe(512);
    expect(transactions).toBeLessThanOrEqual(16);
  });

  it('knows the end of the log', async () => {
    await open();
    const reader = openReader({ file: join(directory(), 'events.db'), upcast });
    expect(reader.end()).toBeUndefined();
    const { position } = await store.append(newStream(), notes(3), 'no_stream');
    expect(reader.end()).toBe(position);
    reader.close();
  });

  it('also gathers appends of other ticks, while it is writing', async () => {
    await open();
    const appends: Promise<unknown>[] = [];
    for (let count = 0; count < 512; count += 1) {
      appends.push(store.append(newStream(), notes(1), 'no_stream'));
      await setImmediate();
    }
    await Promise.all(appends);
    expect(store.counters.transactions).toBeLessThan(512);
  });

  it('commits a single append on its own', async () => {
    await open();
    for (let count = 0; count < 5; count += 1) await store.append(newStream(), notes(1), 'no_stream');
    expect(store.counters).toEqual({ appends: 5, transactions: 5 });
  });

  it('reports each commit with the appends and events that it wrote, and none that it refused', async () => {
    await open();
    const commits: CommitReport[] = [];
    store.onCommit((commit) => void commits.push(commit));
    const stream = newStream();
    const refused = () => store.append(stream, notes(7), 99).catch(() => undefined);
    await Promise.all([store.append(stream, notes(2), 'no_stream'), refused(), store.append(stream, notes(3), 1)]);
    await refused();
    await store.append(stream, notes(1), 4);
    expect(commits).toEqual([
      { appends: 2, events: 5 },
      { appends: 1, events: 1 },
    ]);
  });

  it('checks the expected revision of each stream in one transaction', async () => {
    await open();
    const stream = newStream();
    const appends = [notes(2), notes(1), notes(3)];
    const outcomes = await Promise.allSettled([
      store.append(stream, appends[0]!, 'no_stream'),
      store.append(stream, appends[1]!, 1),
      store.append(stream, notes(1), 1),
      store.append(stream, appends[2]!, 2),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[2]).toMatchObject({ reason: new WrongExpectedRevisionError(stream, 1, 2) });
    expect(ids(await readAll(store, stream))).toEqual(ids(appends.flat()));
    expect(store.counters.transactions).toBe(1);
  });

  it('caches a limited number of streams, and still knows the end of each', async () => {
    await open();
    const prefix = newStream();
    const names = Array.from({ length: 10_500 }, (_, index) => `${prefix}${index}`);
    await Promise.all(names.map((name) => store.append(name, notes(1), 'no_stream')));
    const answers = await Promise.all(names.map((name) => store.append(name, notes(1), 0)));
    expect(new Set(answers.map(({ revision }) => revision))).toEqual(new Set([1]));
  });

  it('refuses when the disk is full, writes nothing then, and continues when there is space', async () => {
    await open(40);
    const stream = newStream();
    let last = -1;
    const fill = async (): Promise<never> => {
      for (;;) last = (await store.append(stream, notes(20), last < 0 ? 'no_stream' : last)).revision;
    };
    expect(await rejection(fill())).toBeInstanceOf(StoreUnavailableError);
    expect(store.health()).toEqual({
      writable: false,
      detail: 'The event store cannot write: database or disk is full.',
    });
    // The first two would fit, but share a transaction with one that does not.
    const other = newStream();
    const group = [
      store.append(stream, notes(1), last),
      store.append(other, notes(1), 'no_stream'),
      store.append(newStream(), notes(500), 'no_stream'),
    ];
    const outcomes = await Promise.allSettled(group);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(eventsOf(await followUntil(store, { prefixes: [''] }))).toHaveLength(last + 1);

    await store.limitPages(100_000);
    const more = notes(500);
    const [first, second] = await Promise.all([
      store.append(stream, more, last),
      store.append(other, notes(1), 'no_stream'),
    ]);
    expect(first.revision).toBe(last + 500);
    expect(second.revision).toBe(0);
    expect(ids(await store.read(stream, { from: last + 1, limit: 1_000 }))).toEqual(ids(more));
    expect(store.health()).toEqual({ writable: true });
  });
});
