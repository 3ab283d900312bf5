import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutatedBuild } from './mutated-build.js';
import type { Mutant } from './mutant.js';
import { MUTANTS } from './mutants.js';

// Hunts all mutants, or those whose names contain a text: main.js [TEXT] [SEEDS]. Exits with 1 where one is not found.
// --begin N: starts with the mutant of that number, counted round and round; --seconds S: begins no hunt after these,
// and leaves out the rare ones.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { begin: { type: 'string', default: '0' }, seconds: { type: 'string' } },
});
const [text = '', seeds = '500'] = positionals;

/** How many times as many seeds a rare one is sought in. */
const RARE = 10;
const hasTime = values.seconds === undefined;
const named = MUTANTS.filter(({ name, isRare }) => name.includes(text) && (hasTime || isRare !== true));
if (named.length === 0) throw new RangeError(`No mutant's name contains "${text}".`);
const begin = Number(values.begin) % named.length;
const inOrder = [...named.slice(begin), ...named.slice(0, begin)];
let hunted = 0;
let found = 0;
for (const mutant of inOrder) {
  if (performance.now() > Number(values.seconds ?? Infinity) * 1_000) break;
  hunted += 1;
  if (await hunt(mutant)) found += 1;
}
const left = hunted === named.length ? '' : `, ${named.length - hunted} not hunted for lack of time`;
process.stdout.write(`${hunted} mutants, ${found} found${left}\n`);
process.exitCode = found === hunted ? 0 : 1;

async function hunt(mutant: Mutant): Promise<boolean> {
  process.stdout.write(`${mutant.name}: `);
  const { root, remove } = mutatedBuild(mutant);
  try {
    const most = Number(seeds) * (mutant.isRare ? RARE : 1);
    const args = [join(root, 'dist/test/simulation/mutants/seek.js'), String(most), String(mutant.from ?? 1)];
    const seek = spawn(process.execPath, args, { stdio: 'inherit' });
    const [code] = (await once(seek, 'exit')) as [number | null];
    return code === 0;
  } finally {
    remove();
  }
}
