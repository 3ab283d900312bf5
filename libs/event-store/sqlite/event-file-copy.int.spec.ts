import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { contractSchemas, newStream, note } from '../contract/subject.js';
import { countEvents, misfitOfEvents, snapshotEvents } from './event-file-copy.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { temporaryDirectory, undoAfterEach } from './testing/temporary-directory.js';

const QUIET = { signal: new AbortController().signal, progress: () => undefined };

describe('a copy of a file of events', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (name = 'events.db'): string => join(directory(), name);
  const open = async (): Promise<SqliteEventStore> => {
    const store = await SqliteEventStore.open({ file: path(), upcast: contractSchemas.upcast });
    undo(() => store.close());
    return store;
  };

  it('is of the moment of its snapshot, whatever is appended meanwhile', async () => {
    const store = await open();
    const stream = newStream();
    await store.append(stream, [note(), note()], 'no_stream');
    const snapshot = snapshotEvents(path());
    await store.append(stream, [note()], 1);
    await store.append(newStream(), [note()], 'no_stream');
    await snapshot.copyTo(path('copy.db'), QUIET);
    snapshot.close();
    expect(countEvents(path('copy.db'))).toEqual({
      events: 2,
      streams: 1,
      lastPosition: expect.stringMatching(/0002$/),
    });
    expect(misfitOfEvents(path('copy.db'))).toBeUndefined();
    expect(statSync(path('copy.db')).mode & 0o777).toBe(0o600);
    await store.append(stream, [note()], 2);
  });

  it('is one file of an empty log, too', async () => {
    await open();
    const snapshot = snapshotEvents(path());
    await snapshot.copyTo(path('copy.db'), QUIET);
    snapshot.close();
    expect(countEvents(path('copy.db'))).toEqual({ events: 0, streams: 0, lastPosition: null });
    expect(misfitOfEvents(path('copy.db'))).toBeUndefined();
  });

  it('ends with the reason of its signal', async () => {
    await open();
    const snapshot = snapshotEvents(path());
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(snapshot.copyTo(path('copy.db'), { ...QUIET, signal })).rejects.toThrow('enough');
    snapshot.close();
  });

  it.each([
    ['an event in the middle', 'DELETE FROM events WHERE revision = 1', /has 2 events, revisions 0 to 2/],
    ['the first event', 'DELETE FROM events WHERE revision = 0', /has 2 events, revisions 1 to 2/],
    ['the name of a stream', 'DELETE FROM streams', /a stream without a name/],
  ])('tells that %s is missing', async (_what, statement, sentence) => {
    const store = await open();
    await store.append(newStream(), [note(), note(), note()], 'no_stream');
    await store.close();
    const db = new Database(path());
    db.exec(statement);
    db.close();
    expect(misfitOfEvents(path())).toMatch(sentence);
  });

  it('tells that pages are damaged', async () => {
    const store = await open();
    await store.append(newStream(), [note(), note()], 'no_stream');
    await store.close();
    const db = new Database(path(), { readonly: true });
    const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'events'").pluck();
    const page = (root.get() as number) - 1;
    const size = db.pragma('page_size', { simple: true }) as number;
    db.close();
    const bytes = readFileSync(path());
    // The number of entries on the only page of the index.
    bytes.writeUInt16BE(1, page * size + 3);
    writeFileSync(path(), bytes);
    expect(misfitOfEvents(path())).toMatch(/^SQLite finds that it is damaged: /);
  });
});
