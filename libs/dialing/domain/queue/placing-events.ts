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
