import { type EventStore, isUnreadable } from '#event-store';
import type { Position } from '#kernel';
import type { CaughtUpPorts } from './caught-up.js';

/** The events of the log that the rows lack. */
export interface RowsBehind {
  readonly events: number;
  /** The last position that the rows have; undefined: nothing of the log. */
  readonly at: Position | undefined;
  /** When the first of them was decided, in milliseconds since 1970; undefined: the rows lack none. */
  readonly since: number | undefined;
}

/** Events that a request of an operator reads at most to count those that rows lack: some tenths of a second. */
export const MOST_BEHIND = 1_000;

export interface RowsBehindPorts extends Pick<CaughtUpPorts, 'rowsAreAt' | 'prefixes'> {
  readonly events: Pick<EventStore, 'follow'>;
  /** Most events that are read to count them. */
  readonly limit: number;
}

/**
 * Counts the events behind the checkpoint by reading them, at most `limit`: not every log has positions that count its
 * events. Events of held streams that the checkpoint has passed are not among them.
 * @throws StoreUnavailableError, ReadModelUnavailableError
 */
export async function readRowsBehind(ports: RowsBehindPorts, signal: AbortSignal): Promise<RowsBehind> {
  const { events: log, rowsAreAt, prefixes, limit } = ports;
  const after = await rowsAreAt();
  let events = 0;
  let since: number | undefined;
  for await (const batch of log.follow({ ...(after !== undefined && { after }), prefixes, signal, batchSize: limit })) {
    const first = batch.events.find((event) => !isUnreadable(event));
    if (first && !isUnreadable(first)) since ??= Date.parse(first.metadata.occurred_at);
    events += batch.events.length;
    if (batch.caughtUp || events >= limit) break;
  }
  return { events: Math.min(events, limit), at: after, since };
}
