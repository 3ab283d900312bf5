// npm run bench: installs and builds what is missing, the benchmarks' dependencies included, and runs them on dist. The
// peer of P1 to P6 is a project of its own: it is installed and compiled if one of them, or no benchmark, is named.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, install, prepare, root, run } from './prepare.mjs';

async function preparePeer() {
  const peer = join(root, 'bench', 'peer');
  await install(peer, 'the peer of P1 to P6', { compiles: false });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if ((await run(process.execPath, [tsc, '-p', peer])) !== 0) fail('The peer does not compile; see above.');
}

await prepare();
await install(join(root, 'bench'), "the benchmarks' dependencies");
const given = process.argv.slice(2);
const named = given.filter((argument) => /^(?:[ps]\d+[a-z]*|soak|heads)$/i.test(argument));
const all = named.length === 0 && !given.includes('--soak');
if (all || named.some((name) => /^p/i.test(name))) await preparePeer();
process.chdir(root);
await import(pathToFileURL(join(root, 'dist', 'bench', 'main.js')).href);
