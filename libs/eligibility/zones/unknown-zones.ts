/** Most names that are kept until they are asked for. */
const MOST_NAMES = 10;

const met = new Set<string>();

/** Notes that a clock was asked for whose zone this Node.js does not know. */
export function noteUnknownZone(zone: string): void {
  if (met.size < MOST_NAMES) met.add(zone);
}

/** The zones that were noted since this was asked last: some of them, if there were more than 10. */
export function takeUnknownZones(): readonly string[] {
  const names = [...met];
  met.clear();
  return names;
}
