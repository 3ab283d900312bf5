import { type EventViews, subjectsOf } from '#kernel';
import type { CallingHoursEvent } from './calling-hours.js';

const ofHours = ({ calling_hours_id }: { readonly calling_hours_id: string }) =>
  subjectsOf('calling_hours', calling_hours_id);

/** How GET /events shows the events of calling hours. */
export const CALLING_HOURS_EVENT_VIEWS: EventViews<CallingHoursEvent> = {
  CallingHoursCreated: {
    shows: { calling_hours_id: true, name: true, zone: true, intervals: true, closed_dates: true, first: true },
    subjects: ofHours,
  },
  CallingHoursChanged: { shows: { calling_hours_id: true, changes: true }, subjects: ofHours },
  CallingHoursDeleted: { shows: { calling_hours_id: true }, subjects: ofHours },
};
