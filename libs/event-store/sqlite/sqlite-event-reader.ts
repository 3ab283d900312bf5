import type { Statement } from 'better-sqlite3';
import { type EventMetadata, messageOf, type Position, type RecordedEvent } from '#kernel';
import { type Decoding, EventDecoder } from '../decode.js';
import { StoreUnavailableError } from '../event-store.js';
import type { EventStore, FollowBatch, FollowOptions, ReadOptions } from '../event-store.js';
import { openForReading } from './event-file.js';
import { followLog } from './follow.js';
import { decodeRow, LogScan } from './log-scan.js';
import type { EventRow } from './log-scan.js';
import { writePosition } from './position.js';
import { SharedMetadata } from './shared-metadata.js';
import { type Connection, sqliteCode } from './store-file.js';

export interface ReaderOptions extends Decoding {
  /** Path of the store's file; it must exist. */
  readonly file: string;
}

type Range = Statement<[string, number, number], EventRow>;

/**
 * Reads and follows a store's file on a read-only connection of its own, in the calling thread. Any number of these, in
 * any threads, work beside the one writer. Reads are synchronous underneath and bounded.
 */
export class SqliteEventReader implements Pick<EventStore, 'read' | 'follow'> {
  private readonly closing = new AbortController();
  private readonly scan: LogScan;
  private readonly forwards: Range;
  private readonly backwards: Range;
  private readonly last: Statement<[], [number, string]>;
  private readonly shared: SharedMetadata;

  /** @internal Use {@link openReader}. */
  constructor(
    private readonly db: Connection,
    private readonly file: string,
    private readonly decoder: EventDecoder,
  ) {
    this.shared = new SharedMetadata(db);
    this.scan = new LogScan(db, this.shared, decoder);
    this.forwards = this.range('e.revision >= ?', 'ASC');
    this.backwards = this.range('e.revision <= ?', 'DESC');
    this.last = db
      .prepare<[], [number, string]>('SELECT position, metadata FROM events ORDER BY position DESC LIMIT 1')
      .raw();
  }

  /** @see EventStore.read */
  async read(stream: string, { from, backwards = false, limit }: ReadOptions): Promise<readonly RecordedEvent[]> {
    if (!(limit >= 1)) throw new RangeError(`a read is of at least 1 event, not ${limit}`);
    const [range, start] = backwards ? [this.backwards, from ?? Number.MAX_SAFE_INTEGER] : [this.forwards, from ?? 0];
    const rows = this.available(() => range.all(stream, start, limit));
    return rows.map((row) => decodeRow(row, this.shared, this.decoder));
  }

  /** The end of the log; undefined while it is empty. Rows made from a log cannot be ahead of it. */
  end(): Position | undefined {
    return writePosition(this.available(() => this.scan.end()));
  }

  /** When the newest event of the log was decided, in milliseconds since 1970; undefined while it is empty. */
  newest(): number | undefined {
    const metadata = this.available(() => {
      const last = this.last.get();
      return last && this.shared.of(...last);
    });
    return metadata === undefined ? undefined : Date.parse((JSON.parse(metadata) as EventMetadata).occurred_at);
  }

  /** @see EventStore.follow */
  async *follow(options: FollowOptions): AsyncGenerator<FollowBatch, void, undefined> {
    try {
      yield* followLog(this.file, this.scan, options, this.closing.signal);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Ends followers and closes the file. */
  close(): void {
    this.closing.abort();
    this.db.close();
  }

  private range(condition: string, order: 'ASC' | 'DESC'): Range {
    return this.db
      .prepare<[string, number, number], EventRow>(
        `SELECT e.position, s.name, e.revision, e.event_id, e.type, e.data, e.metadata
           FROM streams s CROSS JOIN events e ON e.stream = s.stream
          WHERE s.name = ? AND ${condition}
          ORDER BY e.revision ${order} LIMIT ?`,
      )
      .raw();
  }

  private available<Result>(read: () => Result): Result {
    if (this.closing.signal.aborted) throw new StoreUnavailableError('The event store is closed.');
    try {
      return read();
    } catch (error) {
      throw unavailable(error);
    }
  }
}

/** What SQLite has thrown, as a refusal of the port; every other error as it is. */
export function unavailable(error: unknown): unknown {
  if (sqliteCode(error) === undefined) return error;
  return new StoreUnavailableError(`The event store cannot be read: ${messageOf(error)}.`, { cause: error });
}

/**
 * Opens a store's file for reading only, in the calling thread. The writer must have created it.
 * @throws StoreOpenError missing, foreign, corrupt or of a newer version
 */
export function openReader({ file, ...decoding }: ReaderOptions): SqliteEventReader {
  return new SqliteEventReader(openForReading(file), file, new EventDecoder(decoding));
}
