/** Control characters except line breaks, and characters that are invisible or reverse the direction of a line. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * A text that is safe to show on a terminal, which obeys the control characters of received texts. They are escaped as
 * in JSON, so that JSON keeps its meaning.
 */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}
