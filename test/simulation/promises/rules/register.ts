import type { EventOf, ModelEvent, ToldBar } from '../model/events.js';
import { timeOf } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, different, type Rule } from './rule.js';

/** Numbers are entered where no entry counts, and changed and removed where there is one. */
export const entriesBeginAndEndOnce: Rule = (before, event) => {
  switch (event.type) {
    case 'DoNotCallAdded':
      return [
        ...broken(before.register.entry(event.data.number_hash) !== undefined, event, () => 'the number has an entry'),
        ...namesTheHolders(before, event),
      ];
    case 'DoNotCallChanged':
    case 'DoNotCallRemoved':
      return broken(!before.register.entry(event.data.number_hash), event, () => 'the number has no entry');
    default:
      return [];
  }
};

/** An entry names the contacts that have the number, so that their rows are re-indexed. */
function namesTheHolders(before: WorkspaceModel, event: EventOf<'DoNotCallAdded'>): readonly string[] {
  const { phone, contact_ids: named, contact_id: first } = event.data;
  if (phone === null) return [];
  const holders = before.contactsWithPhone(phone).map(({ id }) => id);
  return [
    ...different(event, 'the contacts that have the number', named.join(), holders.join()),
    ...different(event, 'the contact that the number is sealed with', first, holders[0] ?? null),
  ];
}

/** A contact that an event places in a queue, and the bar that the event tells. */
function placedIn(event: ModelEvent): readonly (readonly [contactId: string, told: ToldBar | undefined])[] {
  const { barred } = event.data as {
    readonly barred?: ToldBar | readonly (ToldBar & { readonly contact_id: string })[];
  };
  const ofOne = barred && 'until' in barred ? barred : undefined;
  switch (event.type) {
    case 'MemberAdded':
    case 'CallEnded':
    case 'OutcomeApplied':
      return [[event.data.contact_id, ofOne]];
    case 'MemberRemoved':
    case 'MembersReset': {
      const all = Array.isArray(barred) ? (barred as readonly (ToldBar & { readonly contact_id: string })[]) : [];
      const ids =
        event.type === 'MembersReset'
          ? event.data.contact_ids
          : event.data.contacts.map(({ contact_id }) => contact_id);
      return ids.map((id) => [id, all.find(({ contact_id }) => contact_id === id)]);
    }
    default:
      return [];
  }
}

/**
 * An event that places contacts in a queue tells of each whose number is barred until when it is. Where the same append
 * makes entries, their contacts are re-indexed.
 */
export const eventsTellBars: Rule = (before, event, write) => {
  if (write.events.some(({ type }) => type.startsWith('DoNotCall'))) return [];
  return placedIn(event).flatMap(([contactId, told]) => {
    const until = before.barredUntil(contactId, timeOf(event));
    const found = told === undefined ? 0 : told.until === null ? Infinity : Date.parse(told.until);
    return different(event, `until when the number of ${contactId} is barred`, found, until);
  });
};
