import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
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
import { callbackIn } from '#members/domain';
import { ApplyOutcome } from '../commands/apply-outcome.command.js';
import { ChangeCall } from '../commands/change-call.command.js';
import { EndCall } from '../commands/end-call.command.js';
import { ExtendLease } from '../commands/extend-lease.command.js';
import { RegisterCall } from '../commands/register-call.command.js';
import { ListCalls } from '../queries/list-calls.query.js';
import { GetCall } from '../queries/get-call.query.js';
import { ApplyOutcomeBody, EndCallBody, RegisterCallBody } from './call-body.dto.js';
import { detailsIn } from '../domain/calls/call-details.js';
import { ChangeCallBody } from './call-details.dto.js';
import { CallsAnswer, CallsFilter, filtersOf, isNewestFirst } from './calls-filter.dto.js';
import { CallAnswer, OutcomeAppliedAnswer } from './call.dto.js';

/** Calls (docs/reference/http-contract.md#endpoints, docs/reference/dialing-rules.md#a-calls-life). */
@Controller()
export class CallsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/calls',
    scope: 'calls:write',
    summary: 'Register a call that the scheduler did not dispatch',
    description:
      'It counts no attempt, but its contact is not dialed until it is ended. Refused while the contact has another call in flight.',
    success: { status: 201, type: CallAnswer, headers: ['Location'] },
    errors: ['invalid_reference', 'call_state_conflict', 'resource_conflict', 'quota_exceeded'],
  })
  async registerCall(
    @Context() context: RequestContext,
    @Body() body: RegisterCallBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { contact_id, phone, call_id } = body;
    const reference = contact_id !== undefined ? { contactId: contact_id } : { phone: phone! };
    return respond(
      reply,
      await this.commands.execute(new RegisterCall(context.commandContext(), reference, call_id, detailsIn(body))),
    );
  }

  @Endpoint({
    method: 'GET',
    path: '/calls',
    scope: 'calls:read',
    summary: 'List calls',
    description:
      'In the order in which they began. A call that began before the first page was read, and fits the filters all ' +
      'the while, is on exactly one page. A filtered page may have fewer calls than it could, and still a next one.',
    success: { status: 200, type: CallsAnswer },
  })
  async listCalls(
    @Context() context: RequestContext,
    @Page(CallsFilter) page: PageRequest<CallsFilter>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { size, after, filters } = page;
    const query = new ListCalls(context.workspaceId, filtersOf(filters), isNewestFirst(filters), size, after);
    const { items, next } = await this.queries.execute(query);
    return answerPage<CallsAnswer, 'calls'>(reply, 'calls', items, page.next(next));
  }

  @Endpoint({
    method: 'GET',
    path: '/calls/:callId',
    scope: 'calls:read',
    summary: 'Read a call',
    description: 'With what it was dispatched with, and the outcomes applied to it so far.',
    success: { status: 200, type: CallAnswer },
    errors: ['not_found'],
  })
  async getCall(@Context() context: RequestContext, @IdParam('callId') callId: string): Promise<AnswerOf<CallAnswer>> {
    return { ok: true, call: await this.queries.execute(new GetCall(context.workspaceId, callId)) };
  }

  @Endpoint({
    method: 'PATCH',
    path: '/calls/:callId',
    scope: 'calls:write',
    summary: 'Keep details of a call',
    description:
      'Its agent, your reference, notes, duration and recording, also after its end. What is left out stays as it is.',
    success: { status: 200, type: CallAnswer },
    errors: ['not_found', 'resource_conflict', 'contact_erased'],
  })
  async changeCall(
    @Context() context: RequestContext,
    @IdParam('callId') callId: string,
    @Body() body: ChangeCallBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new ChangeCall(context.commandContext(), callId, detailsIn(body));
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'POST',
    path: '/calls/:callId/heartbeat',
    scope: 'calls:write',
    summary: 'Say that a call goes on',
    description: 'Its lease begins anew. A call whose lease passes is ended by the service: lost.',
    success: { status: 200, type: CallAnswer },
    errors: ['not_found', 'call_state_conflict'],
  })
  async extendCallLease(
    @Context() context: RequestContext,
    @IdParam('callId') callId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new ExtendLease(context.commandContext(), callId)));
  }

  @Endpoint({
    method: 'POST',
    path: '/calls/:callId/end',
    scope: 'calls:write',
    summary: 'End a call',
    description:
      'It then waits for a disposition until the wrap-up time has passed; it is completed at once if the workspace has no disposition, or nobody was called (not_placed). The same result again changes nothing, another one is refused.',
    success: { status: 200, type: CallAnswer },
    errors: ['not_found', 'call_state_conflict', 'resource_conflict', 'contact_erased'],
  })
  async endCall(
    @Context() context: RequestContext,
    @IdParam('callId') callId: string,
    @Body() body: EndCallBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new EndCall(context.commandContext(), callId, body.result, detailsIn(body));
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'POST',
    path: '/calls/:callId/outcomes',
    scope: 'calls:write',
    summary: 'Apply an outcome to a call',
    description:
      'An action while the call is in progress, each once: its webhook is sent. A disposition once, after the ' +
      'end: it completes the call. Memberships change as the outcome says. Where a quota has no room for the new ' +
      'membership or the webhook, nothing is applied; nor with a callback that nobody could keep.',
    success: { status: 200, type: OutcomeAppliedAnswer },
    errors: [
      'not_found',
      'invalid_reference',
      'call_state_conflict',
      'callback_refused',
      'resource_conflict',
      'contact_erased',
      'quota_exceeded',
    ],
  })
  async applyOutcome(
    @Context() context: RequestContext,
    @IdParam('callId') callId: string,
    @Body() body: ApplyOutcomeBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new ApplyOutcome(
      context.commandContext(),
      callId,
      body.outcome_id,
      detailsIn(body),
      callbackIn(body),
    );
    return respond(reply, await this.commands.execute(command));
  }
}
