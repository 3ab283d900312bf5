import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { RedeliverHandler } from './commands/redeliver.command.js';
import { DeliveriesController } from './http/deliveries.controller.js';
import { GetDeliveryHandler } from './queries/get-delivery.query.js';
import { ListDeliveriesHandler } from './queries/list-deliveries.query.js';

/**
 * Deliveries over HTTP. The app provides COMMAND_DECIDER, READ_MODEL and ID_SOURCE globally; it runs the DeliveryWorker
 * in processes that run workers.
 */
@Module({
  imports: [CqrsModule],
  controllers: [DeliveriesController],
  providers: [RedeliverHandler, GetDeliveryHandler, ListDeliveriesHandler],
})
export class WebhooksModule {}
