import type { EventOf, ModelEvent } from './events.js';

export type Slots = readonly (string | null)[];
type Attributes = Readonly<Record<string, unknown>>;

/** The attributes of a contact that are searchable, each with its value as text. */
export function searchableOf(attributes: Attributes, slots: Slots): ReadonlyMap<string, string> {
  const names = slots.filter((name) => name !== null && Object.hasOwn(attributes, name)) as readonly string[];
  return new Map(names.map((name) => [name, String(attributes[name])]));
}

/** The slots of the searchable attributes that a contact has. */
export function slotsOf(attributes: Attributes, slots: Slots): readonly string[] {
  return slots.flatMap((name, at) => (name !== null && Object.hasOwn(attributes, name) ? [`attribute_${at + 1}`] : []));
}

/** What a workspace declares to be searchable, and by what each of its contacts is found, as the log says. */
export class Searchable {
  /** The names by their slots; empty: there never was one. */
  slots: Slots = [];
  /** The revision of the last change, how far indexing is behind it, and whether it has ended. */
  since = -1;
  upTo = -1;
  done = true;
  private readonly indexed = new Map<string, ReadonlyMap<string, string>>();

  /** By which attributes a contact is found, with their values. */
  termsOf(contactId: string): ReadonlyMap<string, string> {
    return this.indexed.get(contactId) ?? new Map();
  }

  fold(event: ModelEvent): void {
    switch (event.type) {
      case 'SearchableAttributesChanged':
        [this.slots, this.since, this.upTo, this.done] = [event.data.slots, event.revision, -1, false];
        return;
      case 'AttributeIndexingAdvanced':
        [this.upTo, this.done] = [event.data.up_to_number, event.data.done];
        return;
      case 'ContactDetailsChanged':
      case 'ContactAttributesIndexed':
        return this.index(event);
      case 'ContactDeleted':
        this.indexed.delete(event.data.contact_id);
        return;
      default:
      // The rest says nothing of attributes.
    }
  }

  private index({ data }: EventOf<'ContactDetailsChanged'> | EventOf<'ContactAttributesIndexed'>): void {
    if (data.searchable) this.indexed.set(data.contact_id, searchableOf(data.attributes, data.searchable));
  }
}
