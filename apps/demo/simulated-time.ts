/** Puts the clock of the service to an instant (ISO 8601), where it stands; resolves when all that is due by then is done. */
export type SetClock = (now: string) => Promise<void>;

/** Where the floor is. */
export const TIME_ZONE = 'Europe/Berlin';
/** A Monday, 9:00 there. */
export const OPENING_TIME = '2026-03-02T08:00:00.000Z';
export const OPENING_HOURS = 8;

/** The instant so many minutes after the floor has opened. */
export function afterOpening(minutes: number): string {
  return new Date(Date.parse(OPENING_TIME) + minutes * 60_000).toISOString();
}

const SHOWN = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `Mon 09:00`, as the floor's own clock shows it. */
export function localTime(instant: string): string {
  return SHOWN.format(new Date(instant)).replace(',', '');
}
