/** Items that a sentence of health names; the rest are counted, so that it stays short. */
const NAMED = 10;

/** `<what>: a, b and 3 more.`; undefined if there are none to name. */
export function namingSentence(what: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${what}: ${names.slice(0, NAMED).join(', ')}${more}.`;
}
