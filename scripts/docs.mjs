// npm run docs: builds the documentation site into dist/docs-site, from where a service serves it under /docs/guide/, a
// running one too. `npm run docs -- dev` shows it while it is being written, on a port of its own. Neither needs a
// network once its dependencies are installed.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, fail, install, root, run, say } from './prepare.mjs';

const site = join(root, 'dist', 'docs-site');
const fresh = join(root, 'dist', '.docs-site-being-built');
const [command = 'build', ...more] = process.argv.slice(2);
if (!['build', 'dev'].includes(command))
  fail(`npm run docs builds the site, npm run docs -- dev shows it: ${command}?`);

checkNode();
const folder = join(root, 'docs');
await install(folder, "the documentation site's dependencies", { compiles: false });
const vitepress = [join(folder, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), command, folder, ...more];
if (command === 'dev') process.exit(await run(process.execPath, vitepress));

// A service that runs meanwhile keeps the site before whole.
rmSync(fresh, { recursive: true, force: true });
const code = await run(process.execPath, [...vitepress, '--outDir', fresh], { quiet: true });
if (code !== 0) {
  rmSync(fresh, { recursive: true, force: true });
  fail('The documentation site was not built; the reason is above.');
}
rmSync(site, { recursive: true, force: true });
renameSync(fresh, site);
say('The documentation site is in dist/docs-site; a service serves it under /docs/guide/.');
