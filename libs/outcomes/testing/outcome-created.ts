import type { DomainEvent } from '#kernel';

/** The event of a new disposition without a destination, unless the fields say otherwise. */
export function outcomeCreated(outcome_id: string, fields: object = {}): DomainEvent {
  return {
    type: 'OutcomeCreated',
    data: {
      outcome_id,
      outcome_name: 'Sold',
      outcome_type: 'disposition',
      order: 1,
      destination_type: 'none',
      destination_id: null,
      smart_list_ids: null,
      webhook_url: null,
      retry_seconds: null,
      ...fields,
    },
  };
}
