// npm run bench: installs and builds what is missing, the benchmarks' dependencies included, and runs them on dist.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, prepare, root } from './prepare.mjs';

await prepare();
await install(join(root, 'bench'), "the benchmarks' dependencies");
process.chdir(root);
await import(pathToFileURL(join(root, 'dist', 'bench', 'main.js')).href);
