import type { DomainEvent } from '#kernel';

// docs/adr/0063-contacts-are-found-by-declared-attributes.md

/** Most attributes by which the contacts of a workspace are found. */
export const MAX_SEARCHABLE = 5;

/**
 * The names of searchable attributes by their slots, {@link MAX_SEARCHABLE} of them; null: the slot is free. Empty: the
 * workspace never had any. A name keeps its slot while it is searchable, so that the terms of contacts stay where they
 * are when another name comes or goes.
 */
export type AttributeSlots = readonly (string | null)[];

/** From now on contacts are found by these attributes, and by no other one. */
export type SearchableAttributesChanged = DomainEvent<
  'SearchableAttributesChanged',
  {
    /** The names by their slots, all of them; null: the slot is free. */
    readonly slots: AttributeSlots;
  }
>;

/** The searchable names, in the order of the alphabet. */
export function searchableNames(slots: AttributeSlots): string[] {
  return slots.filter((name) => name !== null).toSorted();
}

/** The slots once these names are searchable, each named once; undefined: they are so already. */
export function slotsOf(names: readonly string[], before: AttributeSlots): AttributeSlots | undefined {
  const isSame = JSON.stringify(names.toSorted()) === JSON.stringify(searchableNames(before));
  if (isSame) return undefined;
  const added = names.filter((name) => !before.includes(name)).toSorted();
  return Array.from({ length: MAX_SEARCHABLE }, (_, at) => {
    const kept = before[at] ?? null;
    return kept !== null && names.includes(kept) ? kept : (added.shift() ?? null);
  });
}
