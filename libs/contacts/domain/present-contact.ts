import type { ContactRow } from './contact.js';

/** A contact as the API shows it (docs/reference/http-contract.md#contact). */
export function presentContact(row: ContactRow) {
  return { contact_id: row.contact_id, phone: row.phone || null, name: row.name, created_at: row.created_at };
}
