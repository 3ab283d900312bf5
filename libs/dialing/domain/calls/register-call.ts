import { type Decide, DomainError, invalidField, type WorkspaceView } from '#kernel';
import { type ContactReference, liveContact, resolveReferences } from '#contacts/domain';
import type { CallRegistered } from './call-events.js';
import { type CallRow, CALLS } from './call.js';
import { type CallDetails, detailsOfNewCall } from './call-details.js';
import { secondsAfter, workspaceOf } from './call-life.js';
import { callAnswer, callIn } from './present-call.js';

/**
 * POST /calls: a call that the scheduler did not dispatch. It counts no attempt and starts no retry gap, but its
 * contact is dialed from no list until it has ended (docs/reference/dialing-rules.md#terms).
 * @throws DomainError when decided: `invalid_reference` for a contact that does not exist (any more),
 *   `call_state_conflict` for one that has a call in flight, `resource_conflict` for the id or the reference of another
 *   call
 */
export function registerCall(callId: string, reference: ContactReference, details: Partial<CallDetails> = {}) {
  return ((view) => {
    const contact = contactOf(view, reference);
    if (callInFlight(view, contact.contact_id)) {
      throw new DomainError('call_state_conflict', 'This contact has a call in flight.');
    }
    if (callIn(view, callId)) {
      throw invalidField('resource_conflict', '/call_id', 'taken', 'Another call of this workspace has this call_id.');
    }
    const { contact_id, phone } = contact;
    const lease_expires_at = secondsAfter(view.now, workspaceOf(view).lease_seconds);
    const registered: CallRegistered = {
      type: 'CallRegistered',
      data: { call_id: callId, contact_id, phone, lease_expires_at },
    };
    const recorded = detailsOfNewCall(view, { call_id: callId, contact_id }, details);
    const location = `/calls/${callId}`;
    return {
      events: [registered, ...recorded],
      answer: (after) => ({ ...callAnswer(after, callId), status: 201, location }),
    };
  }) satisfies Decide;
}

/** The contact's call, dispatched or registered, that has not ended; there is at most one. */
export function callInFlight(view: WorkspaceView, contactId: string): CallRow | undefined {
  return callsInFlight(view).get(contactId);
}

/**
 * The calls in flight of a workspace by their contact: one for each agent on the phone, so reading all of them is
 * cheap.
 */
export function callsInFlight(view: WorkspaceView): ReadonlyMap<string, CallRow> {
  const inFlight = new Map<string, CallRow>();
  for (const call of view.resident(CALLS).values()) if (call.in_flight === 1) inFlight.set(call.contact_id, call);
  return inFlight;
}

function contactOf(view: WorkspaceView, reference: ContactReference) {
  const [contactId] = resolveReferences(view, [reference]);
  const contact = contactId === undefined ? undefined : liveContact(view, contactId);
  if (contact) return contact;
  const field = 'phone' in reference ? 'phone' : 'contact_id';
  throw invalidField('invalid_reference', `/${field}`, 'unknown', `${field} names no contact.`);
}
