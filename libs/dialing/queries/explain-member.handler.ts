import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { explainMember } from '../domain/queue/dispatch.js';
import { ExplainMember } from './explain-member.query.js';

/** Asks of rows and head, as a dispatch does. */
@QueryHandler(ExplainMember)
export class ExplainMemberHandler implements IQueryHandler<ExplainMember> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  async execute({ call, smartListId, contactId }: ExplainMember): Promise<JsonObject> {
    const { answer } = await this.decider.execute(call.command(explainMember(smartListId, contactId)));
    return answer.body;
  }
}
