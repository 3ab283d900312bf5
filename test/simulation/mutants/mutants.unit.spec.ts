import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutants.js';

it.each(MUTANTS)('what is replaced stands once in its file: $name', ({ file, find, replace }) => {
  const source = readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8');
  expect(source.split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});

it('mutants have names of their own', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});
