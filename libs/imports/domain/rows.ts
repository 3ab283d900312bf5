import type { DomainEvent, WorkspaceView } from '#kernel';
import {
  type ContactReference,
  contactsOfExternalIds,
  type ImportedContact,
  type ImportResult,
  importRows,
  resolveReferences,
} from '#contacts/domain';
import { leaversOf, memberRemoved, membersAdded } from '#members/domain';
import { type ImportRow, NO_ROWS, type RowCounts } from './import.js';
import type { RowRefusal } from './refused-rows.js';

/** How a row names a contact that exists. */
export type RowReference = ContactReference | { readonly externalId: string };

/** What a row that can be read asks for; of one import all rows are of one of these types. */
export type RowItem = ImportedContact | RowReference;

/** What the first rows of some come to: their events, and what became of each. */
export interface DoneRows {
  readonly events: readonly DomainEvent[];
  /** One for each row that is done; at least one. Undefined: it is not refused. */
  readonly refusals: readonly (RowRefusal | undefined)[];
  /** Of the rows that are not refused. */
  readonly counts: RowCounts;
}

/** The sentence of a row whose contact does not exist. */
const UNKNOWN: RowRefusal = { pointer: '', code: 'unknown', detail: 'No contact of this workspace is named by it.' };

/** What rows come to, one after the other as if each were sent by itself. */
export function doneRows(
  view: WorkspaceView,
  { kind, smart_list_id }: Pick<ImportRow, 'kind' | 'smart_list_id'>,
  items: readonly RowItem[],
): DoneRows {
  switch (kind) {
    case 'contacts':
      return contacts(view, smart_list_id, items as readonly ImportedContact[]);
    case 'members':
      return members(view, smart_list_id!, items);
    case 'removals':
      return removals(view, smart_list_id, items);
    default:
      return kind satisfies never;
  }
}

function contacts(view: WorkspaceView, listId: string | null, items: readonly ImportedContact[]): DoneRows {
  const { events, rows } = importRows(view, items);
  const imported = rows.flatMap((row) => ('result' in row ? [row] : []));
  const ids = [...new Set(imported.map(({ contactId }) => contactId))];
  const added = listId === null ? [] : membersAdded(view, listId, ids, 'import');
  const count = (wanted: ImportResult): number => imported.filter(({ result }) => result === wanted).length;
  const [created, updated, unchanged] = [count('created'), count('updated'), count('unchanged')];
  return {
    events: [...events, ...added],
    refusals: rows.map((row) => ('refusal' in row ? row.refusal : undefined)),
    counts: { ...NO_ROWS, created, updated, unchanged, members_added: added.length },
  };
}

function members(view: WorkspaceView, listId: string, references: readonly RowReference[]): DoneRows {
  const { ids, refusals, named } = resolved(view, references);
  const events = membersAdded(view, listId, ids, 'import');
  const counts = { ...NO_ROWS, members_added: events.length, unchanged: named - events.length };
  return { events, refusals, counts };
}

function removals(view: WorkspaceView, listId: string | null, references: readonly RowReference[]): DoneRows {
  const { ids, refusals, named } = resolved(view, references);
  const event = memberRemoved(view, 'removed_by_request', leaversOf(view, ids, listId));
  const members_removed = event?.data.contacts.length ?? 0;
  const counts = { ...NO_ROWS, members_removed, unchanged: named - members_removed };
  return { events: event ? [event] : [], refusals, counts };
}

/** The contacts of references, each once in their order, and how many references name one. */
function resolved(view: WorkspaceView, references: readonly RowReference[]) {
  const contactIds = contactIdsOf(view, references);
  const named = contactIds.filter((id) => id !== undefined);
  return {
    ids: [...new Set(named)],
    refusals: contactIds.map((id) => (id === undefined ? UNKNOWN : undefined)),
    named: named.length,
  };
}

function contactIdsOf(view: WorkspaceView, references: readonly RowReference[]): readonly (string | undefined)[] {
  const byId = contactsOfExternalIds(
    view,
    references.flatMap((each) => ('externalId' in each ? [each.externalId] : [])),
  );
  const given = references.flatMap((each) => ('externalId' in each ? [] : [each]));
  const direct = resolveReferences(view, given).values();
  return references.map((each) => ('externalId' in each ? byId.get(each.externalId) : direct.next().value));
}
