import { existsSync } from 'node:fs';
import type { Position } from '#kernel';
import type { StoredEvent } from '../decode.js';
import { StoreOpenError } from '../event-store.js';
import type { Found } from '../verifying/finding.js';
import { openForReading } from './event-file.js';
import { findDamage } from './file-damage.js';
import { type EventRow, STORED_EVENTS, storedEvent } from './log-scan.js';
import { writePosition } from './position.js';
import { SharedMetadata } from './shared-metadata.js';
import { unavailable } from './sqlite-event-reader.js';
import type { Connection } from './store-file.js';
import { findWalDamage } from './wal-damage.js';

/**
 * A log as it is stored: for a check of the log by itself, beside its writer. It is as of the moment of its first read:
 * its connection holds one read transaction from then on until it is closed.
 */
export class SqliteStoredLog {
  private connection: Connection | undefined;

  private constructor(private readonly file: string) {}

  /** @throws StoreOpenError it is missing; what else is wrong with it is told by {@link findDamage} */
  static of(file: string): SqliteStoredLog {
    if (!existsSync(file)) throw new StoreOpenError(`${file} does not exist.`);
    return new SqliteStoredLog(file);
  }

  /** Tells what is wrong with the file and its WAL. @see findWalDamage, findDamage */
  async findDamage(found: Found, signal: AbortSignal): Promise<void> {
    await findWalDamage(this.file, found, signal);
    await findDamage(this.file, found, signal);
  }

  /** How many positions were given: 1 and so on, without a gap. @throws StoreOpenError, StoreUnavailableError */
  get given(): number {
    return this.number("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
  }

  /** The position of the last event; undefined: the log is empty. @throws StoreOpenError, StoreUnavailableError */
  get end(): Position | undefined {
    return writePosition(this.number('SELECT max(position) FROM events'));
  }

  /** Every event, in the order of the log. @throws StoreOpenError, StoreUnavailableError */
  *events(): Generator<StoredEvent, void, undefined> {
    try {
      const rows = this.db.prepare<[], EventRow>(`${STORED_EVENTS} ORDER BY e.position`).raw().iterate();
      const shared = new SharedMetadata(this.db);
      for (const [position, stream, revision, id, type, data, metadata] of rows) {
        // A damaged row may have null, or a value of another type, in place of a text.
        const texts = [String(id), String(type), String(data), String(metadata)] as const;
        yield storedEvent([position, String(stream), Number(revision), ...texts], shared);
      }
    } catch (error) {
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    this.connection?.close();
  }

  /** @throws StoreOpenError missing, foreign, corrupt or of a newer version */
  private get db(): Connection {
    if (!this.connection) {
      this.connection = openForReading(this.file);
      this.connection.exec('BEGIN');
    }
    return this.connection;
  }

  private number(statement: string): number {
    try {
      return Number(this.db.prepare<[], unknown>(statement).pluck().get() ?? 0);
    } catch (error) {
      throw unavailable(error);
    }
  }
}
