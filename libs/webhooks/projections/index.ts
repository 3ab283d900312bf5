import type { Projection } from '#kernel';
import { deliveriesProjection, dueDeliveriesProjection } from './deliveries.projection.js';

/**
 * Every projection of this slice. They read the streams of workspaces and of deliveries; no decision reads their rows.
 */
export const WEBHOOKS_PROJECTIONS: readonly Projection[] = [deliveriesProjection, dueDeliveriesProjection];
