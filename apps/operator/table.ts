/** Rows as lines of columns that are as wide as their widest text, under their names. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_name, at) => Math.max(...lines.map((line) => widthOf(line[at]!))));
  return lines
    .map((line) => line.map((text, at) => text + ' '.repeat(widths[at]! - widthOf(text))))
    .map((line) => line.join('  ').trimEnd())
    .join('\n');
}

/** The fields of an answer, a line each; nested ones by their path, as in `quotas.contacts`. */
export function fields(of: object): string {
  const named = [...leaves(of, '')];
  const width = Math.max(...named.map(([name]) => name.length));
  return named.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}

/** A value of an answer as text: null is `-`, a list its values. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : (value as readonly string[]).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function* leaves(of: object, path: string): Generator<readonly [name: string, text: string]> {
  for (const [name, value] of Object.entries(of) as [string, unknown][]) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* leaves(value, `${path}${name}.`);
    else yield [path + name, textOf(value)];
  }
}

/** Characters, not UTF-16 units: names may have emoji. */
function widthOf(text: string): number {
  return [...text].length;
}
