import { register } from 'node:module';
import { MUTANTS } from './mutants.js';

// Runs worlds of one mutant until a promise is broken: hunt.js NAME SEEDS. Exits with 1 where none is.
const [name = '', seeds = '500'] = process.argv.slice(2);
const mutant = MUTANTS.find((each) => each.name === name);
if (!mutant) throw new Error(`no mutant is called ${name}`);
register(new URL('./hooks.js', import.meta.url), { data: mutant });

// Behind the registration: whatever the service loads passes the hooks.
const [{ simulate }, { work }, { judge }] = await Promise.all([
  import('../simulate.js'),
  import('../work/work.js'),
  import('../promises/judge.js'),
]);

let found: string | undefined;
let seed = 0;
while (found === undefined && seed < Number(seeds)) {
  seed += 1;
  [found] = judge(await simulate(seed, work));
}
const seconds = performance.now() / 1_000;
const what = found === undefined ? `not found in ${seeds} seeds` : `found by seed ${seed}: ${found.slice(0, 300)}`;
process.stdout.write(`${name}: ${what} (${seconds.toFixed(0)} s)\n`);
process.exit(found === undefined ? 1 : 0);
