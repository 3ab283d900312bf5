import { invalidInput } from '#kernel';

/**
 * The three-letter names of IANA; the platform knows some dozens more (PST, CST …), which mean different zones in
 * different countries.
 */
const THREE_LETTERS = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '));

/** Whether this is a time zone of the IANA database, in any case. */
export function isTimeZone(name: string): boolean {
  // Offsets (+05:30) have no daylight saving and are no name of a zone.
  if (!/^[A-Za-z]/.test(name) || /^SystemV\//i.test(name)) return false;
  if (name.length === 3 && !THREE_LETTERS.has(name.toUpperCase())) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * @param at pointer to the object that names it: '' for the body
 * @throws DomainError `validation_failed` at its time_zone
 */
export function checkTimeZone(name: string, at = ''): void {
  if (isTimeZone(name)) return;
  const detail = 'Must be the name of a time zone of the IANA database, such as Europe/Berlin.';
  throw invalidInput([{ pointer: `${at}/time_zone`, code: 'unknown_time_zone', detail }]);
}
