import type { Projection } from '#kernel';
import { smartListsProjection } from './smart-lists.projection.js';

/** Every projection of this slice. */
export const SMART_LIST_PROJECTIONS: readonly Projection[] = [smartListsProjection];
