import type { Projection } from '#kernel';
import { deliveriesProjection, dueDeliveriesProjection } from './projections/deliveries.projection.js';

export { DELIVERY_STREAMS, type DeliveryStatus, WEBHOOKS_SCHEMAS } from './domain/index.js';
export * from './sending/index.js';
export { WebhooksModule } from './webhooks.module.js';
export { type DeliveryPorts, DeliveryWorker, type ParkedDelivery } from './workers/delivery-worker.js';

/** Every projection of this slice. They are fed by the streams of workspaces and of deliveries alike; no decision reads their rows. */
export const WEBHOOKS_PROJECTIONS: readonly Projection[] = [deliveriesProjection, dueDeliveriesProjection];
