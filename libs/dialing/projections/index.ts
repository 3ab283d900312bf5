import type { Projection } from '#kernel';
import { callsProjection } from './calls.projection.js';
import { cursorsProjection } from './cursors.projection.js';
import { reindexJobsProjection } from './reindex-jobs.projection.js';
import { unlistedProjection } from './unlisted.projection.js';

/** Every projection of this slice. */
export const DIALING_PROJECTIONS: readonly Projection[] = [
  callsProjection,
  cursorsProjection,
  unlistedProjection,
  reindexJobsProjection,
];
