import type { Projection } from '#kernel';
import {
  blocksBySubjectProjection,
  blocksByTypeProjection,
  deletedWorkspacesProjection,
  eventBlocksProjection,
  eventIdsProjection,
  otherEventsBySubjectProjection,
  otherEventsProjection,
} from './events.projection.js';

/** The projections of the index of events: they have a follower, and a copy of the rows, of their own. */
export const TIMELINE_PROJECTIONS: readonly Projection[] = [
  eventIdsProjection,
  eventBlocksProjection,
  blocksByTypeProjection,
  blocksBySubjectProjection,
  otherEventsProjection,
  otherEventsBySubjectProjection,
  deletedWorkspacesProjection,
];
