import { type ContactDetails, detailsOf } from './contact-details.js';
import type { ContactRow } from './contact.js';

/** A contact as the API shows it (docs/reference/http-contract.md#contact). */
export function presentContact(row: ContactRow) {
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
