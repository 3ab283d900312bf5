import type { Collection, IndexValue, Row, Scan, WorkspaceView } from '#kernel';
import { type ContactRow, CONTACTS } from './contact.js';
import { CONTACT_TERMS, externalIdTerm, phoneTerm } from './contact-terms.js';

/** A reference to a contact in the input (docs/reference/published-contract.md, 2.2): its id or an E.164 phone. */
export type ContactReference = { readonly contactId: string } | { readonly phone: string };

/**
 * The contacts of references, in their order; undefined for a reference that resolves to no contact of this workspace.
 * A phone means the contact whose first phone it is, else the one that has it among its further ones. Of several, the
 * one imported first that still exists is meant, or the one that got the further phone first
 * (docs/reference/http-contract.md#contact). Three interruptions, whatever their number, unless the rows still show
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
  if (ids.length > 0) {
    for (const row of view.rows(
      CONTACTS,
      ids.map((id) => [workspaceId, id]),
    )) {
      if (row?.live === 1) known.add(row.contact_id);
    }
  }
  const byPhone = contactsOfPhones(view, phones);
  return references.map((each) => {
    if ('phone' in each) return byPhone.get(each.phone);
    return known.has(each.contactId) ? each.contactId : undefined;
  });
}

function contactsOfPhones(view: WorkspaceView, phones: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const note = (given: readonly string[], firsts: readonly ({ readonly contact_id: string } | undefined)[]): void =>
    firsts.forEach((first, at) => first && found.set(given[at]!, first.contact_id));
  const { workspaceId } = view;
  note(
    phones,
    firstOfEach(
      view,
      CONTACTS,
      'by_phone',
      phones.map((phone) => [workspaceId, 1, phone]),
    ),
  );
  const rest = phones.filter((phone) => !found.has(phone));
  note(
    rest,
    firstOfEach(
      view,
      CONTACT_TERMS,
      'by_term',
      rest.map((phone) => [workspaceId, 1, phoneTerm(phone)]),
    ),
  );
  return found;
}

/** The contact of this id, if it exists now. */
export function liveContact(view: WorkspaceView, contactId: string): ContactRow | undefined {
  const [row] = view.rows(CONTACTS, [[view.workspaceId, contactId]]);
  return row?.live === 1 ? row : undefined;
}

/** The contacts that have these external ids, by the id. One interruption, whatever their number. */
export function contactsOfExternalIds(
  view: WorkspaceView,
  externalIds: readonly string[],
): ReadonlyMap<string, string> {
  const ids = unique(externalIds);
  const prefixes = ids.map((id) => [view.workspaceId, 1, externalIdTerm(id)]);
  const rows = firstOfEach(view, CONTACT_TERMS, 'by_term', prefixes);
  return new Map(rows.flatMap((row, at) => (row ? [[ids[at]!, row.contact_id]] : [])));
}

/** The first row under each prefix: earlier ones may have left it since the rows were written. */
function firstOfEach<Doc extends Row>(
  view: WorkspaceView,
  collection: Collection<Doc>,
  index: string,
  prefixes: readonly (readonly IndexValue[])[],
): readonly (Doc | undefined)[] {
  if (prefixes.length === 0) return [];
  const scans: readonly Scan<Doc>[] = view.scanMany(collection, index, prefixes, { limit: 1 });
  return scans.map((scan, at) => {
    let { rows, next } = scan;
    while (rows.length === 0 && next)
      ({ rows, next } = view.scan(collection, index, prefixes[at]!, { after: next, limit: 1 }));
    return rows[0];
  });
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
