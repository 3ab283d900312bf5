// npm run past-answers: builds what has changed, then writes a log that records answers as it goes, and asks the past
// for the same (test/past-answers).
//   npm run past-answers                                     1,000,000 events, 200 GETs at 50 instants, embedded
//   npm run past-answers -- --events 50000 --instants 10 --seed 18 --pair distributed --dir ./answers
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

await prepare();
process.exitCode = await run(process.execPath, [
  join(root, 'dist/test/past-answers/main.js'),
  ...process.argv.slice(2),
]);
