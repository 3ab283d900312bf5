import type { Statement } from 'better-sqlite3';
import { type EventDecoder, followed, type StoredEvent } from '../decode.js';
import type { RecordedEvent } from '#kernel';
import type { FollowedEvent } from '../event-store.js';
import type { Connection } from './store-file.js';
import { eventPosition } from './position.js';
import type { SharedMetadata } from './shared-metadata.js';

/**
 * Positions that one step scans, wanted or not: each unwanted one costs about a microsecond, during which the thread
 * does nothing else.
 */
const POSITIONS_A_STEP = 20_000;

/** Characters of JSON text after which a step ends although more events would be allowed: bounds memory, not speed. */
const UNITS_A_STEP = 8_000_000;

/** Columns of a row: position, stream, revision, id, type, data, and metadata or a reference to them. */
export type EventRow = [number, string, number, string, string, string, string];

/** All events as they are stored. An outer join: an event whose stream has no name is to be seen as well. */
export const STORED_EVENTS = `
  SELECT e.position, coalesce(s.name, 'stream ' || e.stream), e.revision, e.event_id, e.type, e.data, e.metadata
    FROM events e LEFT JOIN streams s ON s.stream = e.stream`;

export interface LogStep {
  readonly events: readonly FollowedEvent[];
  /** The position up to which the log was scanned; 0 at its beginning. */
  readonly position: number;
  /** Whether that is the end of the log. */
  readonly caughtUp: boolean;
}

/** Reads the log in bounded steps. Each step's read is over when it returns. */
export class LogScan {
  private readonly head: Statement<[], number | null>;
  private readonly byPrefixes = new Map<string, Statement<unknown[], EventRow>>();

  constructor(
    private readonly db: Connection,
    private readonly shared: SharedMetadata,
    private readonly decoder: EventDecoder,
  ) {
    this.head = db.prepare<[], number | null>('SELECT max(position) FROM events').pluck();
  }

  /** The position of the last event; 0 for an empty log. */
  end(): number {
    return this.head.get() ?? 0;
  }

  /** The next events behind a position, of streams whose names begin with one of the prefixes. */
  next(after: number, prefixes: readonly string[], limit: number): LogStep {
    // The end is read first: later commits are behind it, so the two reads need no transaction.
    const head = this.end();
    const end = Math.min(head, after + POSITIONS_A_STEP);
    const events: FollowedEvent[] = [];
    let position = after;
    let units = 0;
    const rows = this.statement(prefixes).iterate(after, end, ...prefixes, limit);
    for (const row of rows) {
      const [at, stream, revision, , type] = row;
      const header = { stream, revision, position: eventPosition(at), type };
      events.push(followed(header, () => decodeRow(row, this.shared, this.decoder)));
      position = at;
      units += row[5].length + row[6].length;
      if (units >= UNITS_A_STEP) return { events, position, caughtUp: position === head };
    }
    if (events.length < limit) position = Math.max(end, after);
    return { events, position, caughtUp: position >= head };
  }

  /** CROSS JOIN keeps the log outside: SQLite must walk positions and look each stream up, not walk streams. */
  private statement(prefixes: readonly string[]): Statement<unknown[], EventRow> {
    const wanted = prefixes.map(() => `instr(s.name, ?) = 1`).join(' OR ') || '0';
    let statement = this.byPrefixes.get(wanted);
    if (!statement) {
      statement = this.db
        .prepare<unknown[], EventRow>(
          `SELECT e.position, s.name, e.revision, e.event_id, e.type, e.data, e.metadata
             FROM events e CROSS JOIN streams s ON s.stream = e.stream
            WHERE e.position > ? AND e.position <= ? AND (${wanted})
            ORDER BY e.position LIMIT ?`,
        )
        .raw();
      this.byPrefixes.set(wanted, statement);
    }
    return statement;
  }
}

export function decodeRow(row: EventRow, shared: SharedMetadata, decoder: EventDecoder): RecordedEvent {
  return decoder.decode(storedEvent(row, shared));
}

/** The event of a row, as it was appended. */
export function storedEvent(
  [position, stream, revision, id, type, data, metadata]: EventRow,
  shared: SharedMetadata,
): StoredEvent {
  const texts = { id, type, data, metadata: shared.of(position, metadata) };
  return { stream, revision, position: eventPosition(position), ...texts };
}
