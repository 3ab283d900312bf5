import type { Projection } from '#kernel';
import {
  CALLING_HOURS,
  type CallingHoursRow,
  evolveCallingHours,
  isCallingHoursEvent,
} from '../domain/calling-hours.js';

/** The calling hours of a workspace; the head holds all that are not deleted. */
export const callingHoursProjection: Projection<CallingHoursRow> = {
  collection: CALLING_HOURS,
  version: 1,
  keys: (event) => (isCallingHoursEvent(event) ? [[event.metadata.workspace_id, event.data.calling_hours_id]] : []),
  evolve: (row, event) => (isCallingHoursEvent(event) ? evolveCallingHours(row, event) : row),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};
