import type { Position } from '#kernel';

/**
 * How much of a log was read, from 0 to 1; undefined: positions do not tell. Those of SQLite count events, those of
 * EventStoreDB bytes: both grow with the log.
 */
export function partOf(position: Position | undefined, end: Position | undefined): number | undefined {
  const [at, all] = [position, end].map((text) => (text !== undefined && /^\d+$/.test(text) ? Number(text) : NaN));
  return at! <= all! ? at! / all! : undefined;
}
