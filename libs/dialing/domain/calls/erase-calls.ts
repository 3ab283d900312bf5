import type { Decide } from '#kernel';
import { CALLS } from './call.js';
import type { CallsErased } from './erased-calls.js';

/** Calls of a contact that are erased by one event: a bound of its size, and of the rows that it changes at once. */
export const ERASED_CALLS = 500;

/**
 * The erasure of finished calls of a contact that was erased. Calls that are erased already are passed over; where none
 * is left, there is no event.
 * @param callIds at most {@link ERASED_CALLS}
 */
export function eraseCalls(contactId: string, callIds: readonly string[]): Decide {
  return (view) => {
    const rows = view.rows(
      CALLS,
      callIds.map((id) => [view.workspaceId, id]),
    );
    const call_ids = rows.flatMap((row) =>
      row?.contact_id === contactId && row.erased_at === null ? row.call_id : [],
    );
    const erased: CallsErased = { type: 'CallsErased', data: { contact_id: contactId, call_ids } };
    return { events: call_ids.length > 0 ? [erased] : [], answer: () => ({ status: 200, body: { ok: true } }) };
  };
}
