export { DELIVERY_STREAMS } from './domain/index.js';
export * from './sending/index.js';
export { type DeliveryBacklog, readDeliveryBacklog } from './queries/delivery-backlog.js';
export { WaitingDeliveries } from './queries/waiting-deliveries.js';
export { workspaceOfOpenDelivery } from './queries/workspace-of-delivery.js';
export { WebhooksModule } from './webhooks.module.js';
export type { AttemptReport } from './workers/attempt/attempt-report.js';
export { type DeliveryPorts, DeliveryWorker, type ParkedDelivery } from './workers/delivery-worker.js';
export { WEBHOOKS_PROJECTIONS } from './projections/index.js';
