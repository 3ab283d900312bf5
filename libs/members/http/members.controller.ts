import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import type { ContactReference } from '#contacts/domain';
import {
  type AnswerOf,
  answerPage,
  Context,
  Endpoint,
  IdParam,
  Page,
  type PageRequest,
  type RequestContext,
  respond,
} from '#http';
import { AddMembers } from '../commands/add-members.command.js';
import { ChangeMember } from '../commands/change-member.command.js';
import { RemoveEverywhere } from '../commands/remove-everywhere.command.js';
import { RemoveMembers } from '../commands/remove-members.command.js';
import { ResetMembers } from '../commands/reset-members.command.js';
import { GetMember } from '../queries/get-member.query.js';
import { ListMembers } from '../queries/list-members.query.js';
import { ListMemberships } from '../queries/list-memberships.query.js';
import { MembersAddedAnswer, MembersBody, MembersRemovedAnswer, MembersResetAnswer } from './batch.dto.js';
import { callbackIn } from '../domain/callback-input.js';
import { ChangeMemberBody, MemberAnswer, MembersAnswer, MembersFilter, MembershipsAnswer } from './member.dto.js';

/** Memberships (docs/reference/http-contract.md#endpoints). */
@Controller()
export class MembersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'GET',
    path: '/smart-lists/:smartListId/members',
    scope: 'smart_lists:read',
    tag: 'smart-list-members',
    summary: 'List the members of a smart list',
    description:
      'In the order in which they were added; those who wait in the order of what they wait for, unless calling hours of the list or the workspace hold, those in a call in that of their ids. Statuses are those of this instant.',
    success: { status: 200, type: MembersAnswer },
    errors: ['not_found'],
  })
  async listMembers(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @Page(MembersFilter) page: PageRequest<MembersFilter>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { size, after, filters } = page;
    const query = new ListMembers(context.workspaceId, smartListId, filters.status, size, after);
    const { items, next } = await this.queries.execute(query);
    return answerPage<MembersAnswer, 'members'>(reply, 'members', items, page.next(next));
  }

  @Endpoint({
    method: 'GET',
    path: '/smart-lists/:smartListId/members/:contactId',
    scope: 'smart_lists:read',
    tag: 'smart-list-members',
    summary: 'Read a member of a smart list',
    description:
      'As the list of members shows it at this instant. Also of a contact that has left the list: `removed`, with the reason.',
    success: { status: 200, type: MemberAnswer },
    errors: ['not_found'],
  })
  async getMember(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @IdParam('contactId') contactId: string,
  ): Promise<AnswerOf<MemberAnswer>> {
    const query = new GetMember(context.workspaceId, smartListId, contactId);
    return { ok: true, member: await this.queries.execute(query) };
  }

  @Endpoint({
    method: 'PATCH',
    path: '/smart-lists/:smartListId/members/:contactId',
    scope: 'smart_lists:write',
    tag: 'smart-list-members',
    summary: 'Set or clear the callback of a member',
    description:
      'Until its time the member is not called from this list, then before all others, and the retry gap counts no more. ' +
      'Caps hold. It ends when the call is dispatched, and with the membership. Of an active member only.',
    success: { status: 200, type: MemberAnswer },
    errors: ['not_found', 'callback_refused'],
  })
  async changeMember(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @IdParam('contactId') contactId: string,
    @Body() body: ChangeMemberBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new ChangeMember(context.commandContext(), smartListId, contactId, callbackIn(body));
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'GET',
    path: '/contacts/:contactId/memberships',
    scope: 'smart_lists:read',
    tag: 'smart-list-members',
    summary: 'List the memberships of a contact',
    description:
      'All lists that it is on now, in the order of their ids. Each as the list shows its member, with the name of the list. Memberships that have ended are not among them.',
    success: { status: 200, type: MembershipsAnswer },
    errors: ['not_found'],
  })
  async listMemberships(
    @Context() context: RequestContext,
    @IdParam('contactId') contactId: string,
    @Page() page: PageRequest,
  ): Promise<AnswerOf<MembershipsAnswer>> {
    const { size, after } = page;
    const found = await this.queries.execute(new ListMemberships(context.workspaceId, contactId, size, after));
    return { ok: true, memberships: found.memberships, next_page_token: page.next(found.next) };
  }

  @Endpoint({
    method: 'POST',
    path: '/smart-lists/:smartListId/members/batch',
    scope: 'smart_lists:write',
    tag: 'smart-list-members',
    summary: 'Add contacts to a smart list',
    description:
      'All or none. The counts add up to the number of references; those that resolve to no contact are named.',
    success: { status: 200, type: MembersAddedAnswer },
    errors: ['not_found', 'quota_exceeded'],
  })
  async addMembers(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @Body() body: MembersBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(
      reply,
      await this.commands.execute(new AddMembers(context.commandContext(), smartListId, references(body))),
    );
  }

  @Endpoint({
    method: 'POST',
    path: '/smart-lists/:smartListId/members/batch-remove',
    scope: 'smart_lists:write',
    tag: 'smart-list-members',
    summary: 'Take contacts off a smart list',
    description:
      'All or none. The counts add up to the number of references; those that resolve to no contact are named.',
    success: { status: 200, type: MembersRemovedAnswer },
    errors: ['not_found'],
  })
  async removeMembers(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @Body() body: MembersBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(
      reply,
      await this.commands.execute(new RemoveMembers(context.commandContext(), smartListId, references(body))),
    );
  }

  @Endpoint({
    method: 'POST',
    path: '/smart-lists/:smartListId/members/batch-reset',
    scope: 'smart_lists:write',
    tag: 'smart-list-members',
    summary: 'Reset the attempts of members',
    description:
      'All or none. From now on `attempt_count` of each is 0, in a call and in the wrap-up time too, so a member that had used up `max_attempts_total` is queued again. The daily cap, the retry gap and every place stay. A contact that is no active member, or has an `attempt_count` of 0, is skipped. The counts add up to the number of references; those that resolve to no contact are named.',
    success: { status: 200, type: MembersResetAnswer },
    errors: ['not_found'],
  })
  async resetMembers(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @Body() body: MembersBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(
      reply,
      await this.commands.execute(new ResetMembers(context.commandContext(), smartListId, references(body))),
    );
  }

  @Endpoint({
    method: 'POST',
    path: '/smart-list-members/batch-remove',
    scope: 'smart_lists:write',
    tag: 'smart-list-members',
    summary: 'Take contacts off every smart list',
    description:
      'All or none. The counts are of contacts, not of memberships, and add up to the number of references; those ' +
      'that resolve to no contact are named.',
    success: { status: 200, type: MembersRemovedAnswer },
  })
  async removeMembersEverywhere(
    @Context() context: RequestContext,
    @Body() body: MembersBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(
      reply,
      await this.commands.execute(new RemoveEverywhere(context.commandContext(), references(body))),
    );
  }
}

/** The references of a body, each of which was checked to have exactly one of its keys. */
function references({ members }: MembersBody): readonly ContactReference[] {
  return members.map(({ contact_id, phone }) =>
    contact_id !== undefined ? { contactId: contact_id } : { phone: phone! },
  );
}
