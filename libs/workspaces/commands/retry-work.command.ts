import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdminContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { retryWork } from '../domain/decide-parked-work.js';
import type { ParkedKey } from '../domain/parked-work.js';
import { adminCommand } from './admin-command.js';

/** POST /admin/parked/{itemId}/retry, of an item of a to-do list. */
export class RetryWork extends Command<CommandResult> {
  constructor(
    readonly context: AdminContext,
    readonly key: ParkedKey,
  ) {
    super();
  }
}

@CommandHandler(RetryWork)
export class RetryWorkHandler implements ICommandHandler<RetryWork> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, key: { workspaceId, worker, item } }: RetryWork): Promise<CommandResult> {
    return this.decider.execute(adminCommand(context, workspaceId, retryWork(worker, item)));
  }
}
