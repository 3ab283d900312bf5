import { Command } from '@nestjs/cqrs';
import type { Decide } from '#kernel';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';
import { createList, type NewSmartList } from '../domain/change-lists.js';
import { listAnswer } from './list-answer.js';

/** POST /smart-lists. */
export class CreateSmartList extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly input: NewSmartList,
  ) {
    super();
  }
}

/** The decision of {@link CreateSmartList}. */
export function decideCreate(smartListId: string, input: NewSmartList): Decide {
  return (view) => ({
    events: [createList(view, smartListId, input)],
    answer: (after) => listAnswer(after, smartListId, 201),
  });
}
