import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdminContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { skipWork } from '../domain/decide-parked-work.js';
import type { ParkedKey } from '../domain/parked-work.js';
import { adminCommand } from './admin-command.js';

/** POST /admin/parked/{itemId}/skip, of an item of a to-do list. */
export class SkipWork extends Command<CommandResult> {
  constructor(
    readonly context: AdminContext,
    readonly key: ParkedKey,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(SkipWork)
export class SkipWorkHandler implements ICommandHandler<SkipWork> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, key: { workspaceId, worker, item }, reason }: SkipWork): Promise<CommandResult> {
    return this.decider.execute(adminCommand(context, workspaceId, skipWork(worker, item, reason)));
  }
}
