import { Command } from '@nestjs/cqrs';
import type { Decide } from '#kernel';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';
import { cloneList } from '../domain/change-lists.js';
import { listAnswer } from './list-answer.js';

/** POST /smart-lists/{smartListId}/clone. */
export class CloneSmartList extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly smartListId: string,
    /** Left out: made from the name of the original. */
    readonly name: string | undefined,
  ) {
    super();
  }
}

/** The decision of {@link CloneSmartList}. */
export function decideClone(smartListId: string, cloneId: string, name: string | undefined): Decide {
  return (view) => ({
    events: [cloneList(view, smartListId, cloneId, name)],
    answer: (after) => listAnswer(after, cloneId, 201),
  });
}
