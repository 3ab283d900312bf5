import { isDeepStrictEqual } from 'node:util';
import { byExternalId, NO_PERSON, personIn } from '../model/contact-details.js';
import type { ModelEvent, PersonDetails } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import type { Given, SentRow } from './sent-file.js';

/** What rows came to. */
export interface DoneRows {
  /** The contacts of the rows that were done, in the order of the rows. */
  readonly ids: readonly string[];
  /** The rows that were refused. */
  readonly refused: readonly SentRow[];
}

interface Person {
  readonly phone: string;
  readonly name: string | null;
  readonly details: PersonDetails;
}

/**
 * Does rows of contacts one after the other (docs/reference/http-contract.md#contact), and takes for each that changes
 * something the events that say so.
 * @returns the first difference between what a row comes to and its events, in words; else what all rows came to
 */
export function doneContacts(
  model: WorkspaceModel,
  rows: readonly SentRow[],
  events: readonly ModelEvent[],
): DoneRows | string {
  const told = new ToldContacts(events);
  const directory = new Directory(model);
  const ids: string[] = [];
  const refused: SentRow[] = [];
  for (const row of rows) {
    const { given } = row;
    const holder = given?.external_id === undefined ? undefined : directory.holderOf(given.external_id);
    const id = given?.contact_id ?? holder;
    const isTaken = holder !== undefined && holder !== id;
    if (!given || isTaken || (id !== undefined && directory.isBeingErased(id))) {
      refused.push(row);
      continue;
    }
    const before = id === undefined ? undefined : directory.person(id);
    const after = personAfter(before, given);
    const contact = told.take(id, before, after);
    if (!contact.ok) return `row ${row.row} ${contact.why}`;
    directory.set(contact.id, after);
    ids.push(contact.id);
  }
  return told.rest() ?? { ids, refused };
}

/** The contacts of a workspace while rows change them. */
class Directory {
  private readonly changed = new Map<string, Person>();

  constructor(private readonly model: WorkspaceModel) {}

  person(id: string): Person | undefined {
    return this.changed.get(id) ?? this.model.contact(id);
  }

  isBeingErased(id: string): boolean {
    return ['requested', 'started'].includes(this.model.contacts.get(id)?.erasure ?? '');
  }

  holderOf(externalId: string): string | undefined {
    for (const [id, { details }] of this.changed) if (details.external_id === externalId) return id;
    const holder = byExternalId(this.model.contacts.values(), externalId)?.id;
    return holder === undefined || this.changed.has(holder) ? undefined : holder;
  }

  set(id: string, person: Person): void {
    this.changed.set(id, person);
  }
}

/** The events about contacts of one append, which are taken row by row. */
class ToldContacts {
  private readonly left: ModelEvent[];

  constructor(events: readonly ModelEvent[]) {
    this.left = events.filter(({ type }) => type.startsWith('Contact'));
  }

  /** Takes the events of one row. @param id undefined: that of a new contact, which the first event tells */
  take(
    id: string | undefined,
    before: Person | undefined,
    after: Person,
  ): { readonly ok: true; readonly id: string } | { readonly ok: false; readonly why: string } {
    let contactId = id;
    if (!before) {
      const made = this.left.shift();
      if (made?.type !== 'ContactImported') return differs(`makes a contact, and ${made?.type} stands there`);
      contactId ??= made.data.contact_id;
      if (!fits(made.data, contactId, after)) return differs(`makes another contact than ${contactId}`);
    } else if (before.phone !== after.phone || before.name !== after.name) {
      const changed = this.left.shift();
      if (changed?.type !== 'ContactChanged') return differs(`changes a contact, and ${changed?.type} stands there`);
      if (!fits(changed.data, contactId!, after)) return differs(`changes ${contactId} otherwise`);
    }
    if (isDeepStrictEqual(before?.details ?? NO_PERSON, after.details)) return { ok: true, id: contactId! };
    const details = this.left.shift();
    if (details?.type !== 'ContactDetailsChanged') return differs(`changes details, and ${details?.type} stands there`);
    const isRight = details.data.contact_id === contactId && isDeepStrictEqual(personIn(details), after.details);
    return isRight ? { ok: true, id: contactId! } : differs(`changes the details of ${contactId} otherwise`);
  }

  /** What no row has asked for. */
  rest(): string | undefined {
    return this.left.length === 0 ? undefined : `no row asks for ${this.left.map(({ type }) => type).join(' ')}`;
  }
}

const differs = (why: string) => ({ ok: false, why }) as const;

const fits = (
  data: { readonly contact_id: string; readonly phone: string; readonly name: string | null },
  id: string,
  { phone, name }: Person,
): boolean => data.contact_id === id && data.phone === phone && data.name === name;

/** What is left out stays; another phone is no further one any more. */
function personAfter(before: Person | undefined, given: Given): Person {
  const { details, name } = before ?? { details: NO_PERSON, name: null };
  const phone = given.phone!;
  return {
    phone,
    name: given.name ?? name,
    details: {
      ...details,
      external_id: given.external_id ?? details.external_id,
      further_phones: details.further_phones.filter((each) => each.phone !== phone),
      attributes: { ...details.attributes, ...given.attributes },
    },
  };
}
