import { Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import {
  type AnswerOf,
  Context,
  Endpoint,
  IdParam,
  Page,
  type PageRequest,
  type RequestContext,
  respond,
  Webhooks,
} from '#http';
import { Redeliver } from '../commands/redeliver.command.js';
import { GetDelivery } from '../queries/get-delivery.query.js';
import { ListDeliveries } from '../queries/list-deliveries.query.js';
import { DeliveriesAnswer, DeliveriesFilter, DeliveryAnswer, RedeliveryAnswer } from './delivery.dto.js';
import { CONTACT_ERASED, OUTCOME_APPLIED } from './webhooks.js';

/**
 * Webhook deliveries and their attempts (docs/reference/http-contract.md#endpoints,
 * docs/reference/http-contract.md#the-webhook).
 */
@Controller()
@Webhooks(OUTCOME_APPLIED, CONTACT_ERASED)
export class DeliveriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'GET',
    path: '/webhook-deliveries',
    scope: 'webhooks:read',
    summary: 'List deliveries',
    description: 'In the order in which they were requested, each with its attempts so far.',
    success: { status: 200, type: DeliveriesAnswer },
  })
  async listDeliveries(
    @Context() context: RequestContext,
    @Page(DeliveriesFilter) page: PageRequest<DeliveriesFilter>,
  ): Promise<AnswerOf<DeliveriesAnswer>> {
    const { size, after, filters } = page;
    const { status, outcome_id: outcomeId } = filters;
    const query = new ListDeliveries(context.workspaceId, { status, outcomeId }, size, after);
    const found = await this.queries.execute(query);
    return { ok: true, deliveries: found.deliveries, next_page_token: page.next(found.next) };
  }

  @Endpoint({
    method: 'GET',
    path: '/webhook-deliveries/:deliveryId',
    scope: 'webhooks:read',
    summary: 'Read a delivery',
    description: 'With all of its attempts so far, and when the next one is due.',
    success: { status: 200, type: DeliveryAnswer },
    errors: ['not_found'],
  })
  async getDelivery(
    @Context() context: RequestContext,
    @IdParam('deliveryId') deliveryId: string,
  ): Promise<AnswerOf<DeliveryAnswer>> {
    return { ok: true, delivery: await this.queries.execute(new GetDelivery(context.workspaceId, deliveryId)) };
  }

  @Endpoint({
    method: 'POST',
    path: '/webhook-deliveries/:deliveryId/redeliver',
    readsRows: true,
    scope: 'webhooks:write',
    summary: 'Send a webhook again',
    description:
      'As a new delivery of the same message, with an id of its own, whatever became of the first one. Not once the contact is erased.',
    success: { status: 202, type: RedeliveryAnswer },
    errors: ['not_found', 'contact_erased', 'resource_conflict', 'quota_exceeded'],
  })
  async redeliverWebhook(
    @Context() context: RequestContext,
    @IdParam('deliveryId') deliveryId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new Redeliver(context.commandContext(), deliveryId)));
  }
}
