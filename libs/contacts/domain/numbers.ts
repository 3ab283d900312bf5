import type { DomainEvent, WorkspaceView } from '#kernel';
import { barsOfPhones, type Holders, MAX_NAMED, numberKeyOf } from '#do-not-call/domain';
import type { Bar } from '#eligibility';
import { type ContactChanged, type ContactImported, CONTACTS } from './contact.js';

/** The contacts that have numbers as their first ones, as the register asks for them. */
export const holdersOfNumbers: Holders = (view, phones) => {
  const prefixes = phones.map((phone) => [view.workspaceId, 1, phone]);
  const limit = MAX_NAMED + 1;
  const scans = prefixes.length > 0 ? view.scanMany(CONTACTS, 'by_phone', prefixes, { limit }) : [];
  return new Map(
    scans.map((first, at): [string, readonly string[]] => {
      let { rows, next } = first;
      const found = rows.map(({ contact_id }) => contact_id);
      while (next && found.length < limit) {
        ({ rows, next } = view.scan(CONTACTS, 'by_phone', prefixes[at]!, { after: next, limit }));
        found.push(...rows.map(({ contact_id }) => contact_id));
      }
      return [phones[at]!, found.slice(0, limit)];
    }),
  );
};

/**
 * The bars of contacts whose first phone has an entry in the do-not-call register that counts now. Two interruptions
 * for all of them, and none in a workspace that never used its register.
 * @param before earlier events of the same append: a decision does not see its own
 */
export function barsOfContacts(
  view: WorkspaceView,
  contactIds: readonly string[],
  before: readonly DomainEvent[] = [],
): ReadonlyMap<string, Bar> {
  if (numberKeyOf(view) === null || contactIds.length === 0) return NONE;
  const given = new Map(
    before.flatMap((event) => (hasPhone(event) ? [[event.data.contact_id, event.data.phone]] : [])),
  );
  const rows = view.rows(
    CONTACTS,
    contactIds.map((id) => [view.workspaceId, id]),
  );
  const phones = contactIds.map((id, at) => given.get(id) ?? rows[at]?.phone ?? '');
  const bars = barsOfPhones(view, phones);
  return new Map(
    contactIds.flatMap((id, at) => {
      const bar = bars.get(phones[at]!);
      return bar ? [[id, bar]] : [];
    }),
  );
}

function hasPhone(event: DomainEvent): event is ContactImported | ContactChanged {
  return event.type === 'ContactImported' || event.type === 'ContactChanged';
}

const NONE: ReadonlyMap<string, Bar> = new Map();
