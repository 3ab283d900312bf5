// npm run example: installs and builds what is missing, then runs examples/call-floor. Where KEY names a key, in its
// workspace; else against a service of its own, which is killed halfway.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, prepare, root, run } from './prepare.mjs';

await prepare();
const client = join(root, 'packages', 'client', 'scripts', 'build.mjs');
if (process.env.KEY && (await run(process.execPath, [client])) !== 0) fail('The client could not be built.');
const program = process.env.KEY ? 'examples/call-floor/main.js' : 'test/examples/call-floor.js';
await import(pathToFileURL(join(root, 'dist', program)).href);
