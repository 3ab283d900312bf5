import { existsSync } from 'node:fs';
import type { Position } from '#kernel';
import type { StoredEvent } from '../decode.js';
import { StoreOpenError } from '../event-store.js';
import { openForReading } from './event-file.js';
import { type EventRow, STORED_EVENTS, storedEvent } from './log-scan.js';
import { readPosition, writePosition } from './position.js';
import { SharedMetadata } from './shared-metadata.js';
import { unavailable } from './sqlite-event-reader.js';
import type { Connection } from './store-file.js';

/** Events of one read. */
const PAGE = 1_000;

const STORED_PAGE = `${STORED_EVENTS} WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ${PAGE}`;

/**
 * A log as it is stored, up to its end at the opening, for a copy of it that takes hours: no read transaction stands
 * between two pages, so the WAL of the service does not grow meanwhile.
 */
export class SqliteLogPages {
  private constructor(
    private readonly db: Connection,
    /** The position of the last event; undefined: the log is empty. */
    readonly end: Position | undefined,
  ) {}

  /** @throws StoreOpenError missing, foreign, corrupt or of a newer version */
  static of(file: string): SqliteLogPages {
    if (!existsSync(file)) throw new StoreOpenError(`${file} does not exist.`);
    const db = openForReading(file);
    const last = db.prepare<[], number | null>('SELECT max(position) FROM events').pluck().get();
    return new SqliteLogPages(db, writePosition(last ?? 0));
  }

  /**
   * The events behind a position, or all of them, up to the end, in the order of the log.
   * @throws StoreUnavailableError
   */
  *events(behind?: Position): Generator<StoredEvent, void, undefined> {
    const page = this.db.prepare<[number, number], EventRow>(STORED_PAGE).raw();
    const shared = new SharedMetadata(this.db);
    const end = readPosition(this.end);
    for (let after = readPosition(behind); after < end;) {
      let rows: EventRow[];
      try {
        rows = page.all(after, end);
      } catch (error) {
        throw unavailable(error);
      }
      for (const row of rows) yield storedEvent(row, shared);
      after = rows.at(-1)?.[0] ?? end;
    }
  }

  async close(): Promise<void> {
    this.db.close();
  }
}
