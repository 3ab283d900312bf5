// Proves that the rules on comments fire: sources that break them must be refused, and sources that keep them must not.
// A rule that is switched off for a folder, or no longer finds a comment, would otherwise pass everything in silence.
import { ESLint, Linter } from 'eslint';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('..', import.meta.url));
const RULES = ['comments/vague-words', 'max-len'];
const FILES = [
  ...['libs/kernel/clock.ts', 'libs/members/domain/members.unit.spec.ts', 'apps/service/main.ts'],
  ...['packages/client/src/client.ts', 'examples/call-floor/main.ts'],
];
const LONG = 'x'.repeat(121);
const SOURCES = [
  ['// A delay of so many seconds.', ['comments/vague-words']],
  ['/** Whoever waits is told. */', ['comments/vague-words']],
  ['/**\n * The work goes\n * on.\n */', ['comments/vague-words']],
  ['// The first is looked\n// at. The others are not.', ['comments/vague-words', 'comments/vague-words']],
  ['export const text = 1; // as many\n/* somebody */', ['comments/vague-words', 'comments/vague-words']],
  [`// ${LONG} ${LONG}`, ['max-len']],
  [`export const ${LONG} = 1;`, ['max-len']],
  ['// Seconds until the next attempt. Another receiver does not wait.', []],
  ["export const text = 'so many others';", []],
  [`export const text = '${LONG}';`, []],
  [`// https://example.com/${LONG}`, []],
];

const eslint = new ESLint({ cwd: root });
const faults = [];
const configs = await Promise.all(FILES.map((file) => eslint.calculateConfigForFile(file)));
for (const [at, { rules }] of configs.entries()) {
  for (const rule of RULES) if (rules[rule]?.[0] !== 2) faults.push(`${rule} is no error in ${FILES[at]}`);
}
const [{ plugins, rules }] = configs;
const config = {
  files: ['**/*.ts'],
  plugins: { comments: plugins.comments },
  languageOptions: { parser: tseslint.parser },
  rules: Object.fromEntries(RULES.map((rule) => [rule, rules[rule]])),
};
for (const [source, expected] of SOURCES) {
  const found = new Linter().verify(source, config, 'source.ts').map(({ ruleId, message }) => ruleId ?? message);
  if (found.join() !== expected.join())
    faults.push(`${JSON.stringify(source)}: ${found.join() || 'nothing'} was refused`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${SOURCES.length} sources, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
