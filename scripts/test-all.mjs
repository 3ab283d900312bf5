// npm run test:all: every part of the tests, one after another, each counted by itself.
//   npm run test:all -- crashes 'end to end, distributed'       these parts
//   npm run test:all -- --names                                 the names of the parts, one a line
//   npm run test:all -- --change crashes                        what .ci/run runs of this part for each change
//   TEST_EVENTSTORE_BIN=/opt/eventstored TEST_MONGODB_URL=mongodb://localhost npm run test:all       on real stores
import { runJest, skippedTests } from './jest.mjs';
import { fail, prepare, say } from './prepare.mjs';
import { argumentsOf, forEachChange, TEST_PARTS } from './test-parts.mjs';

const args = process.argv.slice(2);
const isForChange = args[0] === '--change';
const names = isForChange ? args.slice(1) : args;
if (names.includes('--names')) {
  process.stdout.write(TEST_PARTS.map(({ name }) => `${name}\n`).join(''));
  process.exit();
}
const unknown = names.find((name) => !TEST_PARTS.some((part) => part.name === name));
if (unknown !== undefined)
  fail(`There is no part "${unknown}". The parts: ${TEST_PARTS.map((p) => p.name).join('; ')}`);
await prepare();

const lines = [];
for (const part of TEST_PARTS.filter((each) => names.length === 0 || names.includes(each.name))) {
  const run = isForChange ? forEachChange(part) : part;
  const { name, env } = run;
  const started = performance.now();
  const { code, results } = await runJest(name, argumentsOf(run), env);
  if (code !== 0) process.exitCode = 1;
  const skipped = results === undefined ? [] : skippedTests(results);
  const counts = results === undefined ? 'no results' : `${results.numPassedTests} passed, ${skipped.length} skipped`;
  const seconds = Math.round((performance.now() - started) / 1_000);
  lines.push(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${counts}, ${seconds} s`);
  for (const test of skipped) lines.push(`          skipped: ${test}`);
  // Ended by a signal: the parts that are left are not begun.
  if (code === 130 || code === 143) break;
}
for (const line of lines) say(line);
