import type { ContactChanged, ContactImported } from '#contacts/domain';
import type { DomainEvent } from '#kernel';
import type { CallbackCleared, CallbackSet, MemberAdded, MemberRemoved, MembersReset } from '#members/domain';
import type { CallEnded, OutcomeApplied } from '../calls/call-events.js';

/** The events that place rows in a queue, of contacts whose numbers may be barred and whose limits may be reached. */
export type Placing =
  | ContactImported
  | ContactChanged
  | MemberAdded
  | MemberRemoved
  | MembersReset
  | CallbackSet
  | CallbackCleared
  | CallEnded
  | OutcomeApplied;

/** The contacts whose rows an event places. */
export function contactsPlaced(event: DomainEvent): readonly string[] {
  const { type, data } = event as Placing;
  switch (type) {
    case 'ContactImported':
    case 'ContactChanged':
    case 'MemberAdded':
    case 'CallbackSet':
    case 'CallbackCleared':
    case 'CallEnded':
    case 'OutcomeApplied':
      return [data.contact_id];
    case 'MemberRemoved':
      return data.contacts.map(({ contact_id }) => contact_id);
    case 'MembersReset':
      return data.contact_ids;
    default:
      return [];
  }
}

/** How an event says what it tells of one contact, or of those of several whom it concerns. */
export interface Telling<Told> {
  readonly ofOne: (told: Told) => object;
  readonly ofSeveral: (all: readonly (readonly [contactId: string, told: Told])[]) => object;
}

/** An event with what there is to tell of the contacts whose rows it places; as it is where there is nothing. */
export function tellOf<Told>(
  event: DomainEvent,
  toldOf: (contactId: string) => Told | null | undefined,
  { ofOne, ofSeveral }: Telling<Told>,
): DomainEvent {
  const all = contactsPlaced(event).flatMap((contactId) => {
    const told = toldOf(contactId) ?? null;
    return told === null ? [] : [[contactId, told] as const];
  });
  const [first] = all;
  if (!first) return event;
  const namesSeveral = event.type === 'MemberRemoved' || event.type === 'MembersReset';
  return { ...event, data: { ...event.data, ...(namesSeveral ? ofSeveral(all) : ofOne(first[1])) } };
}
