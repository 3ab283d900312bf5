import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutants.js';

// Hunts all mutants, or those whose names contain a text: main.js [TEXT] [SEEDS]. A process each; exits with 1 where
// one is not found.
const [text = '', seeds = '500'] = process.argv.slice(2);
const HUNT = fileURLToPath(new URL('./hunt.js', import.meta.url));

const hunted = MUTANTS.filter(({ name }) => name.includes(text));
if (hunted.length === 0) throw new RangeError(`No mutant's name contains "${text}".`);
let missed = 0;
for (const { name } of hunted) {
  const [code] = (await once(spawn(process.execPath, [HUNT, name, seeds], { stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  if (code !== 0) missed += 1;
}
process.stdout.write(`${hunted.length} mutants, ${hunted.length - missed} found\n`);
process.exitCode = missed === 0 ? 0 : 1;
