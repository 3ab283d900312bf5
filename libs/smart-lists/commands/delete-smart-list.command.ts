import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CheckVersion, CommandContext, Decide } from '#kernel';
import { takeOutOfGroups } from '#dial-groups/domain';
import { ifMatch } from '#http';
import { endMembershipsOfList } from '#members/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { requireList } from '../domain/active-lists.js';
import { deleteList } from '../domain/change-lists.js';

/** DELETE /smart-lists/{smartListId}. */
export class DeleteSmartList extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

/**
 * The decision of {@link DeleteSmartList}: the end of the list, of its places in dial groups, of the waterfalls that
 * lead to it and, unless they are too many for one append, of its memberships.
 */
export function decideDelete(smartListId: string, checkVersion?: CheckVersion) {
  return ((view) => {
    const list = requireList(view, smartListId);
    checkVersion?.(list.version);
    const members = endMembershipsOfList(view, smartListId);
    const body = { ok: true, smart_list_id: smartListId, deleted: true } as const;
    return {
      events: [
        ...deleteList(view, list, members.left),
        ...takeOutOfGroups(view, smartListId),
        ...(members.event ? [members.event] : []),
      ],
      answer: () => ({ status: 200, body }),
    };
  }) satisfies Decide;
}

@CommandHandler(DeleteSmartList)
export class DeleteSmartListHandler implements ICommandHandler<DeleteSmartList> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute(command: DeleteSmartList): Promise<CommandResult> {
    const { context, smartListId } = command;
    const decide = decideDelete(smartListId, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
