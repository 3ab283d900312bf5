import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as queueTurn } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  contractSchemas,
  eventsOf,
  followUntil,
  metadata,
  newPrefix,
  note,
  notes,
  rejection,
} from '../contract/subject.js';
import { StoreUnavailableError } from '../event-store.js';
import { openReader } from './sqlite-event-reader.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { temporaryDirectory, undoAfterEach } from './testing/temporary-directory.js';

const { upcast } = contractSchemas;

describe('the threads of the SQLite event store', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (): string => join(directory(), 'events.db');
  const open = async (): Promise<SqliteEventStore> => {
    const store = await SqliteEventStore.open({ file: path(), upcast });
    undo(() => store.close());
    return store;
  };

  it('wakes a follower in another thread at each commit: thirty commits in much less than thirty polls', async () => {
    const store = await open();
    const prefix = newPrefix();
    const workerData = { file: path(), prefix };
    const follower = new Worker(new URL('./testing/follower.worker.js', import.meta.url), { workerData });
    undo(() => follower.terminate());
    expect(await once(follower, 'message')).toEqual([[]]);
    for (let revision = 0; revision < 30; revision += 1) {
      const seen = once(follower, 'message');
      await store.append(`${prefix}a`, [note()], revision === 0 ? 'no_stream' : revision - 1);
      expect(await seen).toEqual([[revision]]);
    }
    follower.postMessage('stop');
    await once(follower, 'exit');
  }, 10_000);

  it('is woken by a commit that was made while its consumer was busy: ten in less than ten polls', async () => {
    const store = await open();
    const prefix = newPrefix();
    const stop = new AbortController();
    let revision = -1;
    for await (const { events } of store.follow({ prefixes: [prefix], signal: stop.signal })) {
      expect(events.map((event) => event.revision)).toEqual(revision < 0 ? [] : [revision]);
      if (revision === 9) stop.abort();
      await store.append(`${prefix}a`, [note()], revision < 0 ? 'no_stream' : revision);
      revision += 1;
      // The commit's signal arrives during these turns, while no follower waits for it.
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    }
  }, 5_000);

  it('lets other work of its thread run between two batches', async () => {
    const store = await open();
    await store.append('a', notes(20), 'no_stream');
    let turns = 0;
    const count = (): void => {
      turns += 1;
    };
    await followUntil(store, { prefixes: ['a'], batchSize: 1 }, (events) => {
      queueTurn(count);
      return events.length === 20;
    });
    expect(turns).toBeGreaterThanOrEqual(19);
  });

  it('lets a reader with another path to the same file follow, beside the writer', async () => {
    const store = await open();
    const reader = openReader({ file: join(directory(), '.', 'events.db'), upcast });
    undo(() => reader.close());
    const prefix = newPrefix();
    const followed = followUntil(reader, { prefixes: [prefix] }, (events) => events.length === 3);
    await store.append(`${prefix}a`, notes(3), 'no_stream');
    expect((await followed).at(-1)).toMatchObject({ caughtUp: true });
    reader.close();
    expect(await rejection(reader.read('any', { limit: 1 }))).toBeInstanceOf(StoreUnavailableError);
  });

  it('skips streams that were not asked for, and reports its progress', async () => {
    const store = await open();
    expect((await followUntil(store, { prefixes: ['wanted-'] }))[0]!.position).toBeUndefined();
    const others = await Promise.all(
      Array.from({ length: 45 }, (_, index) => store.append(`other-${index}`, notes(1_000), 'no_stream')),
    );
    const batches = await followUntil(store, { prefixes: ['wanted-'] });
    expect(batches.flatMap(({ events }) => events)).toEqual([]);
    expect(batches.map(({ caughtUp }) => caughtUp)).toEqual([false, false, true]);
    expect(batches.at(-1)!.position).toBe(
      others
        .map(({ position }) => position)
        .sort()
        .at(-1),
    );
  });

  it('reads a batch of many large events in pieces', async () => {
    const store = await open();
    for (let index = 0; index < 20; index += 1) {
      await store.append(`large-${index}`, [note({ text: 'x'.repeat(1_000_000) })], 'no_stream');
    }
    const batches = await followUntil(store, { prefixes: ['large-'] });
    expect(batches.map(({ events }) => events.length)).toEqual([8, 8, 4]);
    expect(batches.map(({ caughtUp }) => caughtUp)).toEqual([false, false, true]);
  });

  it('decodes stored JSON of any earlier version, with the same bytes', async () => {
    const store = await open();
    const old = metadata(1);
    const json = '{"amount":5,"note":"\\u00fc \\ud83d\\ude00"}';
    await store.append('shop', [{ ...note(), type: 'PriceSet', json, metadata: old }], 'no_stream');
    const [event] = await store.read('shop', { limit: 1 });
    expect(event).toMatchObject({
      data: { amount: 5, note: 'ü 😀', currency: 'EUR' },
      metadata: { ...old, schema_version: 2 },
    });
  });

  it('rejects waiting appends when the writer dies, and all later ones', async () => {
    const store = await open();
    const before = await store.append('before', notes(1), 'no_stream');
    // An id that is no text is a bug, not a fault of the disk: the worker ends.
    const fatal = { ...note(), id: {} as string };
    const waiting = Array.from({ length: 100 }, (_, index) =>
      rejection(store.append(`s-${index}`, index === 50 ? [fatal] : notes(2), 'no_stream')),
    );
    for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(StoreUnavailableError);
    const { writable, detail } = store.health();
    expect(writable).toBe(false);
    expect(detail).toMatch(/^The writer of the event store died: /);
    expect((await store.died).message).toBe(detail);
    expect(await rejection(store.append('after', notes(1), 'no_stream'))).toBeInstanceOf(StoreUnavailableError);
    expect(await store.read('before', { limit: 5 })).toMatchObject([{ position: before.position }]);
    await store.close();

    const again = await open();
    expect(eventsOf(await followUntil(again, { prefixes: [''] }))).toHaveLength(1);
    await again.close();
    expect(await Promise.race([again.died, Promise.resolve('closed')])).toBe('closed');
  });
});
