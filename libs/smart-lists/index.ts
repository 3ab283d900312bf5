import type { Projection } from '#kernel';
import { smartListsProjection } from './projections/smart-lists.projection.js';

export { SMART_LIST_SCHEMAS } from './domain/index.js';
export { SmartListsModule } from './smart-lists.module.js';

/** Every projection of this slice. */
export const SMART_LIST_PROJECTIONS: readonly Projection[] = [smartListsProjection];
