import type { EventStore } from '#event-store';
import type { Position } from '#kernel';
import { readRowsBehind, type RowsBehind } from '#read-model';
import { FOLLOWED } from './catalogue.js';

/** The log of the embedded pair as it is stored: no personal data is opened to count events. */
export interface CountedLog extends Pick<EventStore, 'follow'> {
  /** The end of the log now; undefined while it is empty. */
  end(): Position | undefined;
}

/**
 * The events that rows of the embedded pair lack: one event tells since when, and the positions how many there are.
 * @throws StoreUnavailableError, ReadModelUnavailableError
 */
export async function embeddedBehind(
  log: CountedLog,
  rowsAreAt: () => Promise<Position | undefined>,
  signal: AbortSignal,
): Promise<RowsBehind> {
  const { at, since } = await readRowsBehind({ events: log, rowsAreAt, prefixes: FOLLOWED, limit: 1 }, signal);
  const events = since === undefined ? 0 : Math.max(1, Number(log.end() ?? 0) - Number(at ?? 0));
  return { events, at, since };
}
