import { Command, type OutputConfiguration } from 'commander';
import { atCommand } from './at/at.command.js';
import { causeCommand } from './audit/cause.command.js';
import { exportCommand } from './audit/export.command.js';
import { timelineCommand } from './audit/timeline.command.js';
import { verifyExportCommand } from './audit/verify.command.js';
import { whyBeforeCommand } from './audit/why-before.command.js';
import { backupCommand } from './backup/backup.command.js';
import { restoreCommand } from './backup/restore.command.js';
import type { Console } from './console.js';
import { verifyErasureCommand } from './erase/verify.command.js';
import { createKeyCommand } from './key/create.command.js';
import { listKeysCommand } from './key/list.command.js';
import { revokeKeyCommand } from './key/revoke.command.js';
import { copyLogCommand } from './log/copy.command.js';
import { verifyLogCommand } from './log/verify.command.js';
import { listParkedCommand } from './parked/list.command.js';
import { retryParkedCommand } from './parked/retry.command.js';
import { showParkedCommand } from './parked/show.command.js';
import { skipParkedCommand } from './parked/skip.command.js';
import { backCommand } from './projections/back.command.js';
import { heldCommand } from './projections/held.command.js';
import { listProjectionsCommand } from './projections/list.command.js';
import { rebuildCommand } from './projections/rebuild.command.js';
import { skipCommand } from './projections/skip.command.js';
import { verifyRowsCommand } from './projections/verify.command.js';
import { resealCommand } from './secrets/reseal.command.js';
import { rotateSecretCommand } from './secrets/rotate.command.js';
import { verifyCommand } from './webhook/verify.command.js';
import { changeWorkspaceCommand } from './workspace/change.command.js';
import { createWorkspaceCommand } from './workspace/create.command.js';
import { deleteWorkspaceCommand } from './workspace/delete.command.js';
import { listWorkspacesCommand } from './workspace/list.command.js';
import { showWorkspaceCommand } from './workspace/show.command.js';

export interface ProgramOptions {
  readonly version: string;
  /** Where commander writes its own messages. */
  readonly output: OutputConfiguration;
}

/** The operators' command line. Errors are thrown: main decides how the process ends. */
export function program(console: Console, { version, output }: ProgramOptions): Command {
  const smartlists = new Command('smartlists')
    .description("Smart Lists: the operators' command line.")
    .version(version, '--version', 'print the version')
    .helpCommand(false)
    .addCommand(atCommand(console))
    .addCommand(
      new Command('audit')
        .description('the log as evidence')
        .addCommand(timelineCommand(console))
        .addCommand(causeCommand(console))
        .addCommand(whyBeforeCommand(console))
        .addCommand(exportCommand(console))
        .addCommand(verifyExportCommand(console)),
    )
    .addCommand(
      new Command('log')
        .description('the log by itself')
        .addCommand(verifyLogCommand(console))
        .addCommand(copyLogCommand(console)),
    )
    .addCommand(new Command('webhook').description('deliveries of webhooks').addCommand(verifyCommand(console)))
    .addCommand(
      new Command('workspace')
        .description('workspaces of a running service')
        .addCommand(listWorkspacesCommand(console))
        .addCommand(showWorkspaceCommand(console))
        .addCommand(createWorkspaceCommand(console))
        .addCommand(changeWorkspaceCommand(console))
        .addCommand(deleteWorkspaceCommand(console)),
    )
    .addCommand(
      new Command('key')
        .description('API keys of a workspace')
        .addCommand(listKeysCommand(console))
        .addCommand(createKeyCommand(console))
        .addCommand(revokeKeyCommand(console)),
    )
    .addCommand(
      new Command('secrets')
        .alias('secret')
        .description('secrets that the service stores')
        .addCommand(rotateSecretCommand(console))
        .addCommand(resealCommand(console)),
    )
    .addCommand(
      new Command('parked')
        .description('work that failed too often, and events that cannot be projected')
        .addCommand(listParkedCommand(console))
        .addCommand(showParkedCommand(console))
        .addCommand(retryParkedCommand(console))
        .addCommand(skipParkedCommand(console)),
    )
    .addCommand(backupCommand(console, version))
    .addCommand(restoreCommand(console))
    .addCommand(
      new Command('erase').description('persons who were forgotten').addCommand(verifyErasureCommand(console)),
    )
    .addCommand(
      new Command('projections')
        .alias('projection')
        .description('rows that are folded from the log, and events that cannot be')
        .addCommand(listProjectionsCommand(console))
        .addCommand(rebuildCommand(console))
        .addCommand(backCommand(console))
        .addCommand(heldCommand(console))
        .addCommand(skipCommand(console))
        .addCommand(verifyRowsCommand(console)),
    );
  smartlists.addCommand(helpCommand(smartlists));
  for (const command of withDescendants(smartlists)) {
    command.exitOverride().configureOutput(output).showHelpAfterError('Add --help for what is understood.');
  }
  return smartlists;
}

/** Commander's own help command knows only the commands directly below it, and ignores names behind them. */
function helpCommand(smartlists: Command): Command {
  return new Command('help')
    .description('display help for a command')
    .argument('[command...]')
    .helpOption(false)
    .action((names: readonly string[]) => {
      let found = smartlists;
      for (const name of names) {
        const next = found.commands.find((command) => [command.name(), ...command.aliases()].includes(name));
        found = next ?? found.error(`error: unknown command '${name}'`);
      }
      found.help();
    });
}

function withDescendants(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}
