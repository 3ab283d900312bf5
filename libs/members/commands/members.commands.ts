import { Command } from '@nestjs/cqrs';
import type { ContactReference } from '#contacts/domain';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** POST /smart-lists/{smartListId}/members/batch. */
export class AddMembers extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly smartListId: string,
    readonly references: readonly ContactReference[],
  ) {
    super();
  }
}

/** POST /smart-lists/{smartListId}/members/batch-remove. */
export class RemoveMembers extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly smartListId: string,
    readonly references: readonly ContactReference[],
  ) {
    super();
  }
}

/** POST /smart-list-members/batch-remove. */
export class RemoveEverywhere extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly references: readonly ContactReference[],
  ) {
    super();
  }
}
