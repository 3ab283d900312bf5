/** Control characters but line breaks, and characters that are invisible or reverse a line. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * A text that a terminal shows and does not obey: what came from elsewhere may be in it. Inside JSON what is escaped
 * means what it did.
 */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}
