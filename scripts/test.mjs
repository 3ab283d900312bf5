// npm test: installs and builds what is missing, then runs Jest on dist. Arguments go to Jest:
//   npm test -- libs/members        npm test -- -t 'name conflict'
//   TEST_PAIR=distributed npm test -- test/e2e       the end-to-end tests on the distributed pair
//   TEST_EVENTSTORE_BIN=/opt/eventstored TEST_MONGODB_URL=mongodb://localhost npm test       on real stores
// Where no MongoDB is named, one stand-in serves the whole run. Where it cannot be had, the tests that need it are
// skipped; with REQUIRE_STORES=1 that is a failure. What a test left out is counted and named at the end, so that a
// skipped test is never taken for a passed one.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, prepare, root, run, say } from './prepare.mjs';

const args = process.argv.slice(2);
await prepare();

const results = join(root, 'dist', 'test-results.json');
rmSync(results, { force: true });
const workers = args.some((arg) => /^(-w|--maxWorkers|-i$|--runInBand)/.test(arg))
  ? []
  : [`--maxWorkers=${Math.max(2, availableParallelism() - 1)}`];
const mongo = await startMongo();
const jest = [
  // Flags rather than NODE_OPTIONS: processes that tests start are to run as they do in production.
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
  '--json',
  `--outputFile=${results}`,
  ...workers,
  ...args,
];
const code = await run(process.execPath, jest, { env: { ...process.env, ...mongo.env } });
await mongo.stop();

if (existsSync(results)) {
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const skipped = testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => ['pending', 'skipped', 'todo', 'disabled'].includes(test.status));
  say(skipped.length === 0 ? 'Nothing was skipped.' : `Skipped, ${skipped.length}:`);
  for (const test of skipped) say(`  - ${test.fullName}`);
}
process.exitCode = code;

/** Starts the MongoDB that the tests of this run share, unless there is one; says what tests are to know of it. */
async function startMongo() {
  const stop = async () => undefined;
  if (process.env.TEST_MONGODB_URL) return { env: {}, stop };
  const path = join(root, 'dist', 'test', 'doubles', 'mongodb', 'server.js');
  const { startMongoServer } = await import(pathToFileURL(path).href);
  try {
    const server = await startMongoServer();
    return { env: { TEST_MONGODB_URL: server.url, TEST_MONGODB_IS_DOUBLE: '1' }, stop: () => server.stop() };
  } catch (error) {
    if (process.env.REQUIRE_STORES === '1') fail(error.message);
    return { env: { TEST_MONGODB_PROBLEM: error.message.split('\n')[0] }, stop };
  }
}
