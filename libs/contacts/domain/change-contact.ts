import { ZONES_TABLE, zonesOfNumber } from '#eligibility';
import { type Decide, invalidField, notFound } from '#kernel';
import { searchableSlots, WORKSPACES } from '#workspaces/domain';
import { detailsChanged, type Indexing } from './attribute-terms.js';
import { type ContactChanged, type ContactImported, CONTACTS, type ZonesOfPhone } from './contact.js';
import { type ContactDetailsChanged, NO_DETAILS } from './contact-details.js';
import { type GivenContact, type Person, personAfter, personOf } from './given-contact.js';
import { EXTERNAL_ID_TAKEN } from './imported-answer.js';
import { presentContact } from './present-contact.js';
import { contactsOfExternalIds, liveContact } from './references.js';

/**
 * Changes what is given of a contact (docs/reference/http-contract.md#contact).
 * @throws DomainError when decided: `not_found`; `resource_conflict` for an external id of another contact;
 *   `validation_failed` for too many attributes
 */
export function changeContact(contactId: string, given: GivenContact) {
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
    return {
      events: changesOf(before, contactId, personAfter(before, given, ''), {
        searchable: searchableSlots(view),
        number: row.number,
      }),
      answer: (after) => {
        const [changed] = after.rows(CONTACTS, [key]);
        const { time_zone } = after.resident(WORKSPACES).get(view.workspaceId)!;
        return { status: 200, body: { ok: true, contact: presentContact(changed!, time_zone) } };
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
