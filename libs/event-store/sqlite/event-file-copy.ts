import type { Position } from '#kernel';
import { openForReading } from './event-file.js';
import { eventPosition } from './position.js';
import { damageIn, StoreSnapshot } from './store-snapshot.js';

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

/**
 * What is wrong with a file of events, as a sentence; undefined: SQLite finds it whole, and the revisions of each
 * stream begin with 0 and have no gap. (That none is there twice is a constraint of the file.)
 * @throws StoreOpenError
 */
export function misfitOfEvents(file: string): string | undefined {
  const db = openForReading(file);
  try {
    const damage = damageIn(db);
    if (damage !== undefined) return damage;
    const gap = db
      .prepare<[], { readonly stream: string | null; readonly revisions: string }>(
        `SELECT s.name AS stream, g.events || ' events, revisions ' || g.first || ' to ' || g.last AS revisions
           FROM (SELECT stream, count(*) AS events, min(revision) AS first, max(revision) AS last
                   FROM events GROUP BY stream HAVING first <> 0 OR last <> events - 1
                     OR stream NOT IN (SELECT stream FROM streams) LIMIT 1) g
           LEFT JOIN streams s ON s.stream = g.stream`,
      )
      .get();
    return gap && `events of ${gap.stream ?? 'a stream without a name'} are missing: it has ${gap.revisions}.`;
  } finally {
    db.close();
  }
}
