// Compiles src into dist, as it is published: without the types of Node, so that what only Node has is an error.
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(here('dist'), { recursive: true, force: true });
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
// The compiler's words are for stderr: npm reads the stdout of `npm pack --json`.
const { status } = spawnSync(process.execPath, [tsc, '-p', here('tsconfig.json')], { stdio: ['ignore', 2, 2] });
// tsc takes declarations as they are, and writes none of them.
copyFileSync(here('src/schema.d.ts'), here('dist/schema.d.ts'));
process.exitCode = status ?? 1;
