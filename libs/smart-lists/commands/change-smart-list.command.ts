import { Command } from '@nestjs/cqrs';
import type { Decide } from '#kernel';
import type { RequestContext } from '#http';
import type { Outcome } from '#workspace-head';
import { changeList, type CheckVersion, type SmartListPatch } from '../domain/index.js';
import { listAnswer } from './list-answer.js';

/** PATCH /smart-lists/{smartListId}. */
export class ChangeSmartList extends Command<Outcome> {
  constructor(
    readonly call: RequestContext,
    readonly smartListId: string,
    readonly patch: SmartListPatch,
  ) {
    super();
  }
}

/** The decision of {@link ChangeSmartList}. */
export function decideChange(smartListId: string, patch: SmartListPatch, checkVersion?: CheckVersion): Decide {
  return (view) => {
    const changed = changeList(view, smartListId, patch, checkVersion);
    return { events: changed ? [changed] : [], answer: (after) => listAnswer(after, smartListId, 200) };
  };
}
