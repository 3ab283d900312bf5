import { type EventViews, subjectsOf } from '#kernel';
import type { SmartListEvent, SmartListSettings } from './smart-list.js';

const namedBy = ({ next_list_id, calling_hours_id }: Partial<SmartListSettings>) => [
  ...subjectsOf('list', next_list_id),
  ...subjectsOf('calling_hours', calling_hours_id),
];

/** How GET /events shows the events of lists. Settings name the next list and calling hours as well. */
export const SMART_LIST_EVENT_VIEWS: EventViews<SmartListEvent> = {
  SmartListCreated: {
    shows: {
      smart_list_id: true,
      name: true,
      description: true,
      priority: true,
      max_attempts_per_day: true,
      max_attempts_total: true,
      min_retry_seconds: true,
      retry_seconds: true,
      attempt_windows: true,
      dial_timeout_seconds: true,
      next_list_id: true,
      calling_hours_id: true,
      paused: true,
      source: true,
    },
    subjects: ({ smart_list_id, ...settings }) => [...subjectsOf('list', smart_list_id), ...namedBy(settings)],
  },
  SmartListChanged: {
    shows: { smart_list_id: true, changes: true, exhausts: true },
    subjects: ({ smart_list_id, changes }) => [...subjectsOf('list', smart_list_id), ...namedBy(changes)],
  },
  SmartListReset: {
    shows: { smart_list_id: true, completed_only: true },
    subjects: ({ smart_list_id }) => subjectsOf('list', smart_list_id),
  },
  SmartListDeleted: {
    shows: { smart_list_id: true, members_left: true },
    subjects: ({ smart_list_id }) => subjectsOf('list', smart_list_id),
  },
};
