// npm test: installs and builds what is missing, then runs the tests of a change: unit and integration tests, the
// end-to-end tests on the embedded pair, kills under load and one model of dialing. Arguments go to Jest; a path runs
// any spec, those of npm run test:all too. test/README.md says what each folder of tests needs.
//   npm test -- libs/members        npm test -- -t 'name conflict'
//   TEST_PAIR=distributed npm test -- test/e2e       the end-to-end tests on the distributed pair
import { runJest, skippedTests } from './jest.mjs';
import { prepare, say } from './prepare.mjs';
import { selectionFor } from './test-parts.mjs';

const args = process.argv.slice(2);
await prepare();

const selection = await selectionFor(args);
const { code, results } = await runJest('npm test', [...args, ...selection]);
if (results !== undefined) {
  const skipped = skippedTests(results);
  say(skipped.length === 0 ? 'Nothing was skipped.' : `Skipped, ${skipped.length}:`);
  for (const name of skipped) say(`  - ${name}`);
}
if (selection.length > 0) say('Not part of npm test: what npm run test:all runs on top (test/README.md).');
process.exitCode = code;
