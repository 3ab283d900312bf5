import type { Projection } from '#kernel';
import { listAttemptsProjection } from './list-attempts.projection.js';
import { memberCountsProjection } from './member-counts.projection.js';
import { membersProjection } from './members.projection.js';
import { sweepsProjection } from './sweeps.projection.js';

/** Every projection of this slice. */
export const MEMBER_PROJECTIONS: readonly Projection[] = [
  membersProjection,
  memberCountsProjection,
  listAttemptsProjection,
  sweepsProjection,
];
