import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, Page, type PageRequest, type RequestContext, respond } from '#http';
import { ChangeCallingHours } from '../commands/change-calling-hours.command.js';
import { CreateCallingHours } from '../commands/create-calling-hours.command.js';
import { DeleteCallingHours } from '../commands/delete-calling-hours.command.js';
import { MAX_CALLING_HOURS } from '../domain/calling-hours.js';
import { GetCallingHours } from '../queries/get-calling-hours.query.js';
import { ListCallingHours } from '../queries/list-calling-hours.query.js';
import {
  ChangeCallingHoursBody,
  CreateCallingHoursBody,
  CallingHoursAnswer,
  CallingHoursDeletedAnswer,
  CallingHoursPageAnswer,
} from './calling-hours.dto.js';

/** Calling hours (docs/reference/http-contract.md#endpoints). */
@Controller()
export class CallingHoursController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/calling-hours',
    scope: 'smart_lists:write',
    summary: 'Create calling hours',
    description: `Times of the week, by a clock on the wall. A workspace holds at most ${MAX_CALLING_HOURS}.`,
    success: { status: 201, type: CallingHoursAnswer, headers: ['Location', 'ETag'] },
    errors: ['resource_conflict'],
  })
  async createCallingHours(
    @Context() context: RequestContext,
    @Body() body: CreateCallingHoursBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new CreateCallingHours(context.commandContext(), body)));
  }

  @Endpoint({
    method: 'GET',
    path: '/calling-hours',
    scope: 'smart_lists:read',
    summary: 'List the calling hours',
    description: 'In the order of their creation.',
    success: { status: 200, type: CallingHoursPageAnswer, digest: true },
  })
  async listCallingHours(
    @Context() context: RequestContext,
    @Page() page: PageRequest,
  ): Promise<AnswerOf<CallingHoursPageAnswer>> {
    const found = await this.queries.execute(new ListCallingHours(context.workspaceId, page.size, page.after));
    return { ok: true, calling_hours: found.callingHours, next_page_token: page.next(found.next) };
  }

  @Endpoint({
    method: 'GET',
    path: '/calling-hours/:callingHoursId',
    scope: 'smart_lists:read',
    summary: 'Read calling hours',
    description: 'As they are now.',
    success: { status: 200, type: CallingHoursAnswer, headers: ['ETag'] },
    errors: ['not_found'],
  })
  async getCallingHours(
    @Context() context: RequestContext,
    @IdParam('callingHoursId') callingHoursId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<CallingHoursAnswer>> {
    const { callingHours, etag } = await this.queries.execute(new GetCallingHours(context.workspaceId, callingHoursId));
    reply.header('ETag', etag);
    return { ok: true, calling_hours: callingHours };
  }

  @Endpoint({
    method: 'PATCH',
    path: '/calling-hours/:callingHoursId',
    scope: 'smart_lists:write',
    summary: 'Change calling hours',
    description: 'What is left out stays. The version is raised only if something changes.',
    success: { status: 200, type: CallingHoursAnswer, headers: ['ETag'] },
    errors: ['not_found', 'precondition_failed', 'resource_conflict'],
  })
  async changeCallingHours(
    @Context() context: RequestContext,
    @IdParam('callingHoursId') callingHoursId: string,
    @Body() body: ChangeCallingHoursBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new ChangeCallingHours(context.commandContext(), callingHoursId, body, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/calling-hours/:callingHoursId',
    scope: 'smart_lists:write',
    summary: 'Delete calling hours',
    description: 'Refused while an active smart list or the workspace names them. Their name is free from then on.',
    success: { status: 200, type: CallingHoursDeletedAnswer },
    errors: ['not_found', 'precondition_failed', 'resource_conflict'],
  })
  async deleteCallingHours(
    @Context() context: RequestContext,
    @IdParam('callingHoursId') callingHoursId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new DeleteCallingHours(context.commandContext(), callingHoursId, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }
}
