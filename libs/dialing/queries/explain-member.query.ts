import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CommandContext, JsonObject } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { explainMember } from '../domain/queue/dispatch.js';

/** GET /smart-lists/{smartListId}/members/{contactId}/explain: the body of the answer. */
export class ExplainMember extends Query<JsonObject> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    readonly contactId: string,
  ) {
    super();
  }
}

/** Reads rows and head, like a dispatch. */
@QueryHandler(ExplainMember)
export class ExplainMemberHandler implements IQueryHandler<ExplainMember> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  async execute({ context, smartListId, contactId }: ExplainMember): Promise<JsonObject> {
    const { answer } = await this.decider.execute({ ...context, decide: explainMember(smartListId, contactId) });
    return answer.body;
  }
}
