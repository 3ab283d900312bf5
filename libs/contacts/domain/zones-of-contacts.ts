import { type ContactZones, zonesOfContact, zonesUnknown } from '#eligibility';
import type { WorkspaceRow } from '#workspaces/domain';
import { CONTACTS } from './contact.js';
import type { RowsByKey } from './entries-of-contacts.js';

/**
 * The zones of contacts by the rows, for reads and workers; those of a contact that the rows do not have yet are the
 * workspace's.
 */
export async function readZonesOfContacts(
  readModel: RowsByKey,
  { workspace_id, time_zone }: Pick<WorkspaceRow, 'workspace_id' | 'time_zone'>,
  contactIds: readonly string[],
): Promise<(contactId: string) => ContactZones> {
  const keys = [...new Set(contactIds)].map((contactId) => [workspace_id, contactId]);
  const rows = keys.length > 0 ? await readModel.getMany(CONTACTS, keys) : [];
  const zones = new Map(rows.flatMap((row) => (row ? [[row.contact_id, zonesOfContact(row, time_zone)]] : [])));
  const unknown = zonesUnknown(time_zone);
  return (contactId) => zones.get(contactId) ?? unknown;
}
