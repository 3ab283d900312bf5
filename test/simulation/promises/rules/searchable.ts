import type { EventOf, ModelEvent } from '../model/events.js';
import { searchableOf, slotsOf } from '../model/searchable.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, different, type Rule } from './rule.js';

/**
 * Each event of a contact's attributes tells those that are searchable at that time, with the number of the contact;
 * indexing goes forward, and leaves no contact behind.
 */
export const searchableFits: Rule = (before, event) => {
  switch (event.type) {
    case 'SearchableAttributesChanged': {
      const { slots } = event.data;
      const moved = before.searchable.slots.find(
        (name, at) => name !== null && slots.includes(name) && slots[at] !== name,
      );
      const isSame = JSON.stringify(slots) === JSON.stringify(before.searchable.slots);
      return [
        ...broken(moved !== undefined, event, () => `${moved} has another slot`),
        ...broken(isSame, event, () => 'nothing changes'),
      ];
    }
    case 'ContactDetailsChanged':
      return ofContact(before, event);
    case 'ContactAttributesIndexed': {
      const { contact_id, attributes, searchable } = event.data;
      const contact = before.contact(contact_id);
      if (!contact) return broken(true, event, () => `contact ${contact_id} does not exist`);
      const all = Object.entries(contact.details.attributes);
      const expected = Object.fromEntries(all.filter(([name]) => searchable.includes(name)));
      return [...ofContact(before, event), ...different(event, 'attributes', attributes, expected)];
    }
    case 'AttributeIndexingAdvanced': {
      const { upTo, done, since } = before.searchable;
      const { up_to_number, done: isEnd } = event.data;
      const left = [...before.contacts.values()].find(
        ({ id, live, number, details }) =>
          live && number <= (isEnd ? since : up_to_number) && !isIndexed(before, id, details.attributes),
      );
      return [
        ...broken(done, event, () => 'nothing is left to be indexed'),
        ...broken(up_to_number < upTo, event, () => `the contacts up to ${upTo} are finished`),
        ...broken(left !== undefined, event, () => `contact ${left!.id} is not found by its attributes`),
      ];
    }
    default:
      return [];
  }
};

function isIndexed({ searchable }: WorkspaceModel, contactId: string, attributes: Readonly<Record<string, unknown>>) {
  const wanted = searchableOf(attributes, searchable.slots);
  const terms = searchable.termsOf(contactId);
  return wanted.size === terms.size && [...wanted].every(([name, text]) => terms.get(name) === text);
}

function ofContact(
  before: WorkspaceModel,
  event: ModelEvent & (EventOf<'ContactDetailsChanged'> | EventOf<'ContactAttributesIndexed'>),
): readonly string[] {
  const { contact_id, searchable = [], slots, number, attributes } = event.data;
  const named = slots.filter((slot) => slot.startsWith('attribute_'));
  const expected = before.contact(contact_id)?.number;
  return [
    ...different(event, 'searchable', searchable, before.searchable.slots),
    ...different(event, 'slots', named, slotsOf(attributes, searchable)),
    ...(searchable.length === 0 ? [] : different(event, 'number', number ?? event.revision - 1, expected)),
  ];
}
