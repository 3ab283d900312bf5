// npm test: installs and builds what is missing, then runs Jest on dist. Arguments go to Jest:
//   npm test -- libs/members        npm test -- -t 'name conflict'
// What a test left out is counted and named at the end, so that a skipped test is never taken for a passed one.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { prepare, root, run, say } from './prepare.mjs';

const args = process.argv.slice(2);
await prepare();

const results = join(root, 'dist', 'test-results.json');
rmSync(results, { force: true });
const workers = args.some((arg) => /^(-w|--maxWorkers|-i$|--runInBand)/.test(arg))
  ? []
  : [`--maxWorkers=${Math.max(2, availableParallelism() - 1)}`];
const code = await run(process.execPath, [
  // Flags rather than NODE_OPTIONS: processes that tests start are to run as they do in production.
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
  '--json',
  `--outputFile=${results}`,
  ...workers,
  ...args,
]);

if (existsSync(results)) {
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const skipped = testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => ['pending', 'skipped', 'todo', 'disabled'].includes(test.status));
  say(skipped.length === 0 ? 'Nothing was skipped.' : `Skipped, ${skipped.length}:`);
  for (const test of skipped) say(`  - ${test.fullName}`);
}
process.exitCode = code;
