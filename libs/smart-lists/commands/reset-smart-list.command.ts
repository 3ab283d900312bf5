import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext, Decide } from '#kernel';
import { reindexedAfter } from '#dialing/domain';
import { memberCount } from '#members/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { requireList } from '../domain/active-lists.js';
import type { SmartListReset } from '../domain/smart-list.js';

/** POST /smart-lists/{smartListId}/reset. */
export class ResetSmartList extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    /** Only members who have used up their attempts; else all. */
    readonly completedOnly: boolean,
  ) {
    super();
  }
}

/** Members up to which the answer waits until their queue positions follow the reset: for a tenth of a second. */
const AWAITED_MEMBERS = 2_000;

/**
 * The decision of {@link ResetSmartList}: one event, which names no member. No event where it concerns nobody: the list
 * has no members, or only those with used-up attempts are meant and attempts are not limited. A reset counts at once;
 * the queue positions of a long list follow it behind the answer, which says so.
 * @throws DomainError when decided: `not_found`
 */
export function decideReset(smartListId: string, completedOnly: boolean) {
  return ((view) => {
    const { max_attempts_total: cap } = requireList(view, smartListId);
    const members = memberCount(view, smartListId);
    const reset: SmartListReset = {
      type: 'SmartListReset',
      data: { smart_list_id: smartListId, completed_only: completedOnly },
    };
    const events = members > 0 && (!completedOnly || cap) ? [reset] : [];
    const isLong = members > AWAITED_MEMBERS;
    const body = { ok: true, smart_list_id: smartListId, reset: true } as const;
    return {
      events,
      answer: () => ({ status: 200, body }),
      awaits: isLong ? [] : reindexedAfter(view.workspaceId, events),
      lags: isLong && events.length > 0,
    };
  }) satisfies Decide;
}

@CommandHandler(ResetSmartList)
export class ResetSmartListHandler implements ICommandHandler<ResetSmartList> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, smartListId, completedOnly }: ResetSmartList): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: decideReset(smartListId, completedOnly) });
  }
}
