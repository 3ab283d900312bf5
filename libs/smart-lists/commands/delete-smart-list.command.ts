import { Command } from '@nestjs/cqrs';
import type { Decide } from '#kernel';
import type { RequestContext } from '#http';
import { endMembershipsOfList } from '#members/domain';
import type { CommandResult } from '#workspace-head';
import { requireList } from '../domain/active-lists.js';
import { type CheckVersion, deleteList } from '../domain/change-lists.js';

/** DELETE /smart-lists/{smartListId}. */
export class DeleteSmartList extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly smartListId: string,
  ) {
    super();
  }
}

/**
 * The decision of {@link DeleteSmartList}: the end of the list, of the waterfalls that lead to it and, unless they are too many for
 * one append, of its memberships.
 */
export function decideDelete(smartListId: string, checkVersion?: CheckVersion): Decide {
  return (view) => {
    const list = requireList(view, smartListId);
    checkVersion?.(list.version);
    const members = endMembershipsOfList(view, smartListId);
    const body = { ok: true, smart_list_id: smartListId, deleted: true };
    return {
      events: [...deleteList(view, list, members.left), ...(members.event ? [members.event] : [])],
      answer: () => ({ status: 200, body }),
    };
  };
}
