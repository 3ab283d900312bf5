import { Command } from 'commander';
import type { Console } from './console.js';
import { verifyCommand } from './webhook/verify.command.js';

/** The operators' command line. Errors are thrown, not exited with: main decides how the process ends. */
export function program(console: Console): Command {
  const smartlists = new Command('smartlists')
    .description("Smart Lists: the operators' command line.")
    .showHelpAfterError('Add --help for what is understood, with examples.')
    .addCommand(new Command('webhook').description('deliveries of webhooks').addCommand(verifyCommand(console)));
  for (const command of withDescendants(smartlists)) command.exitOverride();
  return smartlists;
}

function withDescendants(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}
