import type { RecordedEvent } from '#kernel';

/** The clocks of a contact's lane: an event that names several contacts tells of each. */
export interface ZonedContact {
  readonly contact_id: string;
  /** As rows have them. */
  readonly zones: string;
}

/** The clocks of a contact's lane, as an event tells them that names a row of the contact; '': it tells none. */
export function zonesToldOf({ data }: RecordedEvent, contactId: string): string {
  const { zones, zoned } = data as { readonly zones?: string; readonly zoned?: readonly ZonedContact[] };
  return zones ?? zoned?.find(({ contact_id }) => contact_id === contactId)?.zones ?? '';
}
