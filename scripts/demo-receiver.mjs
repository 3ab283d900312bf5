// npm run demo:receiver: installs and builds what is missing, then receives webhooks and shows them. --help lists the
// arguments.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
await import(pathToFileURL(join(root, 'dist', 'apps', 'demo', 'receiver', 'main.js')).href);
