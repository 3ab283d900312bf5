import type { WorkspaceView } from '#kernel';
import { CONTACTS } from './contact.js';

/** How a contact is named on input (seed, 2.2): by its id or by an E.164 phone. */
export type ContactReference = { readonly contactId: string } | { readonly phone: string };

/**
 * The contacts that references mean, in their order; undefined where one resolves to nothing in this workspace. If several contacts
 * share a phone, the one imported first that still exists is meant (api.md, Contact). Two interruptions at most, whatever
 * their number.
 */
export function resolveReferences(
  view: WorkspaceView,
  references: readonly ContactReference[],
): readonly (string | undefined)[] {
  const ids = unique(references.flatMap((each) => ('contactId' in each ? [each.contactId] : [])));
  const phones = unique(references.flatMap((each) => ('phone' in each ? [each.phone] : [])));
  const { workspaceId } = view;
  const known = new Set<string>();
  const byPhone = new Map<string, string>();
  if (ids.length > 0) {
    for (const row of view.rows(
      CONTACTS,
      ids.map((id) => [workspaceId, id]),
    )) {
      if (row?.live === 1) known.add(row.contact_id);
    }
  }
  if (phones.length > 0) {
    const prefixes = phones.map((phone) => [workspaceId, 1, phone]);
    view.scanMany(CONTACTS, 'by_phone', prefixes, { limit: 1 }).forEach(({ rows: [first] }, index) => {
      if (first) byPhone.set(phones[index]!, first.contact_id);
    });
  }
  return references.map((each) => {
    if ('phone' in each) return byPhone.get(each.phone);
    return known.has(each.contactId) ? each.contactId : undefined;
  });
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
