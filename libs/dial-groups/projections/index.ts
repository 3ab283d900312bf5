import type { Projection } from '#kernel';
import { dialGroupsProjection } from './dial-groups.projection.js';

/** Every projection of this slice. */
export const DIAL_GROUP_PROJECTIONS: readonly Projection[] = [dialGroupsProjection];
