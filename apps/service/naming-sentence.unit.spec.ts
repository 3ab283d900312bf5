import { namingSentence } from './naming-sentence.js';

it('names ten items and counts the rest; without any there is no sentence', () => {
  const names = Array.from({ length: 12 }, (_, n) => `call ${n}`);
  expect(namingSentence('Given up', names)).toBe(`Given up: ${names.slice(0, 10).join(', ')} and 2 more.`);
  expect(namingSentence('Held back', names.slice(0, 10))).toBe(`Held back: ${names.slice(0, 10).join(', ')}.`);
  expect(namingSentence('Given up', [])).toBeUndefined();
});
