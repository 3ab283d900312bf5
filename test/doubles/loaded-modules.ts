import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/*
 * Imported before a service (NODE_OPTIONS=--import): as each of its threads ends, the packages that the thread had
 * loaded are appended to the file of LOADED_MODULES, one a line.
 */
const { cache } = createRequire(import.meta.url);

process.on('exit', () => {
  const packages = Object.keys(cache).map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? '');
  appendFileSync(process.env['LOADED_MODULES']!, [...new Set(packages), ''].join('\n'));
});
