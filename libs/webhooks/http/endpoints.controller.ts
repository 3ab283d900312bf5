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
  Webhooks,
} from '#http';
import { ChangeEndpoint } from '../commands/change-endpoint.command.js';
import { CreateEndpoint } from '../commands/create-endpoint.command.js';
import { DeleteEndpoint } from '../commands/delete-endpoint.command.js';
import { MAX_ENDPOINTS } from '../domain/index.js';
import { GetEndpoint } from '../queries/get-endpoint.query.js';
import { GetEndpointDelivery } from '../queries/get-endpoint-delivery.query.js';
import { ListEndpointDeliveries } from '../queries/list-endpoint-deliveries.query.js';
import { ListEndpoints } from '../queries/list-endpoints.query.js';
import {
  ChangeEndpointBody,
  CreateEndpointBody,
  EndpointAnswer,
  EndpointCreatedAnswer,
  EndpointDeletedAnswer,
  EndpointsAnswer,
} from './endpoint.dto.js';
import {
  EndpointDeliveriesAnswer,
  EndpointDeliveriesFilter,
  EndpointDeliveryAnswer,
  filtersOf,
  isNewestFirst,
} from './endpoint-delivery.dto.js';
import { ENDPOINT_WEBHOOKS } from './endpoint-webhooks.js';

/** Webhook endpoints of the whole workspace (docs/reference/http-contract.md#webhook-endpoints). */
@Controller()
@Webhooks(...ENDPOINT_WEBHOOKS)
export class EndpointsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/webhook-endpoints',
    scope: 'webhooks:admin',
    summary: 'Create a webhook endpoint',
    description: `It is told of the events of the whole workspace that occur from now on, and has a signing secret of its own, which this answer alone shows. A workspace holds at most ${MAX_ENDPOINTS}.`,
    success: { status: 201, type: EndpointCreatedAnswer, headers: ['Location', 'ETag'] },
    errors: ['resource_conflict'],
  })
  async createWebhookEndpoint(
    @Context() context: RequestContext,
    @Body() body: CreateEndpointBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new CreateEndpoint(context.commandContext(), body)));
  }

  @Endpoint({
    method: 'GET',
    path: '/webhook-endpoints',
    scope: 'webhooks:read',
    summary: 'List all webhook endpoints',
    description: 'In the order of their creation. They are few and come whole, without pages.',
    success: { status: 200, type: EndpointsAnswer },
  })
  async listWebhookEndpoints(@Context() context: RequestContext): Promise<AnswerOf<EndpointsAnswer>> {
    const webhook_endpoints = await this.queries.execute(new ListEndpoints(context.workspaceId));
    return { ok: true, webhook_endpoints };
  }

  @Endpoint({
    method: 'GET',
    path: '/webhook-endpoints/:endpointId',
    scope: 'webhooks:read',
    summary: 'Read a webhook endpoint',
    description: 'With its health, and without its secrets.',
    success: { status: 200, type: EndpointAnswer, headers: ['ETag'] },
    errors: ['not_found'],
  })
  async getWebhookEndpoint(
    @Context() context: RequestContext,
    @IdParam('endpointId') endpointId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<EndpointAnswer>> {
    const { endpoint, etag } = await this.queries.execute(new GetEndpoint(context.workspaceId, endpointId));
    reply.header('ETag', etag);
    return { ok: true, webhook_endpoint: endpoint };
  }

  @Endpoint({
    method: 'PATCH',
    path: '/webhook-endpoints/:endpointId',
    scope: 'webhooks:admin',
    summary: 'Change a webhook endpoint',
    description:
      'What is left out stays. A type that is added is told of events that occur from now on; of one that is taken away, nothing is requested any more.',
    success: { status: 200, type: EndpointAnswer, headers: ['ETag'] },
    errors: ['not_found', 'precondition_failed'],
  })
  async changeWebhookEndpoint(
    @Context() context: RequestContext,
    @IdParam('endpointId') endpointId: string,
    @Body() body: ChangeEndpointBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new ChangeEndpoint(context.commandContext(), endpointId, body, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/webhook-endpoints/:endpointId',
    scope: 'webhooks:admin',
    summary: 'Delete a webhook endpoint',
    description: 'It is told nothing more: what waits for it is cancelled when it is due.',
    success: { status: 200, type: EndpointDeletedAnswer },
    errors: ['not_found', 'precondition_failed'],
  })
  async deleteWebhookEndpoint(
    @Context() context: RequestContext,
    @IdParam('endpointId') endpointId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new DeleteEndpoint(context.commandContext(), endpointId, context.ifMatch);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'GET',
    path: '/webhook-endpoints/:endpointId/deliveries',
    scope: 'webhooks:read',
    summary: 'List the deliveries to a webhook endpoint',
    description:
      'Each with its attempts so far. A filtered page may have fewer deliveries than it could, and still a next one.',
    success: { status: 200, type: EndpointDeliveriesAnswer },
    errors: ['not_found'],
  })
  async listEndpointDeliveries(
    @Context() context: RequestContext,
    @IdParam('endpointId') endpointId: string,
    @Page(EndpointDeliveriesFilter) page: PageRequest<EndpointDeliveriesFilter>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { size, after, filters } = page;
    const { workspaceId } = context;
    const query = new ListEndpointDeliveries(
      workspaceId,
      endpointId,
      filtersOf(filters),
      isNewestFirst(filters),
      size,
      after,
    );
    const { items, next } = await this.queries.execute(query);
    return answerPage<EndpointDeliveriesAnswer, 'deliveries'>(reply, 'deliveries', items, page.next(next));
  }

  @Endpoint({
    method: 'GET',
    path: '/webhook-endpoints/:endpointId/deliveries/:endpointDeliveryId',
    scope: 'webhooks:read',
    summary: 'Read a delivery to a webhook endpoint',
    description: 'With all of its attempts so far, and when the next one is due.',
    success: { status: 200, type: EndpointDeliveryAnswer },
    errors: ['not_found'],
  })
  async getEndpointDelivery(
    @Context() context: RequestContext,
    @IdParam('endpointId') endpointId: string,
    @IdParam('endpointDeliveryId') deliveryId: string,
  ): Promise<AnswerOf<EndpointDeliveryAnswer>> {
    const query = new GetEndpointDelivery(context.workspaceId, endpointId, deliveryId);
    return { ok: true, delivery: await this.queries.execute(query) };
  }
}
