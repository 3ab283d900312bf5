// npm start: installs and builds what is missing, then becomes the service in this process, so that Ctrl-C, SIGTERM and
// the exit code belong to the service. (`exec` in package.json replaces npm's shell, which would not forward SIGTERM.)
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
const main = join(root, 'dist', 'apps', 'service', 'main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
