import type { Projection } from '#kernel';
import { outcomesProjection } from './outcomes.projection.js';

/** Every projection of this slice. */
export const OUTCOMES_PROJECTIONS: readonly Projection[] = [outcomesProjection];
