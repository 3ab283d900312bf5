// npm run demo: installs and builds what is missing, then plays the demo. --help lists the arguments.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
await import(pathToFileURL(join(root, 'dist', 'apps', 'demo', 'main.js')).href);
