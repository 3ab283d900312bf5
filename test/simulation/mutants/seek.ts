import { drawConditions } from '../conditions.js';
import { SeededRandom } from '../kernel/seeded-random.js';
import { simulate } from '../simulate.js';
import { judge, warmUp, work } from '../workload.js';

// Runs whole worlds from a seed on until one breaks a promise: seek.js SEEDS FROM. Exits with 1 where none does. Their
// processes have all roles: definitions of mutants name first worlds of that kind.
const [seeds, from] = process.argv.slice(2).map(Number) as [number, number];

await warmUp();

let found: string | undefined;
let seed = from - 1;
while (found === undefined && seed < from - 1 + seeds) {
  seed += 1;
  const conditions = drawConditions(new SeededRandom(seed).fork('conditions'), 'whole', false);
  [found] = judge(await simulate(seed, work, { size: 'whole', conditions }));
}
const seconds = performance.now() / 1_000;
const what = found === undefined ? `not found in ${seeds} seeds` : `found by seed ${seed}: ${found.slice(0, 300)}`;
process.stdout.write(`${what} (${seconds.toFixed(0)} s)\n`);
process.exit(found === undefined ? 1 : 0);
