import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { EventMetadata, NewEvent } from '#kernel';
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
import { SqliteLogPages } from './log-pages.js';
import { openReader, type SqliteEventReader } from './sqlite-event-reader.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { SqliteStoredLog } from './stored-log.js';
import { temporaryDirectory, undoAfterEach } from './testing/temporary-directory.js';

const { upcast } = contractSchemas;

describe('metadata that the events of an append share', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (): string => join(directory(), 'events.db');

  /** Opens a store, appends to it, and closes it. */
  const written = async (
    appends: readonly (readonly [stream: string, events: readonly NewEvent[]])[],
  ): Promise<void> => {
    const store = await SqliteEventStore.open({ file: path(), upcast });
    try {
      for (const [stream, events] of appends) await store.append(stream, events, 'no_stream');
    } finally {
      await store.close();
    }
  };
  const reader = (): SqliteEventReader => {
    const opened = openReader({ file: path(), upcast });
    undo(() => opened.close());
    return opened;
  };
  const inFile = <Result>(work: (db: Database.Database) => Result): Result => {
    const db = new Database(path());
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const stored = (): unknown[] =>
    inFile((db) => db.prepare('SELECT metadata FROM events ORDER BY position').pluck().all());

  /** Two appends: of events with their own metadata, two kinds of shared ones, and the first kind once more. */
  const prefix = newPrefix();
  const [first, second] = [metadata(), metadata()];
  const shared = [first, first, first, second, second, first].map((each) => ({ ...note(), metadata: each }));
  const last = notes(2);
  const streams = [
    [`${prefix}one`, shared],
    [`${prefix}two`, last],
  ] as const;
  const metadataOf = (events: readonly { readonly metadata: EventMetadata }[]) => events.map((event) => event.metadata);

  it('are stored with the first of these events', async () => {
    await written(streams);
    const [one, other, of] = [first, second, last[0]!.metadata].map((each) => JSON.stringify(each));
    expect(stored()).toEqual([one, '@1', '@2', other, '@1', one, of, '@1']);
  });

  it('are read with each of them, from wherever a read begins, in both directions', async () => {
    await written(streams);
    const store = reader();
    for (const from of shared.keys()) {
      const forwards = await store.read(`${prefix}one`, { from, limit: 3 });
      expect(metadataOf(forwards)).toEqual(metadataOf(shared.slice(from, from + 3)));
      const backwards = await store.read(`${prefix}one`, { from, backwards: true, limit: 3 });
      expect(metadataOf(backwards)).toEqual(metadataOf(shared.slice(Math.max(0, from - 2), from + 1).toReversed()));
    }
  });

  it('are followed with each of them, from wherever a follower begins', async () => {
    await written(streams);
    const all = [...shared, ...last];
    const store = reader();
    const whole = eventsOf(await followUntil(store, { prefixes: [prefix], batchSize: 1 }));
    expect(metadataOf(whole)).toEqual(metadataOf(all));
    for (const [at, { position }] of whole.slice(0, -1).entries()) {
      const options = { after: position!, prefixes: [prefix], batchSize: 2 };
      const rest = eventsOf(await followUntil(store, options));
      expect(metadataOf(rest)).toEqual(metadataOf(all.slice(at + 1)));
    }
  });

  it('are in the log as it is checked and copied', async () => {
    await written(streams);
    const texts = metadataOf([...shared, ...last]).map((each) => JSON.stringify(each));
    for (const log of [SqliteStoredLog.of(path()), SqliteLogPages.of(path())]) {
      undo(() => log.close());
      expect(Array.from(log.events(), (event) => event.metadata)).toEqual(texts);
    }
  });

  it('tell when the newest event was decided', async () => {
    await written(streams);
    expect(reader().newest()).toBe(Date.parse('2026-01-31T12:00:00.000Z'));
  });

  it('are unreadable where the event that has them is gone', async () => {
    await written(streams);
    inFile((db) => db.exec('DELETE FROM events WHERE position = 1'));
    const error = await rejection(reader().read(`${prefix}one`, { from: 1, limit: 1 }));
    expect(error).toMatchObject({ message: expect.stringContaining('NoteTaken is not written in JSON') as string });
  });

  it('stand with every event of a file of the version before, which is read as it is and marked by its writer', async () => {
    await written([[`${prefix}one`, shared]]);
    const texts = metadataOf(shared).map((each) => JSON.stringify(each));
    inFile((db) => {
      const set = db.prepare('UPDATE events SET metadata = ? WHERE position = ?');
      for (const [at, text] of texts.entries()) set.run(text, at + 1);
      db.pragma('user_version = 1');
    });
    const version = (): unknown => inFile((db) => db.pragma('user_version', { simple: true }));
    expect(metadataOf(await reader().read(`${prefix}one`, { limit: 9 }))).toEqual(metadataOf(shared));
    expect(version()).toBe(1);
    await written([[`${prefix}two`, last]]);
    expect(version()).toBe(2);
    expect(stored()).toEqual([...texts, JSON.stringify(last[0]!.metadata), '@1']);
    expect(metadataOf(await reader().read(`${prefix}one`, { limit: 9 }))).toEqual(metadataOf(shared));
  });
});
