/** The cells of a row are separated by one of these; Excel writes semicolons where the comma is the decimal sign. */
export type Separator = ',' | ';' | '\t';

const SEPARATORS: ReadonlyMap<number, Separator> = new Map([
  [0x2c, ','],
  [0x3b, ';'],
  [0x09, '\t'],
]);
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;

/**
 * The separator of a CSV file: the one that its header row has outside quotes, the comma if it has none.
 * @param start the first block of the file, without a byte order mark
 * @returns undefined if the header row has two of them, so that its names are not certain
 */
export function separatorOf(start: Uint8Array): Separator | undefined {
  const found = new Set<Separator>();
  let quoted = false;
  let begun = false;
  for (const byte of start) {
    if (byte === QUOTE) quoted = !quoted;
    if (quoted) continue;
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      if (begun) break;
      found.clear();
      continue;
    }
    const separator = SEPARATORS.get(byte);
    if (separator) found.add(separator);
    // A line of spaces and tabs is blank.
    if (byte !== BLANK && separator !== '\t') begun = true;
  }
  if (found.size > 1) return undefined;
  return [...found][0] ?? ',';
}

/**
 * The names of the columns, without surrounding spaces.
 * @returns what is wrong with the header row, as a sentence, instead of names
 */
export function columnNames(cells: readonly string[], limit: number): readonly string[] | string {
  if (cells.length > limit) return `The header row has ${cells.length} names, at most ${limit} are read.`;
  const names = cells.map((cell) => cell.trim());
  const at = names.findIndex((name, index) => name === '' || names.indexOf(name) < index || isUnfit(name));
  if (at < 0) return names;
  const name = names[at]!;
  if (name === '') return `Column ${at + 1} has no name in the header row.`;
  if (isUnfit(name)) return `Column ${at + 1} has a name that is not allowed.`;
  return `Columns ${names.indexOf(name) + 1} and ${at + 1} have the same name.`;
}

/** A name that every object has would change more than a value; NUL is not stored anywhere. */
function isUnfit(name: string): boolean {
  return name in Object.prototype || name.includes('\0');
}
