import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChangeEndpointHandler } from './commands/change-endpoint.command.js';
import { CreateEndpointHandler } from './commands/create-endpoint.command.js';
import { DeleteEndpointHandler } from './commands/delete-endpoint.command.js';
import { ForwardEventsHandler } from './commands/forward-events.command.js';
import { RedeliverHandler } from './commands/redeliver.command.js';
import { JudgeHealthHandler } from './commands/judge-health.command.js';
import { RecoverDeliveriesHandler } from './commands/recover-deliveries.command.js';
import { ResumeEndpointHandler } from './commands/resume-endpoint.command.js';
import { RotateEndpointSecretHandler } from './commands/rotate-endpoint-secret.command.js';
import { TestEndpointHandler } from './commands/test-endpoint.command.js';
import { ListEndpointSecretsHandler } from './queries/list-endpoint-secrets.query.js';
import { RotateOwnSecretHandler } from './commands/rotate-own-secret.command.js';
import { ListOwnSecretsHandler } from './queries/list-own-secrets.query.js';
import { SigningSecretsController } from './http/signing-secrets.controller.js';
import { DeliveriesController } from './http/deliveries.controller.js';
import { EndpointUseController } from './http/endpoint-use.controller.js';
import { EndpointsController } from './http/endpoints.controller.js';
import { GetDeliveryHandler } from './queries/get-delivery.query.js';
import { GetEndpointHandler } from './queries/get-endpoint.query.js';
import { GetEndpointDeliveryHandler } from './queries/get-endpoint-delivery.query.js';
import { ListDeliveriesHandler } from './queries/list-deliveries.query.js';
import { ListEndpointDeliveriesHandler } from './queries/list-endpoint-deliveries.query.js';
import { ListEndpointsHandler } from './queries/list-endpoints.query.js';

/**
 * Endpoints and deliveries over HTTP. The app provides globally COMMAND_DECIDER, READ_MODEL, PAGE_READER, CLOCK,
 * ID_SOURCE, RANDOMNESS, SECRET_BOX and ALLOWED_ADDRESSES; it runs the workers of this slice in processes that run
 * workers.
 */
@Module({
  imports: [CqrsModule],
  controllers: [EndpointsController, EndpointUseController, SigningSecretsController, DeliveriesController],
  providers: [
    CreateEndpointHandler,
    ChangeEndpointHandler,
    DeleteEndpointHandler,
    ForwardEventsHandler,
    JudgeHealthHandler,
    RecoverDeliveriesHandler,
    ResumeEndpointHandler,
    RotateEndpointSecretHandler,
    TestEndpointHandler,
    ListEndpointSecretsHandler,
    RotateOwnSecretHandler,
    ListOwnSecretsHandler,
    RedeliverHandler,
    GetEndpointHandler,
    ListEndpointsHandler,
    ListEndpointDeliveriesHandler,
    GetEndpointDeliveryHandler,
    GetDeliveryHandler,
    ListDeliveriesHandler,
  ],
})
export class WebhooksModule {}
