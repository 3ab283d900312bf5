import type { Bar, ContactCap } from '#eligibility';
import type { Instant, RecordedEvent } from '#kernel';

/** A contact that the limits over all lists hold back: an event that names several contacts tells of each. */
export interface CappedContact {
  readonly contact_id: string;
  readonly until: Instant;
}

/**
 * A row that an attempt of another row brings to the limits of its contact, or back from them. As rows are placed by
 * what their events tell, it has all that a projection cannot look up.
 */
export interface AlsoPlaced {
  readonly contact_id: string;
  /** Null: its place among the contacts without a list. */
  readonly smart_list_id: string | null;
  /** Null: no limit holds it back any more. */
  readonly capped_until: Instant | null;
  /** The bar of its number; absent where there is none. */
  readonly barred?: Bar;
  /** The clocks of its lane; absent where the workspace has no calling hours. */
  readonly zones?: string;
}

/** Rows that an event names besides its own; beyond, a worker places them. */
export const MAX_ALSO = 32;

/** The row that an event names besides its own, if it does. */
export function alsoPlacedBy(
  { data }: RecordedEvent,
  smartListId: string | null,
  contactId: string,
): AlsoPlaced | undefined {
  const { also = [] } = data as { readonly also?: readonly AlsoPlaced[] };
  return also.find((row) => row.contact_id === contactId && row.smart_list_id === smartListId);
}

/** When the limits of a contact are over, as an event tells it that names a row of the contact; null: none holds. */
export function capToldOf({ data }: RecordedEvent, contactId: string): ContactCap {
  const told = data as { readonly capped_until?: Instant | null; readonly capped?: readonly CappedContact[] };
  return told.capped_until ?? told.capped?.find(({ contact_id }) => contact_id === contactId)?.until ?? null;
}
