import { type ContactDetails, detailsOf } from './contact-details.js';
import type { ContactRow } from './contact.js';

/** Where the zones of a contact come from: its own time zone, its number, or the workspace. */
export const ZONES_SOURCES = ['given', 'number', 'workspace'] as const;
export type ZonesSource = (typeof ZONES_SOURCES)[number];

/**
 * A contact as the API shows it (docs/reference/http-contract.md#contact).
 * @param workspaceZone `time_zone` of the workspace as it is now
 */
export function presentContact(row: ContactRow, workspaceZone: string) {
  return { ...recordedContact(row), ...zonesOfContact(row, workspaceZone) };
}

/** What is recorded of a contact alone, as its history and exports show it: nothing that settings can change. */
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

/**
 * The zones of a contact (docs/reference/dialing-rules.md#terms): its own time zone, else those of its number, else the
 * workspace's.
 */
export function zonesOfContact(
  { time_zone, phone_zones }: Pick<ContactRow, 'time_zone' | 'phone_zones'>,
  workspaceZone: string,
): { readonly zones: readonly string[]; readonly zones_source: ZonesSource } {
  if (time_zone !== null) return { zones: [time_zone], zones_source: 'given' };
  if (phone_zones.length > 0) return { zones: phone_zones, zones_source: 'number' };
  return { zones: [workspaceZone], zones_source: 'workspace' };
}
