import type { Projection } from '#kernel';
import { deletedWorkspacesProjection, eventsBySubjectProjection, eventsProjection } from './events.projection.js';

/** The projections of the index of events: they have a follower, and a copy of the rows, of their own. */
export const TIMELINE_PROJECTIONS: readonly Projection[] = [
  eventsProjection,
  eventsBySubjectProjection,
  deletedWorkspacesProjection,
];
