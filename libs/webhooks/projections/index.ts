import type { Projection } from '#kernel';
import { deliveriesProjection, dueDeliveriesProjection } from './deliveries.projection.js';

/**
 * Every projection of this slice. They are fed by the streams of workspaces and of deliveries alike; no decision reads
 * their rows.
 */
export const WEBHOOKS_PROJECTIONS: readonly Projection[] = [deliveriesProjection, dueDeliveriesProjection];
