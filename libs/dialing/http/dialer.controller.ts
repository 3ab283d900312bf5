import { Body, Controller, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { invalidField, type JsonObject } from '#kernel';
import { Context, Endpoint, IdParam, type RequestContext, respond } from '#http';
import { DispatchNext } from '../commands/dispatch-next.command.js';
import { PauseDialing } from '../commands/pause-dialing.command.js';
import { GetDialing } from '../queries/get-dialing.query.js';
import { GetDialerStats } from '../queries/dialer-stats.query.js';
import { ExplainMember } from '../queries/explain-member.query.js';
import { PreviewNext } from '../queries/preview-next.query.js';
import { detailsIn } from '../domain/calls/call-details.js';
import type { ScopeWanted } from '../domain/queue/scope.js';
import { StatsAnswer } from './dialer-stats.dto.js';
import {
  DialerAnswer,
  DialerBody,
  ExplainAnswer,
  NextAnswer,
  NextBody,
  PreviewAnswer,
  PreviewFilter,
} from './dialer.dto.js';

/**
 * The next contact to call, why a member is not called, and how dialing stands
 * (docs/reference/http-contract.md#endpoints, docs/reference/dialing-rules.md#the-next-contact).
 */
@Controller()
export class DialerController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/dialer/next',
    scope: 'calls:write',
    summary: 'Begin the next calls',
    description:
      'Chooses whom to call, callbacks that are due first, those of `agent_id` before others, then tier by tier from the highest priority, in each from where the last dispatch left ' +
      'off, and begins the calls: all or none. Each is to be ended, or kept alive by heartbeats. Where the quota ' +
      'of open calls has room for fewer than `limit`, fewer are begun. With `smart_list_id` one list alone is dialed, ' +
      'with `dial_group_id` the lists of a group, and the order in which the workspace is dialed does not move.',
    success: { status: 200, type: NextAnswer },
    errors: ['quota_exceeded', 'resource_conflict', 'invalid_reference'],
  })
  async dispatchNextCalls(
    @Context() context: RequestContext,
    @Body() body: NextBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { limit = 1, reference } = body;
    if (limit > 1 && (reference ?? null) !== null) {
      const rule = 'A reference is of one call: leave `limit` out, or send 1.';
      throw invalidField('validation_failed', '/reference', 'not_allowed', rule);
    }
    const command = new DispatchNext(context.commandContext(), limit, detailsIn(body), scopeWanted(body));
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'GET',
    path: '/dialer/preview',
    scope: 'calls:read',
    summary: 'See whom the next calls would be with',
    description: 'In the order in which `next` would choose them now. Changes nothing.',
    success: { status: 200, type: PreviewAnswer },
    errors: ['validation_failed', 'invalid_reference'],
  })
  previewNextCalls(
    @Context() context: RequestContext,
    @Query() { limit = 1, ...scope }: PreviewFilter,
  ): Promise<JsonObject> {
    return this.queries.execute(new PreviewNext(context.commandContext(), limit, scopeWanted(scope)));
  }

  @Endpoint({
    method: 'GET',
    path: '/dialer',
    scope: 'calls:read',
    summary: 'See whether dialing is paused',
    description: 'In the whole workspace; a list has a pause of its own.',
    success: { status: 200, type: DialerAnswer },
  })
  getDialer(@Context() context: RequestContext): Promise<JsonObject> {
    return this.queries.execute(new GetDialing(context.commandContext()));
  }

  @Endpoint({
    method: 'PATCH',
    path: '/dialer',
    scope: 'calls:write',
    summary: 'Pause or resume dialing',
    description:
      'The emergency stop of the workspace: from the answer on nobody is dispatched, until dialing is resumed. Calls in ' +
      'flight go on, and so does everything else; every member keeps its place. Setting what is set changes nothing.',
    success: { status: 200, type: DialerAnswer },
  })
  async changeDialer(
    @Context() context: RequestContext,
    @Body() { paused }: DialerBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new PauseDialing(context.commandContext(), paused)));
  }

  @Endpoint({
    method: 'GET',
    path: '/dialer/stats',
    scope: 'calls:read',
    summary: 'See how dialing stands',
    description:
      'What waits by priority, the calls in progress and the agents on the phone, and the calls of the last hour: all ' +
      'of one instant, exact, and as cheap with a million calls of the past as with none.',
    success: { status: 200, type: StatsAnswer },
  })
  getDialerStats(@Context() context: RequestContext): Promise<JsonObject> {
    return this.queries.execute(new GetDialerStats(context.commandContext()));
  }

  @Endpoint({
    method: 'GET',
    path: '/smart-lists/:smartListId/members/:contactId/explain',
    scope: 'smart_lists:read',
    tag: 'smart-list-members',
    summary: 'Explain why a member is dialed or not',
    description:
      'Every rule with what it compares, in the order in which they are tested: the first that fails gives the member its status. Also for a contact that has left the list.',
    success: { status: 200, type: ExplainAnswer },
    errors: ['not_found'],
  })
  explainMember(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
    @IdParam('contactId') contactId: string,
  ): Promise<JsonObject> {
    return this.queries.execute(new ExplainMember(context.commandContext(), smartListId, contactId));
  }
}

/** @throws DomainError `validation_failed`: a list and a dial group */
function scopeWanted(asked: Pick<NextBody, 'smart_list_id' | 'dial_group_id' | 'agent_id'>): ScopeWanted {
  const { smart_list_id, dial_group_id, agent_id } = asked;
  const scope = {
    smartListId: smart_list_id ?? undefined,
    dialGroupId: dial_group_id ?? undefined,
    agentId: agent_id ?? undefined,
  };
  if (scope.smartListId === undefined || scope.dialGroupId === undefined) return scope;
  const rule = 'A request dials a list alone or a dial group: leave one of them out.';
  throw invalidField('validation_failed', '/dial_group_id', 'not_allowed', rule);
}
