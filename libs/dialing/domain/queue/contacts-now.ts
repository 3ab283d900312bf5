import { callingHoursOf } from '#calling-hours/domain';
import { barsOfContacts, type ContactRow, CONTACTS } from '#contacts/domain';
import { type ContactZones, zonesOfContact, zonesUnknown } from '#eligibility';
import type { WorkspaceView } from '#kernel';
import type { ContactNow } from '#members/domain';
import { workspaceOf } from '../calls/call-life.js';
import { callsInFlight } from '../calls/register-call.js';
import { ContactAttempts } from './contact-attempts.js';

/**
 * What the gates ask of contacts, by a view: their calls in flight, the bars of their numbers, their attempts over all
 * lists, and their zones where the workspace has calling hours. Those of all contacts are looked up together.
 * @param inFlight the calls in flight of the view: given where contacts are asked for several times
 */
export function contactsNow(
  view: WorkspaceView,
  contactIds: readonly string[],
  inFlight = callsInFlight(view),
): (contactId: string) => ContactNow {
  const bars = barsOfContacts(view, contactIds);
  const attempts = attemptsOfContacts(view, contactIds);
  const zones = callingHoursOf(view).length > 0 ? zonesOfContacts(view, contactIds) : undefined;
  const unknown = zonesUnknown(workspaceOf(view).time_zone);
  return (contactId) => ({
    bar: bars.get(contactId) ?? null,
    callInFlight: inFlight.get(contactId)?.call_id ?? null,
    attempts: attempts(contactId),
    zones: zones?.get(contactId) ?? unknown,
  });
}

/** The zones of contacts, by a view. */
export function zonesOfContacts(view: WorkspaceView, contactIds: readonly string[]): ReadonlyMap<string, ContactZones> {
  const { time_zone } = workspaceOf(view);
  return new Map(
    contactRows(view, contactIds).map(([contactId, row]) => [
      contactId,
      row ? zonesOfContact(row, time_zone) : zonesUnknown(time_zone),
    ]),
  );
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
  return new Map(contactRows(view, contactIds).map(([contactId, row]) => [contactId, row?.phone ?? '']));
}

function contactRows(
  view: WorkspaceView,
  contactIds: readonly string[],
): readonly (readonly [contactId: string, row: ContactRow | undefined])[] {
  const ids = [...new Set(contactIds)];
  const rows = view.rows(
    CONTACTS,
    ids.map((id) => [view.workspaceId, id]),
  );
  return ids.map((id, at) => [id, rows[at]]);
}

const NONE: readonly number[] = [];
