import { type EventViews, subjectsOf } from '#kernel';
import type { DeliveryEvent } from './delivery.js';

/** How GET /events shows the events of deliveries. Those after the request name the delivery alone. */
export const DELIVERY_EVENT_VIEWS: EventViews<DeliveryEvent> = {
  DeliveryRequested: {
    shows: {
      delivery_id: true,
      outcome_id: true,
      call_id: true,
      contact_id: true,
      webhook_url: true,
      message_type: true,
      endpoint_id: true,
      held: true,
      body: true,
      redelivery_of: true,
    },
    subjects: ({ delivery_id, outcome_id, call_id, contact_id, redelivery_of }) => [
      ...subjectsOf('delivery', delivery_id, redelivery_of),
      ...subjectsOf('outcome', outcome_id),
      ...subjectsOf('call', call_id),
      ...subjectsOf('contact', contact_id),
    ],
  },
  DeliveryAttempted: {
    shows: { delivery_id: true, attempt: true, delivered: true, next_attempt_at: true },
    subjects: ({ delivery_id }) => subjectsOf('delivery', delivery_id),
  },
  DeliveryCancelled: {
    shows: { delivery_id: true, reason: true },
    subjects: ({ delivery_id }) => subjectsOf('delivery', delivery_id),
  },
  DeliveryErased: { shows: { delivery_id: true }, subjects: ({ delivery_id }) => subjectsOf('delivery', delivery_id) },
};
