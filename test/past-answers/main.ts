import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeployment } from '../support/deployments/create-deployment.js';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { readArguments, USAGE } from './arguments.js';
import { recordAndCompare } from './record-and-compare.js';

// Writes a log, records answers at random instants as it goes, and asks the past for the same: npm run past-answers
const { pair, dir, ...options } = argumentsOrExit();
// By a signal alone the service, which runs in a process of its own, would not be ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const directory = dir ?? mkdtempSync(join(tmpdir(), 'smart-lists-answers-'));
const deployment =
  pair === 'embedded' ? new EmbeddedDeployment(join(directory, 'data')) : await createDeployment('distributed');
say(`seed ${options.seed}, on the ${pair} pair, in ${directory}`);
const { written, compared } = await recordAndCompare({ ...options, deployment, directory, say });
const { types, events, seconds, discarded } = written;
for (const [type, count] of [...types].sort(([, a], [, b]) => b - a)) say(`  ${type}: ${count}`);
say(`${events} events in ${Math.round(seconds)} s, ${options.kills} kills, ${discarded} instants given up`);
const sum = (of: 'same' | 'erased' | 'different'): number =>
  compared.reduce((total, { counts }) => total + counts[of], 0);
const slowest = Math.max(...compared.map(({ foldedMs }) => foldedMs));
say(`${compared.length} instants; the slowest was folded in ${Math.round(slowest)} ms`);
say(`${sum('same')} answers are the same, ${sum('erased')} but for what was erased, ${sum('different')} differ`);
for (const { moment, differing } of compared)
  for (const path of differing) say(`  DIFFERENT at ${new Date(moment.at).toISOString()}: ${path}`);
process.exitCode = sum('different') === 0 ? 0 : 1;
if (pair === 'distributed') await deployment.remove();
if (dir === undefined && process.exitCode === 0) rmSync(directory, { recursive: true });

function argumentsOrExit() {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    return process.exit(2);
  }
}
