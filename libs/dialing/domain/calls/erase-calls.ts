import { numberHash, numberKeyOf } from '#do-not-call/domain';
import { HOUR, MAX_WINDOW } from '#eligibility';
import type { Decide, DomainEvent } from '#kernel';
import type { NumberKeyMade } from '#workspaces/domain';
import { type CallRow, CALLS, isOpenNumber } from './call.js';
import type { CallsErased } from './erased-calls.js';

/** Calls of a contact that are erased by one event: a bound of its size, and of the rows that it changes at once. */
export const ERASED_CALLS = 500;

/**
 * The erasure of finished calls of a contact that was erased. Calls that are erased already are passed over; where none
 * is left, there is no event. Numbers that limits of a contact may still count are kept as hashes, also where none was
 * hashed before: the next contact with the number is not dialed more often than is allowed
 * (docs/adr/0072-limits-of-a-contact-count-its-calls.md).
 * @param callIds at most {@link ERASED_CALLS}
 * @param newKey the key of numbers of a workspace that has none yet; decisions are pure, so it is made before them
 */
export function eraseCalls(contactId: string, callIds: readonly string[], newKey: string): Decide {
  return (view) => {
    const rows = view.rows(
      CALLS,
      callIds.map((id) => [view.workspaceId, id]),
    );
    const calls = rows.filter((row) => row?.contact_id === contactId && row.erased_at === null).map((row) => row!);
    const answer = () => ({ status: 200, body: { ok: true } });
    if (calls.length === 0) return { events: [], answer };
    const call_ids = calls.map(({ call_id }) => call_id);
    const key = numberKeyOf(view);
    const number_hashes = calls.filter(isToBeHashed(Date.parse(view.now))).map(({ call_id, dialed_number }) => ({
      ...{ call_id, number_hash: numberHash(key ?? newKey, dialed_number) },
    }));
    const made: readonly NumberKeyMade[] =
      key === null && number_hashes.length > 0 ? [{ type: 'NumberKeyMade', data: { key: newKey } }] : [];
    const data = { contact_id: contactId, call_ids, ...(number_hashes.length > 0 && { number_hashes }) };
    const erased: CallsErased = { type: 'CallsErased', data };
    return { events: [...made, erased] satisfies DomainEvent[], answer };
  };
}

/** Whether a call has its number open, and a window may count it. */
function isToBeHashed(now: number) {
  return ({ dialed_number, dispatched_at }: CallRow): boolean =>
    isOpenNumber(dialed_number) && Date.parse(dispatched_at) > now - MAX_WINDOW.hours * HOUR;
}
