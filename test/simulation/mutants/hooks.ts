import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { LoadHook } from 'node:module';
import type { Mutant } from './mutants.js';

// Hooks of Node's module loader (node:module, register): they run in a thread of their own.
let mutant: Mutant;

/** Called once, with what `register` was given. */
export function initialize(given: Mutant): void {
  mutant = given;
}

/** Loads the mutant's file with the text replaced. @throws Error if the text does not stand there exactly once */
export const load: LoadHook = async (url, context, nextLoad) => {
  if (!url.endsWith(`/dist/${mutant.file}`)) return nextLoad(url, context);
  const source = await readFile(fileURLToPath(url), 'utf8');
  const parts = source.split(mutant.find);
  if (parts.length !== 2)
    throw new Error(`${mutant.name}: ${mutant.find} stands in ${mutant.file} ${parts.length - 1} times`);
  return { format: 'module', source: parts.join(mutant.replace), shortCircuit: true };
};
