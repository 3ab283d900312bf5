import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { Context, Endpoint, IdParam, type RequestContext, respond } from '#http';
import { RecoverDeliveries } from '../commands/recover-deliveries.command.js';
import { ResumeEndpoint } from '../commands/resume-endpoint.command.js';
import { TestEndpoint } from '../commands/test-endpoint.command.js';
import { RECOVERED_AT_ONCE } from '../domain/index.js';
import { EndpointAnswer } from './endpoint.dto.js';
import { EndpointTestAnswer, RecoverDeliveriesBody, RecoveredAnswer } from './endpoint-use.dto.js';

/** What is done with webhook endpoints that exist (docs/reference/http-contract.md#webhook-endpoints). */
@Controller()
export class EndpointUseController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    method: 'POST',
    path: '/webhook-endpoints/:endpointId/test',
    scope: 'webhooks:admin',
    summary: 'Try a webhook endpoint out',
    description:
      'Sends it a message of type `endpoint.test`, also while it is paused, and whatever it has subscribed to.',
    success: { status: 202, type: EndpointTestAnswer },
    errors: ['not_found', 'quota_exceeded'],
  })
  async testWebhookEndpoint(
    @Context() context: RequestContext,
    @IdParam('endpointId') endpointId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new TestEndpoint(context.commandContext(), endpointId)));
  }

  @Endpoint({
    method: 'POST',
    path: '/webhook-endpoints/:endpointId/resume',
    scope: 'webhooks:admin',
    summary: 'Resume a webhook endpoint that was paused',
    description:
      'It is told again of what happens from now on. What was held, or cancelled by the pause, is sent by recovering it. Of one that is not paused nothing is changed.',
    success: { status: 200, type: EndpointAnswer, headers: ['ETag'] },
    errors: ['not_found'],
  })
  async resumeWebhookEndpoint(
    @Context() context: RequestContext,
    @IdParam('endpointId') endpointId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new ResumeEndpoint(context.commandContext(), endpointId)));
  }

  @Endpoint({
    method: 'POST',
    path: '/webhook-deliveries/recover',
    readsRows: true,
    scope: 'webhooks:write',
    summary: 'Send again what an endpoint did not get',
    description: `Deliveries to the endpoint that are \`exhausted\` or \`cancelled\`, each as a new one, ${RECOVERED_AT_ONCE} in one request, from the newest on: repeat it with \`next_after\` until that is null. One that was recovered before is sent once more.`,
    success: { status: 202, type: RecoveredAnswer },
    errors: ['invalid_reference', 'quota_exceeded'],
  })
  async recoverDeliveries(
    @Context() context: RequestContext,
    @Body() body: RecoverDeliveriesBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { endpoint_id: endpointId, since, after } = body;
    const recovery = { endpointId, since, after: after ?? undefined };
    return respond(reply, await this.commands.execute(new RecoverDeliveries(context.commandContext(), recovery)));
  }
}
