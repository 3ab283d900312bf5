// Runs Jest on dist. Where no MongoDB is named, one stand-in serves the whole run. Where it cannot be had, the tests
// that need it are skipped; with REQUIRE_STORES=1 that is a failure.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, root, run } from './prepare.mjs';

/**
 * Megabytes of the largest heap of a Jest process. Without it, Node lets a heap grow before it collects what is no
 * longer used: a worker that needed 300 MB had 900 MB. A spec that needs more than this fails.
 */
const MOST_HEAP_MB = 512;

/** Where Jest writes the results of a run: a file for each name, so that no run overwrites the results of another. */
export function resultsFile(name) {
  return join(root, 'dist', 'test-results', `${name.replaceAll(' ', '-')}.json`);
}

/**
 * Runs Jest with these arguments and this environment beside that of this process. Resolves to its exit code and to the
 * results that it wrote, which are undefined if it wrote none.
 */
export async function runJest(name, args, env = {}) {
  const file = resultsFile(name);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const workers = args.some((arg) => /^(-w|--maxWorkers|-i$|--runInBand)/.test(arg))
    ? []
    : [`--maxWorkers=${Math.max(2, availableParallelism() - 1)}`];
  const mongo = await startMongo({ ...process.env, ...env });
  const jest = [
    // Flags rather than NODE_OPTIONS: processes that tests start are to run as they do in production.
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    `--max-old-space-size=${MOST_HEAP_MB}`,
    join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
    // A list of tests is printed, and is no result.
    ...(args.includes('--listTests') ? [] : ['--json', `--outputFile=${file}`]),
    ...workers,
    ...args,
  ];
  const code = await run(process.execPath, jest, { env: { ...process.env, ...env, ...mongo.env } });
  await mongo.stop();
  return { code, results: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
}

/** Full names of the tests that a run left out, so that a skipped test is never taken for a passed one. */
export function skippedTests(results) {
  return results.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => ['pending', 'skipped', 'todo', 'disabled'].includes(test.status))
    .map((test) => test.fullName);
}

/** Starts the MongoDB that the tests of a run share, unless `env` names one; says what tests are to know of it. */
async function startMongo(env) {
  const stop = async () => undefined;
  if (env.TEST_MONGODB_URL) return { env: {}, stop };
  const path = join(root, 'dist', 'test', 'doubles', 'mongodb', 'server.js');
  const { startMongoServer } = await import(pathToFileURL(path).href);
  try {
    const server = await startMongoServer();
    return { env: { TEST_MONGODB_URL: server.url, TEST_MONGODB_IS_DOUBLE: '1' }, stop: () => server.stop() };
  } catch (error) {
    if (env.REQUIRE_STORES === '1') fail(error.message);
    return { env: { TEST_MONGODB_PROBLEM: error.message.split('\n')[0] }, stop };
  }
}
