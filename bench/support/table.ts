import type { Result, Side } from './measure.js';

/** The results as a Markdown table, figures against bars. */
export function table(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.id,
    figures(result.ours),
    figures(result.theirs),
    `${number(result.ratio.median)} (${result.ratio.rounds.map(number).join(', ')})`,
    mark(result, result.must),
    mark(result, result.aim),
    verdict(result),
  ]);
  const head = ['', 'ours', 'compared with', 'ratio (rounds)', 'must', 'aim', ''];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function figures({ median, min, max, unit }: Side): string {
  return `${whole(median)} ${unit} (${whole(min)}–${whole(max)})`;
}

function mark({ bar }: Result, value: number): string {
  if (bar === 'none') return `(${value})`;
  return `${bar === 'at_most' ? '≤ ' : ''}${value}`;
}

function verdict({ ratio, must, aim, bar }: Result): string {
  if (bar === 'none') return 'stand-ins: no verdict';
  const reaches = (mark: number): boolean => (bar === 'at_least' ? ratio.median >= mark : ratio.median <= mark);
  if (reaches(aim)) return 'aim';
  return reaches(must) ? 'must' : 'MISSED';
}

function number(value: number): string {
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
