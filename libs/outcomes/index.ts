import type { Projection } from '#kernel';
import { outcomesProjection } from './projections/outcomes.projection.js';

export { OUTCOMES_SCHEMAS } from './domain/index.js';
export { OutcomesModule } from './outcomes.module.js';
export { ALLOWED_ADDRESSES } from './tokens.js';

/** Every projection of this slice. */
export const OUTCOMES_PROJECTIONS: readonly Projection[] = [outcomesProjection];
