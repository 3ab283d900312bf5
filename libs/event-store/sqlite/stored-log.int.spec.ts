import { join } from 'node:path';
import Database from 'better-sqlite3';
import { contractSchemas, newStream, note } from '../contract/subject.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { SqliteStoredLog } from './stored-log.js';
import { temporaryDirectory, undoAfterEach } from './testing/temporary-directory.js';

describe('a log as it is stored', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (): string => join(directory(), 'events.db');
  const open = async (): Promise<SqliteEventStore> => {
    const store = await SqliteEventStore.open({ file: path(), upcast: contractSchemas.upcast });
    undo(() => store.close());
    return store;
  };
  const openLog = (): SqliteStoredLog => {
    const log = SqliteStoredLog.of(path());
    undo(() => log.close());
    return log;
  };

  it('is of the moment of its first read, whatever is appended meanwhile', async () => {
    const store = await open();
    const stream = newStream();
    const events = [note(), note()];
    await store.append(stream, events, 'no_stream');
    const log = openLog();
    expect(log.given).toBe(2);
    await store.append(stream, [note()], 1);
    expect([log.given, log.end]).toEqual([2, '00000000000000000002']);
    const read = [...log.events()].map(({ id, revision, data }) => ({
      id,
      revision,
      data: JSON.parse(data) as unknown,
    }));
    expect(read).toEqual(events.map(({ id, data }, revision) => ({ id, revision, data })));
    expect(openLog().given).toBe(3);
  });

  it('has texts in place of what a damaged row holds', async () => {
    const store = await open();
    await store.append(newStream(), [note()], 'no_stream');
    await store.close();
    const db = new Database(path()).unsafeMode();
    db.pragma('writable_schema = ON');
    db.exec("UPDATE sqlite_schema SET sql = replace(replace(sql, ' NOT NULL', ''), ' STRICT', '')");
    db.pragma('writable_schema = RESET');
    db.exec("UPDATE events SET event_id = NULL, type = x'4e', data = 7; UPDATE streams SET name = x'6e'");
    db.close();
    const [event] = openLog().events();
    expect(event).toMatchObject({ stream: 'n', id: 'null', type: 'N', data: '7' });
  });
});
