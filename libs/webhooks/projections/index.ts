import type { Projection } from '#kernel';
import { deliveriesProjection, dueDeliveriesProjection } from './deliveries.projection.js';
import { endpointsProjection, eventFeedsProjection } from './endpoints.projection.js';

/**
 * The projections of deliveries. They read the streams of workspaces and of deliveries; no decision reads their rows.
 */
export const WEBHOOKS_PROJECTIONS: readonly Projection[] = [deliveriesProjection, dueDeliveriesProjection];

/** The projections of endpoints. They read the streams of workspaces alone, and decisions read their rows. */
export const ENDPOINT_PROJECTIONS: readonly Projection[] = [endpointsProjection, eventFeedsProjection];
