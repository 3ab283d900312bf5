import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext, Decide } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { decideErase } from './erase-contact.command.js';

/** The erasure of a contact whose call was awaited; sent by the ErasureWorker. */
export class EraseAfterCall extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly contactId: string,
  ) {
    super();
  }
}

/**
 * The decision of {@link EraseAfterCall}: nothing happens while the call is in flight. Its answer waits for no rows:
 * they are those that the worker itself writes next.
 */
export function decideEraseAfterCall(contactId: string): Decide {
  return (view) => ({ ...decideErase(contactId, true)(view), awaits: [] });
}

@CommandHandler(EraseAfterCall)
export class EraseAfterCallHandler implements ICommandHandler<EraseAfterCall> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, contactId }: EraseAfterCall): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: decideEraseAfterCall(contactId) });
  }
}
