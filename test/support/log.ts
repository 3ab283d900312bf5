import Database from 'better-sqlite3';

/** One event as it stands in the file. */
export interface LoggedEvent {
  readonly position: number;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
}

interface Row {
  readonly position: number;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** Looks into a running service's event log on a read-only connection, past everything the service says about itself. */
export class Log {
  private readonly db: Database.Database;

  constructor(file: string) {
    this.db = new Database(file, { readonly: true, fileMustExist: true });
  }

  /** The position of the last event. */
  head(): number {
    return (this.db.prepare('SELECT max(position) FROM events').pluck().get() as number | null) ?? 0;
  }

  /** The events after a position, in order. */
  after(position: number): readonly LoggedEvent[] {
    const rows = this.db
      .prepare<[number], Row>('SELECT position, type, data, metadata FROM events WHERE position > ? ORDER BY position')
      .all(position);
    return rows.map((row) => ({
      ...row,
      data: JSON.parse(row.data) as Record<string, unknown>,
      metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    }));
  }

  close(): void {
    this.db.close();
  }
}
