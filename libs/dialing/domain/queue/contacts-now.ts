import { barsOfContacts, CONTACTS } from '#contacts/domain';
import type { WorkspaceView } from '#kernel';
import type { ContactNow } from '#members/domain';
import { workspaceOf } from '../calls/call-life.js';
import { callsInFlight } from '../calls/register-call.js';
import { ContactAttempts } from './contact-attempts.js';

/**
 * What the gates ask of contacts, by a view: their calls in flight, the bars of their numbers, and their attempts over
 * all lists. Those of all contacts are looked up together.
 * @param inFlight the calls in flight of the view: given where contacts are asked for several times
 */
export function contactsNow(
  view: WorkspaceView,
  contactIds: readonly string[],
  inFlight = callsInFlight(view),
): (contactId: string) => ContactNow {
  const bars = barsOfContacts(view, contactIds);
  const attempts = attemptsOfContacts(view, contactIds);
  return (contactId) => ({
    bar: bars.get(contactId) ?? null,
    callInFlight: inFlight.get(contactId)?.call_id ?? null,
    attempts: attempts(contactId),
  });
}

/** The attempts over all lists that count for contacts; without windows nothing is read, and there are none. */
function attemptsOfContacts(
  view: WorkspaceView,
  contactIds: readonly string[],
): (contactId: string) => readonly number[] {
  const workspace = workspaceOf(view);
  if (workspace.contact_windows === null || contactIds.length === 0) return () => NONE;
  const phones = phonesOfContacts(view, contactIds);
  const contacts = [...phones].map(([contact_id, phone]) => ({ contact_id, phone }));
  const attempts = ContactAttempts.asOf(view, workspace, contacts);
  return (contact_id) => attempts.of({ contact_id, phone: phones.get(contact_id) ?? '' });
}

/** The numbers that contacts would be dialed at; '' of those that are erased. */
export function phonesOfContacts(view: WorkspaceView, contactIds: readonly string[]): ReadonlyMap<string, string> {
  const ids = [...new Set(contactIds)];
  const rows = view.rows(
    CONTACTS,
    ids.map((id) => [view.workspaceId, id]),
  );
  return new Map(ids.map((id, at) => [id, rows[at]?.phone ?? '']));
}

const NONE: readonly number[] = [];
