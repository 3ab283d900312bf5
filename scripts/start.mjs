// npm start: installs and builds what is missing, then becomes the service. It runs in this very process, so that Ctrl-C, SIGTERM
// and the exit code are its own and nothing stands in between. (`exec` in package.json takes npm's shell away too: it would keep a SIGTERM for itself.)
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
const main = join(root, 'dist', 'apps', 'service', 'main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
