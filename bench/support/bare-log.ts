import Database from 'better-sqlite3';
import type { Database as Connection, Statement } from 'better-sqlite3';
import type { RecordedEvent, NewEvent } from '../../libs/kernel/index.js';
import { SqliteEventStore } from '../../libs/event-store/sqlite/index.js';

/** Pages between checkpoints, as in the adapter: both sides do the same work on the file. */
const CHECKPOINT_PAGES = 4_000;

/** An event as the four texts of its row. */
export type EventTexts = readonly [id: string, type: string, data: string, metadata: string];

export function textsOf({ id, type, data, metadata }: NewEvent | RecordedEvent): EventTexts {
  return [id, type, JSON.stringify(data), JSON.stringify(metadata)];
}

/**
 * Plain inserts without an event store: better-sqlite3 in this thread, on a file with the schema of the adapter (which
 * creates it), WAL and synchronous=FULL. It checks nothing and reads nothing.
 */
export class BareLog {
  private readonly db: Connection;
  private readonly insert: Statement<[number, number, string, string, string, string]>;
  private readonly begin: Statement<[]>;
  private readonly commit: Statement<[]>;

  private constructor(file: string) {
    this.db = new Database(file);
    this.db.pragma('journal_mode = WAL');
    this.db.pragma('synchronous = FULL');
    this.db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    this.begin = this.db.prepare('BEGIN IMMEDIATE');
    this.commit = this.db.prepare('COMMIT');
    this.insert = this.db.prepare(
      'INSERT INTO events (stream, revision, event_id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
    );
  }

  static async create(file: string): Promise<BareLog> {
    const store = await SqliteEventStore.open({ file, upcast: (event) => event });
    await store.close();
    return new BareLog(file);
  }

  /** Inserts in one transaction, one fsync. `stream` is a number, `revision` that of the first event. */
  append(stream: number, revision: number, events: readonly EventTexts[]): void {
    this.begin.run();
    for (let at = 0; at < events.length; at += 1) this.insert.run(stream, revision + at, ...events[at]!);
    this.commit.run();
  }

  close(): void {
    this.db.close();
  }
}
