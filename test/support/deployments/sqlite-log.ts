import Database from 'better-sqlite3';
import { SharedMetadata } from '#event-store/sqlite';
import type { EventMetadata, Position } from '#kernel';
import type { Log, LoggedEvent } from '../log.js';
import { START } from '../log.js';

interface Row extends Pick<LoggedEvent, 'id' | 'stream' | 'revision' | 'type'> {
  readonly position: number;
  readonly data: string;
  readonly metadata: string;
}

const AFTER = `
  SELECT events.position, events.event_id AS id, streams.name AS stream,
         events.revision, events.type, events.data, events.metadata
  FROM events JOIN streams ON streams.stream = events.stream
  WHERE events.position > ? ORDER BY events.position`;

/** The log of the embedded pair: its file, opened read-only. */
export class SqliteLog implements Log {
  private readonly db: Database.Database;
  private readonly shared: SharedMetadata;

  constructor(file: string) {
    this.db = new Database(file, { readonly: true, fileMustExist: true });
    this.shared = new SharedMetadata(this.db);
  }

  head(): Promise<Position> {
    const last = this.db.prepare('SELECT max(position) FROM events').pluck().get() as number | null;
    return Promise.resolve(last === null ? START : positionOf(last));
  }

  after(position: Position): Promise<readonly LoggedEvent[]> {
    const rows = this.db.prepare<[number], Row>(AFTER).all(Number(position));
    return Promise.resolve(
      rows.map((row) => ({
        ...row,
        position: positionOf(row.position),
        data: JSON.parse(row.data) as Record<string, unknown>,
        metadata: JSON.parse(this.shared.of(row.position, row.metadata)) as EventMetadata,
      })),
    );
  }

  close(): Promise<void> {
    this.db.close();
    return Promise.resolve();
  }
}

/** Positions sort as text in the order of the log, as everywhere (`Position` in the kernel). */
function positionOf(position: number): Position {
  return String(position).padStart(16, '0') as Position;
}
