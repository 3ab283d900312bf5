import type { Projection } from '#kernel';
import { callsProjection } from './projections/calls.projection.js';
import { cursorsProjection } from './projections/cursors.projection.js';
import { unlistedProjection } from './projections/unlisted.projection.js';

export { DialingModule } from './dialing.module.js';
export { DIALING_SCHEMAS } from './domain/index.js';
export { type CallTimerPorts, CallTimerWorker, type ParkedCall } from './workers/call-timer-worker.js';
export { type ParkedRequeue, RequeueWorker, type RequeueWorkerPorts } from './workers/requeue-worker.js';

/** Every projection of this slice. */
export const DIALING_PROJECTIONS: readonly Projection[] = [callsProjection, cursorsProjection, unlistedProjection];
