import type { Bar } from '#eligibility';
import type { RecordedEvent } from '#kernel';

/** A contact whose number is barred: an event that names several contacts tells of each. Absent where none is. */
export interface BarredContact extends Bar {
  readonly contact_id: string;
}

/**
 * The bar of a contact's number, as an event tells it that names a row of the contact; null: none, or it tells none.
 */
export function barToldOf({ data }: RecordedEvent, contactId: string): Bar | null {
  const { barred } = data as { readonly barred?: Bar | null | readonly BarredContact[] };
  if (barred === undefined || barred === null) return null;
  if ('until' in barred) return barred;
  return barred.find(({ contact_id }) => contact_id === contactId) ?? null;
}
