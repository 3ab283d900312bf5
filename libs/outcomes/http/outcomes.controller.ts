import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, type RequestContext, respond } from '#http';
import { ChangeOutcome } from '../commands/change-outcome.command.js';
import { CreateOutcome } from '../commands/create-outcome.command.js';
import { DeleteOutcome } from '../commands/delete-outcome.command.js';
import { MAX_OUTCOMES } from '../domain/decide-outcome.js';
import { GetOutcome } from '../queries/get-outcome.query.js';
import { ListOutcomes } from '../queries/list-outcomes.query.js';
import {
  ChangeOutcomeBody,
  CreateOutcomeBody,
  OutcomeAnswer,
  OutcomeDeletedAnswer,
  OutcomesAnswer,
} from './outcome.dto.js';

/** Phone-system outcomes (docs/reference/http-contract.md#endpoints). */
@Controller()
export class OutcomesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/phone-system/outcomes',
    scope: 'smart_lists:write',
    summary: 'Create an outcome',
    description: `A workspace holds at most ${MAX_OUTCOMES}. With its first action it gets a signing secret, if it has none.`,
    success: { status: 201, type: OutcomeAnswer, headers: ['Location', 'ETag'] },
    errors: ['invalid_reference', 'resource_conflict'],
  })
  async createOutcome(
    @Context() context: RequestContext,
    @Body() body: CreateOutcomeBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new CreateOutcome(context.commandContext(), body)));
  }

  @Endpoint({
    method: 'GET',
    path: '/phone-system/outcomes',
    scope: 'smart_lists:read',
    summary: 'List all outcomes',
    description: 'By `order`, then by creation. They are few and come whole, without pages.',
    success: { status: 200, type: OutcomesAnswer, digest: true },
  })
  async listOutcomes(
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    reply.header('Content-Type', 'application/json; charset=utf-8');
    return this.queries.execute(new ListOutcomes(context.workspaceId));
  }

  @Endpoint({
    method: 'GET',
    path: '/phone-system/outcomes/:outcomeId',
    scope: 'smart_lists:read',
    summary: 'Read an outcome',
    description: 'With its destination as it is now: a list that was deleted since is not shown.',
    success: { status: 200, type: OutcomeAnswer, headers: ['ETag'] },
    errors: ['not_found'],
  })
  async getOutcome(
    @Context() context: RequestContext,
    @IdParam('outcomeId') outcomeId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<OutcomeAnswer>> {
    const { body, etag } = await this.queries.execute(new GetOutcome(context.workspaceId, outcomeId));
    reply.header('ETag', etag);
    return body;
  }

  @Endpoint({
    method: 'PATCH',
    path: '/phone-system/outcomes/:outcomeId',
    scope: 'smart_lists:write',
    summary: 'Change an outcome',
    description: 'What is left out stays. A change of the type sets or clears webhook_url too.',
    success: { status: 200, type: OutcomeAnswer, headers: ['ETag'] },
    errors: ['not_found', 'precondition_failed', 'invalid_reference'],
  })
  async changeOutcome(
    @Context() context: RequestContext,
    @IdParam('outcomeId') outcomeId: string,
    @Body() body: ChangeOutcomeBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new ChangeOutcome(context.commandContext(), outcomeId, body, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/phone-system/outcomes/:outcomeId',
    scope: 'smart_lists:write',
    summary: 'Delete an outcome',
    description:
      'Calls and deliveries that it was applied to keep what they know of it; webhooks that wait are still sent.',
    success: { status: 200, type: OutcomeDeletedAnswer },
    errors: ['not_found', 'precondition_failed'],
  })
  async deleteOutcome(
    @Context() context: RequestContext,
    @IdParam('outcomeId') outcomeId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new DeleteOutcome(context.commandContext(), outcomeId, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }
}
