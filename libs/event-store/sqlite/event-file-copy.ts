import type { Position } from '#kernel';
import { openForReading } from './event-file.js';
import { eventPosition } from './position.js';
import { StoreSnapshot } from './store-snapshot.js';

/** What a file of events holds. */
export interface EventFileCounts {
  readonly events: number;
  readonly streams: number;
  /** Of its last event; null: it is empty. */
  readonly lastPosition: Position | null;
}

/**
 * The log as of now, to be copied.
 * @throws StoreOpenError
 */
export function snapshotEvents(file: string): StoreSnapshot {
  return StoreSnapshot.of(openForReading(file));
}

/** Counts the events of a file that no service writes to. @throws StoreOpenError */
export function countEvents(file: string): EventFileCounts {
  const db = openForReading(file);
  try {
    const count = (what: string, table: string): number =>
      db.prepare(`SELECT ${what} FROM ${table}`).pluck().get() as number;
    const last = db.prepare('SELECT max(position) FROM events').pluck().get() as number | null;
    return {
      events: count('count(*)', 'events'),
      streams: count('count(*)', 'streams'),
      lastPosition: last === null ? null : eventPosition(last),
    };
  } finally {
    db.close();
  }
}
