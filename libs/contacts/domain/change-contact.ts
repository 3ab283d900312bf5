import { type ContactCap, ZONES_TABLE, zonesOfNumber } from '#eligibility';
import { type Decide, invalidField, notFound, type WorkspaceView } from '#kernel';
import { searchableSlots, type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import { detailsChanged, type Indexing } from './attribute-terms.js';
import { type ContactChanged, type ContactImported, type ContactRow, CONTACTS, type ZonesOfPhone } from './contact.js';
import { type ContactDetailsChanged, NO_DETAILS } from './contact-details.js';
import { type GivenContact, type Person, personAfter, personOf } from './given-contact.js';
import { EXTERNAL_ID_TAKEN } from './imported-answer.js';
import { presentContact } from './present-contact.js';
import { contactsOfExternalIds, liveContact } from './references.js';

/**
 * When the limits of the workspace let a contact be called again, as of a view; null: they do not hold it back. Calls
 * are known to dialing alone. Without limits nothing is read.
 */
export type CapOf = (
  view: WorkspaceView,
  workspace: WorkspaceRow,
  contact: Pick<ContactRow, 'contact_id' | 'phone'>,
) => ContactCap;

/**
 * Changes what is given of a contact (docs/reference/http-contract.md#contact).
 * @param capOf of the contact with the phone that it has after the change
 * @throws DomainError when decided: `not_found`; `resource_conflict` for an external id of another contact;
 *   `validation_failed` for too many attributes
 */
export function changeContact(contactId: string, given: GivenContact, capOf: CapOf) {
  return ((view) => {
    const key = [view.workspaceId, contactId];
    const row = liveContact(view, contactId);
    if (!row) throw notFound('contact');
    const before = personOf(row);
    const { external_id } = given;
    if (typeof external_id === 'string') {
      const holder = contactsOfExternalIds(view, [external_id]).get(external_id);
      if (holder !== undefined && holder !== contactId)
        throw invalidField('resource_conflict', '/external_id', 'taken', EXTERNAL_ID_TAKEN);
    }
    const person = personAfter(before, given, '');
    const workspace = view.resident(WORKSPACES).get(view.workspaceId)!;
    const cappedUntil = capOf(view, workspace, { contact_id: contactId, phone: person.phone });
    return {
      events: changesOf(before, contactId, person, { searchable: searchableSlots(view), number: row.number }),
      answer: (after) => {
        const [changed] = after.rows(CONTACTS, [key]);
        const contact = presentContact(changed!, workspace.time_zone, cappedUntil);
        return { status: 200, body: { ok: true, contact } };
      },
    };
  }) satisfies Decide;
}

type Change = ContactImported | ContactChanged | ContactDetailsChanged;

/**
 * The events by which a contact becomes what it is to be; none where it is so already.
 * @param before undefined: it does not exist, or was deleted, and is imported
 */
export function changesOf(
  before: Person | undefined,
  contact_id: string,
  { phone, name, details }: Person,
  indexing: Indexing,
): readonly Change[] {
  const events: Change[] = [];
  if (!before) events.push({ type: 'ContactImported', data: { contact_id, phone, name, ...zonesOf(phone) } });
  else if (phone !== before.phone || name !== before.name) {
    const zones = phone === before.phone ? {} : zonesOf(phone);
    events.push({ type: 'ContactChanged', data: { contact_id, phone, old_phone: before.phone, name, ...zones } });
  }
  if (JSON.stringify(details) !== JSON.stringify(before?.details ?? NO_DETAILS))
    events.push(detailsChanged(contact_id, details, indexing));
  return events;
}

/** The zones that a phone may lie in, by the table that is in use. */
function zonesOf(phone: string): ZonesOfPhone {
  return { phone_zones: zonesOfNumber(phone), zones_table: ZONES_TABLE };
}
