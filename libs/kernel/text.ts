/**
 * The number of code points of a text: roughly the characters that a person counts
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

/** The form in which names are compared (docs/reference/http-contract.md#smart-list: NFC and toLowerCase). */
export function comparableName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. Most texts are ASCII, as long in bytes as in characters; the rest is encoded to count. */
export function utf8Length(text: string): number {
  // eslint-disable-next-line no-control-regex -- the ASCII range begins at NUL
  return /^[\x00-\x7f]*$/.test(text) ? text.length : encoder.encode(text).length;
}

const PHONE = /^\+[1-9][0-9]{1,14}$/;

/** E.164 (ITU-T E.164, section 6): '+', then 2 to 15 digits, the first not 0. */
export function isPhone(text: unknown): text is string {
  return typeof text === 'string' && PHONE.test(text);
}
