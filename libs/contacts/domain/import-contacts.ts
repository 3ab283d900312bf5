import type { Decide, WorkspaceView } from '#kernel';
import { type AttributeSlots, searchableSlots } from '#workspaces/domain';
import { changesOf } from './change-contact.js';
import { type ContactRow, CONTACTS } from './contact.js';
import { type GivenContact, type Person, personAfter, personOf } from './given-contact.js';
import {
  type ImportResult,
  type ItemOutcome,
  presentItems,
  type RefusalCode,
  refusedImport,
  resultOf,
} from './imported-answer.js';
import { contactsOfExternalIds } from './references.js';

/** What an item of an import says of its contact: never without a phone. */
export type ImportedPerson = GivenContact & { readonly phone: string };

/** An item of an import as sent. */
export type ContactItem = ImportedPerson & { readonly contact_id?: string | undefined };

/** One item of an import. */
export type ImportedContact = ImportedPerson & {
  /** Never absent: the caller makes one for an item without it. */
  readonly contactId: string;
  /** The id was made: where a contact has the external id of the item, the item is of that contact. */
  readonly isMade?: boolean;
};

export interface ImportOptions {
  /** An item that is refused changes nothing, and refuses no other item. */
  readonly partial?: boolean;
}

/**
 * Upserts contacts by id, or by external id where an item has no id (docs/reference/http-contract.md#contact): of
 * several items of one contact only the last counts. A deleted contact is imported again under its old number, with
 * nothing else of its past.
 * @throws DomainError when decided: `resource_conflict` for a contact that is being erased (its keys are shredded
 *   later, and those of the import would be among them) and for an external id that another contact has, each unless
 *   `partial`; `validation_failed` for attributes that are too large
 */
export function importContacts(items: readonly ImportedContact[], { partial = false }: ImportOptions = {}) {
  return ((view) => {
    const holders = holdersOf(view, items);
    const contactIds = contactsOf(items, holders);
    const last = lastOfEach(contactIds);
    const rows = view.rows(
      CONTACTS,
      [...last.keys()].map((id) => [view.workspaceId, id]),
    );
    const searchable = searchableSlots(view);
    const outcomes = new Map<string, ItemOutcome>();
    const events = [...last].flatMap(([contactId, index], at) => {
      const given = items[index]!;
      const refusal = refusalOf(rows[at], contactId, given, holders);
      if (refusal && !partial) throw refusedImport(refusal, index);
      const item = { given, at: `/contacts/${index}`, searchable };
      const imported = refusal ? [] : importOne(rows[at], contactId, item, holders);
      outcomes.set(contactId, refusal ?? outcomeOf(rows[at], imported.length));
      return imported;
    });
    const results = [...outcomes.values()].map(resultOf);
    const count = (result: ImportResult): number => results.filter((each) => each === result).length;
    const answered = contactIds.map((contactId) => ({
      contactId,
      phone: items[last.get(contactId)!]!.phone,
      outcome: outcomes.get(contactId)!,
    }));
    return {
      events,
      answer: () => ({
        status: 200,
        body: {
          ok: true,
          created: count('created'),
          updated: count('updated'),
          unchanged: count('unchanged'),
          refused: count('refused'),
          contacts: presentItems(answered),
        },
      }),
    };
  }) satisfies Decide;
}

/** External ids that items name, each with the contact that has it. */
export function holdersOf(view: WorkspaceView, items: readonly ImportedContact[]): Map<string, string> {
  const named = items.flatMap(({ external_id }) => (typeof external_id === 'string' ? [external_id] : []));
  return new Map(contactsOfExternalIds(view, named));
}

/** The contact of each item. One that an earlier item gives an external id has it for later ones. */
function contactsOf(items: readonly ImportedContact[], holders: ReadonlyMap<string, string>): readonly string[] {
  const claimed = new Map(holders);
  return items.map(({ contactId, isMade, external_id }) => {
    if (typeof external_id !== 'string') return contactId;
    const holder = claimed.get(external_id);
    const id = (isMade && holder) || contactId;
    if (holder === undefined) claimed.set(external_id, id);
    return id;
  });
}

/** The index of the item that counts for each contact, in the order of the array. */
function lastOfEach(contactIds: readonly string[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  contactIds.forEach((contactId, index) => {
    last.delete(contactId);
    last.set(contactId, index);
  });
  return last;
}

/** Why an item can change nothing; undefined: it can. */
export function refusalOf(
  row: ContactRow | undefined,
  contactId: string,
  { external_id }: GivenContact,
  holders: ReadonlyMap<string, string>,
): RefusalCode | undefined {
  if (row?.erasure === 'started' || row?.erasure === 'requested') return 'being_erased';
  const holder = typeof external_id === 'string' ? holders.get(external_id) : undefined;
  return holder === undefined || holder === contactId ? undefined : 'taken';
}

interface ItemOfImport {
  readonly given: ImportedPerson;
  /** Pointer to the item. */
  readonly at: string;
  readonly searchable: AttributeSlots;
}

/** The events of one item. From now on, `holders` knows whose its external id is. */
function importOne(
  row: ContactRow | undefined,
  contactId: string,
  { given, at, searchable }: ItemOfImport,
  holders: Map<string, string>,
): ReturnType<typeof changesOf> {
  const before = row?.live === 1 ? personOf(row) : undefined;
  const after = personAfter(before, given, at);
  moveExternalId(holders, contactId, before, after);
  return changesOf(before, contactId, after, { searchable, number: row?.number ?? null });
}

/** From now on, `holders` knows whose the external ids of a contact are. */
export function moveExternalId(
  holders: Map<string, string>,
  contactId: string,
  before: Person | undefined,
  after: Person,
): void {
  const [released, taken] = [before?.details.external_id ?? null, after.details.external_id];
  if (released !== null && released !== taken) holders.delete(released);
  if (taken !== null) holders.set(taken, contactId);
}

function outcomeOf(row: ContactRow | undefined, events: number): ItemOutcome {
  if (row?.live !== 1) return 'created';
  return events > 0 ? 'updated' : 'unchanged';
}
