import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, Page, type PageRequest, type RequestContext, respond } from '#http';
import { ChangeDialGroup } from '../commands/change-dial-group.command.js';
import { CreateDialGroup } from '../commands/create-dial-group.command.js';
import { DeleteDialGroup } from '../commands/delete-dial-group.command.js';
import { MAX_DIAL_GROUPS } from '../domain/decide-dial-group.js';
import { GetDialGroup } from '../queries/get-dial-group.query.js';
import { ListDialGroups } from '../queries/list-dial-groups.query.js';
import {
  ChangeDialGroupBody,
  CreateDialGroupBody,
  DialGroupAnswer,
  DialGroupDeletedAnswer,
  DialGroupsAnswer,
} from './dial-group.dto.js';

/** Dial groups (docs/reference/http-contract.md#endpoints). */
@Controller()
export class DialGroupsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/dial-groups',
    scope: 'smart_lists:write',
    summary: 'Create a dial group',
    description: `Lists that are dialed together. A workspace holds at most ${MAX_DIAL_GROUPS} groups; a list may be in several.`,
    success: { status: 201, type: DialGroupAnswer, headers: ['Location', 'ETag'] },
    errors: ['invalid_reference', 'resource_conflict'],
  })
  async createDialGroup(
    @Context() context: RequestContext,
    @Body() body: CreateDialGroupBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new CreateDialGroup(context.commandContext(), body)));
  }

  @Endpoint({
    method: 'GET',
    path: '/dial-groups',
    scope: 'smart_lists:read',
    summary: 'List the dial groups',
    description: 'In the order of their creation.',
    success: { status: 200, type: DialGroupsAnswer, digest: true },
  })
  async listDialGroups(
    @Context() context: RequestContext,
    @Page() page: PageRequest,
  ): Promise<AnswerOf<DialGroupsAnswer>> {
    const found = await this.queries.execute(new ListDialGroups(context.workspaceId, page.size, page.after));
    return { ok: true, dial_groups: found.dialGroups, next_page_token: page.next(found.next) };
  }

  @Endpoint({
    method: 'GET',
    path: '/dial-groups/:dialGroupId',
    scope: 'smart_lists:read',
    summary: 'Read a dial group',
    description: 'With the lists that it has now.',
    success: { status: 200, type: DialGroupAnswer, headers: ['ETag'] },
    errors: ['not_found'],
  })
  async getDialGroup(
    @Context() context: RequestContext,
    @IdParam('dialGroupId') dialGroupId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<DialGroupAnswer>> {
    const { dialGroup, etag } = await this.queries.execute(new GetDialGroup(context.workspaceId, dialGroupId));
    reply.header('ETag', etag);
    return { ok: true, dial_group: dialGroup };
  }

  @Endpoint({
    method: 'PATCH',
    path: '/dial-groups/:dialGroupId',
    scope: 'smart_lists:write',
    summary: 'Change a dial group',
    description:
      'What is left out stays. The version is raised only if something changes. Its round goes on where it was, whatever lists come and go.',
    success: { status: 200, type: DialGroupAnswer, headers: ['ETag'] },
    errors: ['not_found', 'precondition_failed', 'invalid_reference', 'resource_conflict'],
  })
  async changeDialGroup(
    @Context() context: RequestContext,
    @IdParam('dialGroupId') dialGroupId: string,
    @Body() body: ChangeDialGroupBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new ChangeDialGroup(context.commandContext(), dialGroupId, body, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/dial-groups/:dialGroupId',
    scope: 'smart_lists:write',
    summary: 'Delete a dial group',
    description: 'Its lists and their members stay, and so do its calls.',
    success: { status: 200, type: DialGroupDeletedAnswer },
    errors: ['not_found', 'precondition_failed'],
  })
  async deleteDialGroup(
    @Context() context: RequestContext,
    @IdParam('dialGroupId') dialGroupId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new DeleteDialGroup(context.commandContext(), dialGroupId, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }
}
