import type { Json, RecordedEvent } from '#kernel';

/** Characters of the longest value that is shown: ids, instants and most names fit, messages and secrets do not. */
const SHORT = 40;

/** The fields of an event's data that are single short values, by their names: what it says, in a line. */
export function shortValues({ data }: RecordedEvent): Readonly<Record<string, Json>> {
  const short = Object.entries(data as Readonly<Record<string, Json>>).filter(
    ([, value]) => value !== null && typeof value !== 'object' && String(value).length <= SHORT,
  );
  return Object.fromEntries(short);
}
