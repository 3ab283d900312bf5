import { Body, Controller, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, Page, type PageRequest, type RequestContext, respond } from '#http';
import { ChangeSmartList } from '../commands/change-smart-list.command.js';
import { CloneSmartList } from '../commands/clone-smart-list.command.js';
import { CreateSmartList } from '../commands/create-smart-list.command.js';
import { DeleteSmartList } from '../commands/delete-smart-list.command.js';
import { ResetSmartList } from '../commands/reset-smart-list.command.js';
import { DryRunChange } from '../queries/dry-run-change.query.js';
import { GetSmartList } from '../queries/get-smart-list.query.js';
import { ListSmartLists } from '../queries/list-smart-lists.query.js';
import { ChangeOptions, SmartListChangedAnswer } from './dry-run.dto.js';
import { ResetSmartListBody, SmartListResetAnswer } from './reset.dto.js';
import {
  ChangeSmartListBody,
  CloneSmartListBody,
  CreateSmartListBody,
  SmartListAnswer,
  SmartListDeletedAnswer,
  SmartListsAnswer,
} from './smart-list.dto.js';

/** Smart lists (docs/reference/http-contract.md#endpoints). */
@Controller()
export class SmartListsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/smart-lists',
    scope: 'smart_lists:write',
    summary: 'Create a smart list',
    description: 'A workspace holds at most 1,000 active ones.',
    success: { status: 201, type: SmartListAnswer, headers: ['Location', 'ETag'] },
    errors: ['invalid_reference', 'resource_conflict'],
  })
  async createSmartList(
    @Context() context: RequestContext,
    @Body() body: CreateSmartListBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new CreateSmartList(context.commandContext(), body)));
  }

  @Endpoint({
    method: 'GET',
    path: '/smart-lists',
    scope: 'smart_lists:read',
    summary: 'List the active smart lists',
    description: 'In the order of their creation.',
    success: { status: 200, type: SmartListsAnswer, digest: true },
  })
  async listSmartLists(
    @Context() context: RequestContext,
    @Page() page: PageRequest,
  ): Promise<AnswerOf<SmartListsAnswer>> {
    const found = await this.queries.execute(new ListSmartLists(context.workspaceId, page.size, page.after));
    return { ok: true, smart_lists: found.smartLists, next_page_token: page.next(found.next) };
  }

  @Endpoint({
    method: 'GET',
    path: '/smart-lists/:smartListId',
    scope: 'smart_lists:read',
    summary: 'Read a smart list',
    description: 'With its settings, and how many members it has.',
    success: { status: 200, type: SmartListAnswer, headers: ['ETag'] },
    errors: ['not_found'],
  })
  async getSmartList(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<SmartListAnswer>> {
    const { smartList, etag } = await this.queries.execute(new GetSmartList(context.workspaceId, smartListId));
    reply.header('ETag', etag);
    return { ok: true, smart_list: smartList };
  }

  @Endpoint({
    method: 'PATCH',
    path: '/smart-lists/:smartListId',
    scope: 'smart_lists:write',
    summary: 'Change the settings of a smart list',
    description:
      'What is left out stays. The version is raised only if something changes. New caps and gaps count at once. Members whom a ' +
      'lower max_attempts_total exhausts move to the next list, if there is one: at once, or within seconds where they are many. ' +
      'With `dry_run=true` it is judged like any other change and not made: the answer has the list as it would be, how many ' +
      'members would change, and the queue before and after. Its ETag is that of the list as it is.',
    success: { status: 200, type: SmartListChangedAnswer, headers: ['ETag'] },
    errors: ['not_found', 'precondition_failed', 'invalid_reference', 'waterfall_cycle', 'resource_conflict'],
  })
  async changeSmartList(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @Query() { dry_run: dryRun = false }: ChangeOptions,
    @Body() body: ChangeSmartListBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    if (dryRun) {
      const tried = new DryRunChange(context.commandContext(), smartListId, body, context.ifMatch);
      return respond(reply, { answer: await this.queries.execute(tried), replayed: false, visible: true });
    }
    const command = new ChangeSmartList(context.commandContext(), smartListId, body, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'POST',
    path: '/smart-lists/:smartListId/clone',
    scope: 'smart_lists:write',
    summary: 'Clone a smart list',
    description: 'All of its settings, the next list of its waterfall too; none of its members.',
    success: { status: 201, type: SmartListAnswer, headers: ['Location', 'ETag'] },
    errors: ['not_found', 'resource_conflict'],
  })
  async cloneSmartList(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @Body() body: CloneSmartListBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new CloneSmartList(context.commandContext(), smartListId, body.name);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'POST',
    path: '/smart-lists/:smartListId/reset',
    scope: 'smart_lists:write',
    summary: 'Reset the attempts of the members of a list',
    description:
      'From now on `attempt_count` of its members is 0, in a call and in the wrap-up time too: of those who have used up ' +
      '`max_attempts_total` by the settings of this moment, who are queued again, or of all. The daily cap, the retry gap and ' +
      'every place stay. It counts at once, however many they are. Of more than 2,000 members the answer does not wait until ' +
      'all of them can be found by their new status, and says so by `Projection-Lag: 1`.',
    success: { status: 200, type: SmartListResetAnswer },
    errors: ['not_found'],
  })
  async resetSmartList(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @Body() { completed_only: completedOnly = true }: ResetSmartListBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new ResetSmartList(context.commandContext(), smartListId, completedOnly);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/smart-lists/:smartListId',
    scope: 'smart_lists:write',
    summary: 'Delete a smart list and its memberships',
    description: 'The waterfalls of other lists that lead to it are cleared. Calls in flight keep their snapshot.',
    success: { status: 200, type: SmartListDeletedAnswer },
    errors: ['not_found', 'precondition_failed'],
  })
  async deleteSmartList(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new DeleteSmartList(context.commandContext(), smartListId, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }
}
