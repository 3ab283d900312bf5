import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Console, EXIT_CODES } from '../../apps/operator/console.js';
import { program } from '../../apps/operator/program.js';
import { ROOT } from '../support/documentation.js';

const page = readFileSync(join(ROOT, 'docs/reference/command-line.md'), 'utf8');
/** The first two cells of each row of the table under a heading. */
function rows(heading: string): readonly (readonly [string, string])[] {
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const lines = section.split('\n').filter((line) => /^\| (?!-)/.test(line));
  return lines.slice(1).map((line) => {
    const [, first, second] = line.split('|').map((cell) => cell.trim());
    return [first!, second!] as const;
  });
}

/** The commands that do something, by the words with which they are called. */
function commandsOf(command: Command, before: readonly string[] = []): readonly string[] {
  const inner = command.commands.flatMap((each) => commandsOf(each, [...before, each.name()]));
  const isGroup = inner.length > 0 && command.registeredArguments.length === 0;
  return isGroup ? inner : [before.join(' '), ...inner];
}

describe('the reference of the command line', () => {
  it('has every command that there is, and no other', () => {
    // No command is run: none asks its console for anything.
    const smartlists = program({} as Console, { version: '0', output: {} });
    const named = rows('Commands').map(([command]) => command.replaceAll('`', ''));
    expect([...named].sort()).toEqual([...commandsOf(smartlists)].sort());
  });

  it('has every exit code with its name', () => {
    const codes = rows('Exit codes').map(([code, name]) => [name, Number(code)]);
    expect(codes).toEqual([['', 0], ...Object.entries(EXIT_CODES)]);
  });
});
