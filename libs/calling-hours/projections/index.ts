import type { Projection } from '#kernel';
import { callingHoursProjection } from './calling-hours.projection.js';

/** Every projection of this slice. */
export const CALLING_HOURS_PROJECTIONS: readonly Projection[] = [callingHoursProjection];
