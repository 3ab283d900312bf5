import type { Decide, Instant, WorkspaceView } from '#kernel';
import {
  type ContactDeleted,
  type ContactErased,
  type ContactErasureCompleted,
  type ContactErasureRequested,
  CONTACTS,
} from './contact.js';
import { numbersErased } from '#do-not-call/domain';
import { deleteContact } from './delete-contact.js';
import { ERASURES } from './erasures.js';

/**
 * What becomes of a contact that is to be erased. erased: it is, now or since before. after_call: it is deleted, and
 * erased when the call that it is in has ended. in_call, not_found: nothing was changed.
 */
export const ERASURE_RESULTS = ['erased', 'after_call', 'in_call', 'not_found'] as const;
export type ErasureResult = (typeof ERASURE_RESULTS)[number];

/** The verdict on one contact. */
export interface ContactErasure {
  readonly contactId: string;
  readonly result: ErasureResult;
  /** Present if it is deleted by this: its memberships end in the same append. */
  readonly deleted?: ContactDeleted;
  /** Absent if it was erased or requested before, and where nothing is changed. */
  readonly event?: ContactErased | ContactErasureRequested;
}

export interface ErasureOptions {
  /** Whether a contact has a call in flight. */
  readonly isInCall: (contactId: string) => boolean;
  /** A contact in a call is erased when the call has ended, and not refused. */
  readonly afterCall: boolean;
}

/**
 * The erasure of contacts, each named once, without the end of their memberships (the caller puts that into the same
 * append). A contact that is erased again is answered again.
 */
export function eraseContacts(
  view: WorkspaceView,
  contactIds: readonly string[],
  { isInCall, afterCall }: ErasureOptions,
): readonly ContactErasure[] {
  const keys = contactIds.map((id) => [view.workspaceId, id]);
  return view.rows(CONTACTS, keys).map((row, index): ContactErasure => {
    const contactId = contactIds[index]!;
    if (!row) return { contactId, result: 'not_found' };
    if (row.erasure === 'started' || row.erasure === 'completed') return { contactId, result: 'erased' };
    const deleted = row.live === 1 ? { deleted: deleteContact(view, contactId) } : {};
    const data = { contact_id: contactId };
    if (!isInCall(contactId))
      return { contactId, result: 'erased', ...deleted, event: { type: 'ContactErased', data } };
    if (!afterCall) return { contactId, result: 'in_call' };
    if (row.erasure === 'requested') return { contactId, result: 'after_call', ...deleted };
    return { contactId, result: 'after_call', ...deleted, event: { type: 'ContactErasureRequested', data } };
  });
}

/** When a contact was erased; null: it is not erased. */
export function erasedAt(view: WorkspaceView, contactId: string): Instant | null {
  const [row] = view.rows(CONTACTS, [[view.workspaceId, contactId]]);
  return row?.erased_at ?? null;
}

/**
 * The end of an erasure: the contact may be imported again. No event if it has ended, or has not begun. The answer is
 * empty.
 * @param erasedRevision of its `ContactErased`: a worker that was stopped for a while must not end the next erasure of
 *   a contact that was imported again
 */
export function completeErasure(contactId: string, erasedRevision: number): Decide {
  return (view) => {
    const completed: ContactErasureCompleted = { type: 'ContactErasureCompleted', data: { contact_id: contactId } };
    const events = isUnderWay(view, contactId, erasedRevision) ? [completed] : [];
    return { events, answer: () => ({ status: 200, body: { ok: true } }) };
  };
}

/**
 * Whether an erasure is under way still: the answer has `is_under_way`. No event.
 * @param erasedRevision of its `ContactErased`
 */
export function confirmErasure(contactId: string, erasedRevision: number): Decide {
  return (view) => {
    const body = { is_under_way: isUnderWay(view, contactId, erasedRevision) };
    return { events: [], answer: () => ({ status: 200, body }) };
  };
}

function isUnderWay(view: WorkspaceView, contactId: string, erasedRevision: number): boolean {
  const key = [view.workspaceId, contactId];
  const [[row], [erasure]] = [view.rows(CONTACTS, [key]), view.rows(ERASURES, [key])];
  return row?.erasure === 'started' && erasure?.erased_revision === erasedRevision;
}

/**
 * The erasure of contacts that were erased before, and of which keys are there again: older keys were put back. Until
 * it is completed they cannot be imported, so their keys can be shredded without losing those of an import. Contacts
 * that were imported again since are passed over.
 *
 * The answer names the contacts whose erasure is not completed now.
 */
export function eraseAgain(contactIds: readonly string[]): Decide {
  return (view) => {
    const keys = contactIds.map((id) => [view.workspaceId, id]);
    const rows = view.rows(CONTACTS, keys).filter((row) => row !== undefined);
    const completed = rows.filter(({ erasure }) => erasure === 'completed');
    const again = completed.map(({ contact_id }) => contact_id);
    const erasedAgain = again.map((contact_id): ContactErased => ({ type: 'ContactErased', data: { contact_id } }));
    const events = [...erasedAgain, ...numbersErased(view, again)];
    const erased = rows.filter(({ erasure }) => erasure === 'completed' || erasure === 'started');
    const body = { contact_ids: erased.map(({ contact_id }) => contact_id) };
    return { events, answer: () => ({ status: 200, body }) };
  };
}
