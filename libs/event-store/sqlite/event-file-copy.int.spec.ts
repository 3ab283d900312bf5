import { statSync } from 'node:fs';
import { join } from 'node:path';
import { contractSchemas, newStream, note } from '../contract/subject.js';
import { countEvents, snapshotEvents } from './event-file-copy.js';
import { damageIn } from './file-damage.js';
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
    expect(damageIn(path('copy.db'))).toEqual([]);
    expect(statSync(path('copy.db')).mode & 0o777).toBe(0o600);
    await store.append(stream, [note()], 2);
  });

  it('is one file of an empty log, too', async () => {
    await open();
    const snapshot = snapshotEvents(path());
    await snapshot.copyTo(path('copy.db'), QUIET);
    snapshot.close();
    expect(countEvents(path('copy.db'))).toEqual({ events: 0, streams: 0, lastPosition: null });
    expect(damageIn(path('copy.db'))).toEqual([]);
  });

  it('ends with the reason of its signal', async () => {
    await open();
    const snapshot = snapshotEvents(path());
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(snapshot.copyTo(path('copy.db'), { ...QUIET, signal })).rejects.toThrow('enough');
    snapshot.close();
  });
});
