import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, type Decide, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { cloneList } from '../domain/change-lists.js';
import { listAnswer } from './list-answer.js';

/** POST /smart-lists/{smartListId}/clone. */
export class CloneSmartList extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    /** Undefined: made from the name of the original. */
    readonly name: string | undefined,
  ) {
    super();
  }
}

/** The decision of {@link CloneSmartList}. */
export function decideClone(smartListId: string, cloneId: string, name: string | undefined) {
  return ((view) => ({
    events: [cloneList(view, smartListId, cloneId, name)],
    answer: (after) => listAnswer(after, cloneId, 201),
  })) satisfies Decide;
}

@CommandHandler(CloneSmartList)
export class CloneSmartListHandler implements ICommandHandler<CloneSmartList> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ context, smartListId, name }: CloneSmartList): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: decideClone(smartListId, this.ids.next(), name) });
  }
}
