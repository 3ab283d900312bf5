import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_ROWS } from './api.js';
import { SEED_ROWS, SEED_ROWS_LEFT } from './seed.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Labels that a loop composes are not found: the test reads sources. */
const LABEL = /\[((?:seed|api) [^\]\n$]+)\]/g;
const SWITCHED_OFF = /\b(?:it|test|describe)\.(?:skip|todo|only)\b|\bx(?:it|describe|test)\(/;

const rows: Readonly<Record<string, string>> = { ...SEED_ROWS, ...API_ROWS };
const left: Readonly<Record<string, string>> = SEED_ROWS_LEFT;

/** The sources of all end-to-end specs, by path. */
const specs = new Map(
  readdirSync(join(ROOT, 'test/e2e'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.e2e.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(ROOT, file), readFileSync(file, 'utf8')] as const),
);

/** Labels in titles of tests: a label elsewhere proves nothing. */
function labelsOf(source: string): readonly string[] {
  const titles = source.match(/\b(?:it|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])(?:\\.|(?!\1)[\s\S])*\1/g) ?? [];
  return titles.flatMap((title) => [...title.matchAll(LABEL)].map((match) => match[1]!));
}

describe('the rows of the contract', () => {
  const named = new Set([...specs.values()].flatMap(labelsOf));

  it('are all named by a test', () => {
    expect(Object.keys(rows).filter((label) => !named.has(label))).toEqual([]);
  });

  it('are the only ones that tests name', () => {
    expect([...named].filter((label) => !(label in rows))).toEqual([]);
  });

  it('are not named by skipped tests', () => {
    const off = [...specs].filter(([, source]) => SWITCHED_OFF.test(source)).map(([file]) => file);
    expect(off.filter((file) => !file.endsWith('rows.e2e.spec.ts'))).toEqual([]);
  });

  it('that are not built are printed with the reason', () => {
    const lines = Object.entries(left).map(([label, reason]) => `  [${label}] ${reason}`);
    process.stdout.write(`Rows of the contract left to a later capability:\n${lines.join('\n')}\n`);
    expect(Object.keys(left).filter((label) => label in rows)).toEqual([]);
  });
});
