import { type EventViews, subjectsOf } from '#kernel';
import type { DialGroupEvent } from './dial-group.js';

/** How GET /events shows the events of dial groups. They name their lists as well. */
export const DIAL_GROUP_EVENT_VIEWS: EventViews<DialGroupEvent> = {
  DialGroupCreated: {
    shows: { dial_group_id: true, name: true, smart_list_ids: true },
    subjects: ({ dial_group_id, smart_list_ids }) => [
      ...subjectsOf('dial_group', dial_group_id),
      ...subjectsOf('list', ...smart_list_ids),
    ],
  },
  DialGroupChanged: {
    shows: { dial_group_id: true, changes: true },
    subjects: ({ dial_group_id, changes }) => [
      ...subjectsOf('dial_group', dial_group_id),
      ...subjectsOf('list', ...(changes.smart_list_ids ?? [])),
    ],
  },
  DialGroupDeleted: {
    shows: { dial_group_id: true },
    subjects: ({ dial_group_id }) => subjectsOf('dial_group', dial_group_id),
  },
};
