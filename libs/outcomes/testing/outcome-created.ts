import type { DomainEvent } from '#kernel';

/** The event of a disposition without a destination, or of what else the fields say. */
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
      ...fields,
    },
  };
}
