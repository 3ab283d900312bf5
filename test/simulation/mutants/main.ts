import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { mutatedBuild } from './mutated-build.js';
import type { Mutant } from './mutant.js';
import { MUTANTS } from './mutants.js';

// Hunts all mutants, or those whose names contain a text: main.js [TEXT] [SEEDS]. Exits with 1 where one is not found.
const [text = '', seeds = '1000'] = process.argv.slice(2);

const hunted = MUTANTS.filter(({ name }) => name.includes(text));
if (hunted.length === 0) throw new RangeError(`No mutant's name contains "${text}".`);
let found = 0;
for (const mutant of hunted) if (await hunt(mutant)) found += 1;
process.stdout.write(`${hunted.length} mutants, ${found} found\n`);
process.exitCode = found === hunted.length ? 0 : 1;

async function hunt(mutant: Mutant): Promise<boolean> {
  process.stdout.write(`${mutant.name}: `);
  const { root, remove } = mutatedBuild(mutant);
  try {
    const args = [join(root, 'dist/test/simulation/mutants/seek.js'), seeds, String(mutant.from ?? 1)];
    const seek = spawn(process.execPath, args, { stdio: 'inherit' });
    const [code] = (await once(seek, 'exit')) as [number | null];
    return code === 0;
  } finally {
    remove();
  }
}
