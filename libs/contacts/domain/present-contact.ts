import { type ContactCap, zonesOfContact } from '#eligibility';
import { type ContactDetails, detailsOf } from './contact-details.js';
import type { ContactRow } from './contact.js';

/**
 * A contact as the API shows it (docs/reference/http-contract.md#contact).
 * @param workspaceZone `time_zone` of the workspace as it is now
 * @param capped_until when the limits of the workspace let it be called again: to come; null: they do not hold it back
 */
export function presentContact(row: ContactRow, workspaceZone: string, capped_until: ContactCap) {
  return { ...recordedContact(row), ...zonesOfContact(row, workspaceZone), capped_until };
}

/** What is recorded of a contact alone, as exports show it: nothing that settings or time can change. */
export function recordedContact(row: ContactRow) {
  const { phone_label, further_phones, ...details }: ContactDetails = detailsOf(row);
  const phones = row.phone === '' ? further_phones : [{ phone: row.phone, label: phone_label }, ...further_phones];
  return {
    contact_id: row.contact_id,
    phone: row.phone || null,
    name: row.name,
    created_at: row.created_at,
    ...details,
    phones,
  };
}
