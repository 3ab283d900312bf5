const QUARTER = 15 * 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const midnights = new Map<string, number>();

/** The date that the clocks of a zone show, as YYYY-MM-DD. */
export function modelDate(zone: string, t: number): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(t);
}

/** Local midnight: the first instant of the next local date, searched in steps of a quarter hour, then of a minute. */
export function modelMidnight(zone: string, t: number): number {
  // The search gives the same from every instant of a quarter hour, unless a date begins in it, which none has done
  // since 2000.
  const start = Math.floor(t / QUARTER) * QUARTER;
  const key = `${zone} ${start}`;
  const known = midnights.get(key);
  if (known !== undefined) return known;
  const today = modelDate(zone, t);
  let at = start;
  while (modelDate(zone, at + QUARTER) <= today) at += QUARTER;
  while (modelDate(zone, at) <= today) at += 60_000;
  midnights.set(key, at);
  return at;
}
