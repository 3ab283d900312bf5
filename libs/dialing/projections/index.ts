import type { Projection } from '#kernel';
import { callCountsProjection } from './call-counts.projection.js';
import { callReferencesProjection } from './call-references.projection.js';
import { callsProjection } from './calls.projection.js';
import { cursorsProjection } from './cursors.projection.js';
import { dialedByProjection } from './dialed-by.projection.js';
import { dueCallbacksProjection } from './due-callbacks.projection.js';
import { reindexJobsProjection } from './reindex-jobs.projection.js';
import { unlistedProjection } from './unlisted.projection.js';

/** Every projection of this slice. */
export const DIALING_PROJECTIONS: readonly Projection[] = [
  callsProjection,
  callReferencesProjection,
  cursorsProjection,
  dialedByProjection,
  unlistedProjection,
  reindexJobsProjection,
  callCountsProjection,
  dueCallbacksProjection,
];
