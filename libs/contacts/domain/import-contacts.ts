import { type Decide, invalidField, type WorkspaceView } from '#kernel';
import { CONTACTS, type ContactChanged, type ContactImported, type ContactRow } from './contact.js';

/** An item of an import as sent. */
export interface ContactItem {
  readonly contact_id?: string | undefined;
  readonly phone: string;
  readonly name?: string | null | undefined;
}

/** One item of an import. `contactId` is never absent: the caller makes one for an item without it. */
export interface ImportedContact {
  readonly contactId: string;
  readonly phone: string;
  /** Absent: unchanged; null: cleared. */
  readonly name?: string | null;
}

/**
 * Upserts contacts by id (docs/reference/http-contract.md#endpoints): of several items of one contact only the last
 * counts. A deleted contact is imported again under its old number, with nothing else of its past.
 * @throws DomainError when decided: `resource_conflict` for a contact that is being erased: its keys are shredded
 *   later, and those of the import would be among them
 */
export function importContacts(items: readonly ImportedContact[]) {
  return ((view) => {
    const last = lastOfEach(items);
    const rows = view.rows(
      CONTACTS,
      [...last.keys()].map((id) => [view.workspaceId, id]),
    );
    refuseWhileErased(items, rows);
    const changes = [...last.values()].map((item, index) => importOne(item, rows[index]));
    const count = (type: string): number => changes.filter((event) => event?.type === type).length;
    const [created, updated] = [count('ContactImported'), count('ContactChanged')];
    return {
      events: changes.filter((event) => event !== undefined),
      answer: () => ({
        status: 200,
        body: {
          ok: true,
          created,
          updated,
          unchanged: last.size - created - updated,
          contacts: answeredContacts(items),
        },
      }),
    };
  }) satisfies Decide;
}

/** The answer for each item, in their order: all items of one contact have the phone of the last. */
export function answeredContacts(items: readonly ImportedContact[]): { contact_id: string; phone: string }[] {
  const last = lastOfEach(items);
  return items.map(({ contactId }) => ({ contact_id: contactId, phone: last.get(contactId)!.phone }));
}

/** The items that count, in the order of the array. */
function lastOfEach(items: readonly ImportedContact[]): ReadonlyMap<string, ImportedContact> {
  const last = new Map<string, ImportedContact>();
  for (const item of items) {
    last.delete(item.contactId);
    last.set(item.contactId, item);
  }
  return last;
}

function refuseWhileErased(items: readonly ImportedContact[], rows: readonly (ContactRow | undefined)[]): void {
  const started = rows.find((row) => row?.erasure === 'started' || row?.erasure === 'requested');
  if (!started) return;
  const index = items.findIndex(({ contactId }) => contactId === started.contact_id);
  const detail =
    'This contact is being erased, or will be when its call has ended. It can be imported again after that.';
  throw invalidField('resource_conflict', `/contacts/${index}/contact_id`, 'being_erased', detail);
}

function importOne(item: ImportedContact, row: ContactRow | undefined): ContactImported | ContactChanged | undefined {
  const { contactId: contact_id, phone } = item;
  if (row?.live !== 1) return { type: 'ContactImported', data: { contact_id, phone, name: item.name ?? null } };
  const name = item.name === undefined ? row.name : item.name;
  if (phone === row.phone && name === row.name) return undefined;
  return { type: 'ContactChanged', data: { contact_id, phone, old_phone: row.phone, name } };
}

/** The contact of this id, if it exists now. */
export function liveContact(view: WorkspaceView, contactId: string): ContactRow | undefined {
  const [row] = view.rows(CONTACTS, [[view.workspaceId, contactId]]);
  return row?.live === 1 ? row : undefined;
}
