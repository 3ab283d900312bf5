// Prints the failed tests of a Jest result file, one a line, with the first line of what each complained about.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MOST_LINES = 15;
/** A message that says what was seen last has room for it. */
const MOST_CHARACTERS = 1_500;

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const lines = testResults.flatMap(({ name, message, assertionResults }) => {
  const file = relative('dist', name);
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  if (tests.length > 0) return tests.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  return message && !assertionResults.length ? [`${file}: it could not be run: ${firstLine(message)}`] : [];
});
for (const line of lines.slice(0, MOST_LINES)) process.stdout.write(`${line.slice(0, MOST_CHARACTERS)}\n`);
if (lines.length > MOST_LINES) process.stdout.write(`and ${lines.length - MOST_LINES} more\n`);

/** Without colours; a suite's message begins with a heading. */
function firstLine(text = '') {
  const plain = stripVTControlCharacters(text).split('\n');
  return plain.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('●')) ?? '';
}
