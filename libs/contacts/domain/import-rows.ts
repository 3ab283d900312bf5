import { type FieldError, fieldErrorOf, type WorkspaceView } from '#kernel';
import { searchableSlots } from '#workspaces/domain';
import { changesOf } from './change-contact.js';
import { type ContactRow, CONTACTS } from './contact.js';
import { type Person, personAfter, personOf } from './given-contact.js';
import { holdersOf, type ImportedContact, moveExternalId, refusalOf } from './import-contacts.js';
import { type ImportResult, refusalOfItem } from './imported-answer.js';

/** What became of a row of a file. */
export type ImportedRow =
  { readonly contactId: string; readonly result: Exclude<ImportResult, 'refused'> } | { readonly refusal: FieldError };

/** The events of the first rows of some, and what became of each of these. */
export interface ImportedRows {
  readonly events: ReturnType<typeof changesOf>;
  readonly rows: readonly ImportedRow[];
}

/**
 * Upserts contacts one row after the other, as importing each by itself would. A row that is refused changes nothing.
 * The rows end in front of one that would change a contact a second time: the next decision begins with that one.
 */
export function importRows(view: WorkspaceView, items: readonly ImportedContact[]): ImportedRows {
  const holders = new Map(holdersOf(view, items));
  const unique = [...new Set([...items.map(({ contactId }) => contactId), ...holders.values()])];
  const found = view.rows(
    CONTACTS,
    unique.map((id) => [view.workspaceId, id]),
  );
  const known = new Map(unique.map((id, at) => [id, found[at]]));
  const changed = new Map<string, Person>();
  const searchable = searchableSlots(view);
  const events: ReturnType<typeof changesOf>[number][] = [];
  const rows: ImportedRow[] = [];
  for (const given of items) {
    const contactId = contactOf(given, holders);
    const row = known.get(contactId);
    const before = changed.get(contactId) ?? (row?.live === 1 ? personOf(row) : undefined);
    const code = refusalOf(row, contactId, given, holders);
    const after = code ?? tryAfter(before, given);
    if (typeof after === 'string') {
      rows.push({ refusal: refusalOfItem(after, '') });
    } else if ('pointer' in after) {
      rows.push({ refusal: after });
    } else {
      const changes = changesOf(before, contactId, after, { searchable, number: row?.number ?? null });
      if (changes.length > 0 && changed.has(contactId)) return { events, rows };
      if (changes.length > 0) {
        moveExternalId(holders, contactId, before, after);
        changed.set(contactId, after);
      }
      events.push(...changes);
      rows.push({ contactId, result: resultOfRow(row, changes.length) });
    }
  }
  return { events, rows };
}

function contactOf({ contactId, isMade, external_id }: ImportedContact, holders: ReadonlyMap<string, string>): string {
  return (isMade && typeof external_id === 'string' && holders.get(external_id)) || contactId;
}

function resultOfRow(row: ContactRow | undefined, changes: number) {
  if (changes === 0) return 'unchanged';
  return row?.live === 1 ? 'updated' : 'created';
}

/** The contact after a row, or why there can be none. */
function tryAfter(before: Person | undefined, given: ImportedContact): Person | FieldError {
  try {
    return personAfter(before, given, '');
  } catch (error) {
    return fieldErrorOf(error);
  }
}
