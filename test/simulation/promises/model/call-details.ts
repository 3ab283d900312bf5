import type { Details, EventOf } from './events.js';
import type { Call } from './state.js';

export const NO_DETAILS: Details = {
  agent_id: null,
  reference: null,
  notes: null,
  duration_seconds: null,
  recording_url: null,
};

/** The details that an event gives. */
export function detailsOf({ data }: EventOf<'CallDetailsRecorded'>): Partial<Details> {
  const { call_id: _call, contact_id: _contact, dispatched_at: _at, ...details } = data;
  return details;
}

/** The details of a call, as they are after the event. */
export function detailsAfter(call: Call | undefined, event: EventOf<'CallDetailsRecorded'>): Details {
  return { ...(call?.details ?? NO_DETAILS), ...detailsOf(event) };
}

/** What is left of the details of a call whose contact was erased. */
export const erasedDetails = (details: Details): Details => ({ ...details, notes: null, recording_url: null });
