// npm run demo: installs and builds what is missing, then plays the story. Arguments go to it; --help names them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
await import(pathToFileURL(join(root, 'dist', 'apps', 'demo', 'main.js')).href);
