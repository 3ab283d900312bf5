import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CheckVersion, CommandContext, Decide } from '#kernel';
import { membersInCall, reindexedAfter } from '#dialing/domain';
import { ifMatch } from '#http';
import { exhaustMembers, memberCount, sweptAfter } from '#members/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { changeList, type SmartListPatch } from '../domain/change-lists.js';
import { listAnswer } from './list-answer.js';

/** PATCH /smart-lists/{smartListId}. */
export class ChangeSmartList extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    readonly patch: SmartListPatch,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

/**
 * The decision of {@link ChangeSmartList}: the change, and the moves of the members that a lower max_attempts_total
 * exhausts. Its answer waits until the queue positions follow the new settings, and until a sweep, if one is needed,
 * has moved its members.
 */
export function decideChange(smartListId: string, patch: SmartListPatch, checkVersion?: CheckVersion) {
  return ((view) => {
    const changed = changeList(view, smartListId, patch, checkVersion);
    const hasMembers = memberCount(view, smartListId) > 0;
    const events = changed ? exhaustMembers(view, changed, membersInCall) : [];
    return {
      events,
      answer: (after) => listAnswer(after, smartListId, 200),
      awaits: hasMembers ? [...reindexedAfter(view.workspaceId, events), ...sweptAfter(view.workspaceId, events)] : [],
    };
  }) satisfies Decide;
}

@CommandHandler(ChangeSmartList)
export class ChangeSmartListHandler implements ICommandHandler<ChangeSmartList> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute(command: ChangeSmartList): Promise<CommandResult> {
    const { context, smartListId, patch } = command;
    const decide = decideChange(smartListId, patch, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
