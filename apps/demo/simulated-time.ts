/** Sets the test clock of the service to an instant (ISO 8601); resolves when everything due by then is done. */
export type SetClock = (now: string) => Promise<void>;

/** The time zone of the call center. */
export const TIME_ZONE = 'Europe/Berlin';
/** A Monday, 9:00 there. */
export const OPENING_TIME = '2026-03-02T08:00:00.000Z';
export const OPENING_HOURS = 8;

/** The instant `minutes` after opening time. */
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

/** `Mon 09:00`, in the time zone of the call center. */
export function localTime(instant: string): string {
  return SHOWN.format(new Date(instant)).replace(',', '');
}
