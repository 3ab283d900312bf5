import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';

/** The commands that an app sends over its bus from now on, in their order: the list grows as they are sent. */
export function sentCommands(app: INestApplicationContext): readonly object[] {
  const sent: object[] = [];
  app.get(CommandBus, { strict: false }).subscribe((command) => sent.push(command));
  return sent;
}

/**
 * Asserts that commands consist of values that JSON can represent
 * (docs/adr/0036-eligibility-is-a-library-and-a-use-case-is-one-file.md).
 */
export function expectPrintable(commands: readonly object[], names: readonly string[]): void {
  expect(new Set(commands.map(({ constructor }) => constructor.name))).toEqual(new Set(names));
  expect(JSON.parse(JSON.stringify(commands))).toEqual(commands);
}
