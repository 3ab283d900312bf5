import type { Projection } from '#kernel';
import { doNotCallCountsProjection, doNotCallProjection } from './do-not-call.projection.js';

/** Every projection of this slice. */
export const DO_NOT_CALL_PROJECTIONS: readonly Projection[] = [doNotCallProjection, doNotCallCountsProjection];
