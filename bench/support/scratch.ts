import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A directory for one benchmark, and the function that removes it. */
export function scratch(parent: string, name: string): { readonly directory: string; readonly remove: () => void } {
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, `${name}-`));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
