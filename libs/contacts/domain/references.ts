import type { IndexValue, Scan, WorkspaceView } from '#kernel';
import { type ContactRow, CONTACTS } from './contact.js';

/** A reference to a contact in the input (docs/reference/published-contract.md, 2.2): its id or an E.164 phone. */
export type ContactReference = { readonly contactId: string } | { readonly phone: string };

/**
 * The contacts of references, in their order; undefined for a reference that resolves to no contact of this workspace.
 * If several contacts share a phone, the one imported first that still exists is meant
 * (docs/reference/http-contract.md#contact). Two interruptions, whatever their number, unless the rows still show
 * deleted contacts under a phone.
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
    view.scanMany(CONTACTS, 'by_phone', prefixes, { limit: 1 }).forEach((scan, index) => {
      const first = firstOf(view, prefixes[index]!, scan);
      if (first) byPhone.set(phones[index]!, first.contact_id);
    });
  }
  return references.map((each) => {
    if ('phone' in each) return byPhone.get(each.phone);
    return known.has(each.contactId) ? each.contactId : undefined;
  });
}

/** The first contact under a phone: earlier ones may have been deleted since the rows were written. */
function firstOf(view: WorkspaceView, prefix: readonly IndexValue[], scan: Scan<ContactRow>): ContactRow | undefined {
  let { rows, next } = scan;
  while (rows.length === 0 && next)
    ({ rows, next } = view.scan(CONTACTS, 'by_phone', prefix, { after: next, limit: 1 }));
  return rows[0];
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
