import { type EventViews, subjectsOf } from '#kernel';
import type { Destination, OutcomeEvent } from './outcome.js';

const destinations = ({ destination_id, smart_list_ids }: Partial<Destination>) =>
  subjectsOf('list', destination_id, ...(smart_list_ids ?? []));

/** How GET /events shows the events of outcomes. Settings name the lists of their destination as well. */
export const OUTCOME_EVENT_VIEWS: EventViews<OutcomeEvent> = {
  OutcomeCreated: {
    shows: {
      outcome_id: true,
      outcome_name: true,
      outcome_type: true,
      order: true,
      destination_type: true,
      destination_id: true,
      smart_list_ids: true,
      webhook_url: true,
      retry_seconds: true,
    },
    subjects: (data) => [...subjectsOf('outcome', data.outcome_id), ...destinations(data)],
  },
  OutcomeChanged: {
    shows: { outcome_id: true, changes: true },
    subjects: ({ outcome_id, changes }) => [...subjectsOf('outcome', outcome_id), ...destinations(changes)],
  },
  OutcomeDeleted: { shows: { outcome_id: true }, subjects: ({ outcome_id }) => subjectsOf('outcome', outcome_id) },
};
