import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, type RequestContext, respond } from '#http';
import { ApplyOutcome } from '../commands/apply-outcome.command.js';
import { EndCall } from '../commands/end-call.command.js';
import { ExtendLease } from '../commands/extend-lease.command.js';
import { RegisterCall } from '../commands/register-call.command.js';
import { GetCall } from '../queries/get-call.query.js';
import { ApplyOutcomeBody, EndCallBody, RegisterCallBody } from './call-body.dto.js';
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
    return respond(reply, await this.commands.execute(new RegisterCall(context.commandContext(), reference, call_id)));
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
    errors: ['not_found', 'call_state_conflict'],
  })
  async endCall(
    @Context() context: RequestContext,
    @IdParam('callId') callId: string,
    @Body() body: EndCallBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new EndCall(context.commandContext(), callId, body.result)));
  }

  @Endpoint({
    method: 'POST',
    path: '/calls/:callId/outcomes',
    scope: 'calls:write',
    summary: 'Apply an outcome to a call',
    description:
      'An action while the call is in progress, each once: its webhook is sent. A disposition once, after the ' +
      'end: it completes the call. Memberships change as the outcome says. Where a quota has no room for the new ' +
      'membership or the webhook, nothing is applied.',
    success: { status: 200, type: OutcomeAppliedAnswer },
    errors: ['not_found', 'invalid_reference', 'call_state_conflict', 'quota_exceeded'],
  })
  async applyOutcome(
    @Context() context: RequestContext,
    @IdParam('callId') callId: string,
    @Body() body: ApplyOutcomeBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(
      reply,
      await this.commands.execute(new ApplyOutcome(context.commandContext(), callId, body.outcome_id)),
    );
  }
}
