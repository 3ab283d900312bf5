import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Below `node_modules`, so that the copies find the packages, and neither Git nor Jest looks at them. */
const COPIES = join(ROOT, 'node_modules', '.cache', 'mutants');

/**
 * A copy of the build in which one text of one file is replaced. Hooks of Node's module loader would do without the
 * copy, but every `import()` then takes turns of the event loop that no seed decides.
 * @returns the root of the copy; the caller removes it
 * @throws Error if the text does not stand in the file exactly once
 */
export function mutatedBuild({ name, file, find, replace }: Mutant): {
  readonly root: string;
  readonly remove: () => void;
} {
  const parts = readFileSync(join(ROOT, 'dist', file), 'utf8').split(find);
  if (parts.length !== 2) throw new Error(`${name}: ${find} stands in ${file} ${parts.length - 1} times`);
  mkdirSync(COPIES, { recursive: true });
  const root = mkdtempSync(join(COPIES, 'build-'));
  // The names that begin with # lead into the copy by its own package.json.
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  cpSync(join(ROOT, 'dist'), join(root, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(?:map|spec\.js)$/.test(path),
  });
  writeFileSync(join(root, 'dist', file), parts.join(replace));
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
