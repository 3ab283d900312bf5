/**
 * How many code points a text has: what a person counts as characters, more or less
 * (docs/reference/http-contract.md#conventions).
 */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `count` code points of a text; never cuts a surrogate pair. */
export function firstCodePoints(text: string, count: number): string {
  return [...text].slice(0, count).join('');
}

/** What two names are compared by (docs/reference/http-contract.md#smart-list: NFC and toLowerCase). */
export function comparableName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const PHONE = /^\+[1-9][0-9]{1,14}$/;

/** E.164 (ITU-T E.164, section 6): '+', then 2 to 15 digits, the first not 0. */
export function isPhone(text: unknown): text is string {
  return typeof text === 'string' && PHONE.test(text);
}
