import type { Projection } from '#kernel';
import { memberCountsProjection } from './projections/member-counts.projection.js';
import { membersProjection } from './projections/members.projection.js';
import { requeuesProjection } from './projections/requeues.projection.js';
import { sweepsProjection } from './projections/sweeps.projection.js';

export { MEMBER_SCHEMAS } from './domain/index.js';
export { MembersModule } from './members.module.js';
export { type ParkedSweep, type SweepPorts, SweepWorker } from './workers/sweep-worker.js';

/** Every projection of this slice. */
export const MEMBER_PROJECTIONS: readonly Projection[] = [
  membersProjection,
  memberCountsProjection,
  sweepsProjection,
  requeuesProjection,
];
