// Prints "passed failed skipped" of a Jest result file. A suite that could not run counts as one failure.
import { readFileSync } from 'node:fs';

const results = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = results;
process.stdout.write(
  `${numPassedTests} ${numFailedTests + numRuntimeErrorTestSuites} ${numPendingTests + numTodoTests}\n`,
);
