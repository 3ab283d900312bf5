import type { Collection, DomainEvent, Recorded, RecordedEvent, Row } from '#kernel';

/** The call that has a client's own id. */
export interface CallReferenceRow extends Row {
  readonly workspace_id: string;
  readonly reference: string;
  readonly call_id: string;
}

/** By the reference itself, so that a decision finds whose it is by key. */
export const CALL_REFERENCES: Collection<CallReferenceRow> = {
  name: 'call_references',
  key: ['workspace_id', 'reference'],
  ids: ['workspace_id'],
  indexes: [],
};

/** The part of an event by which a call gets its reference. */
type ReferenceGiven = DomainEvent<'CallDetailsRecorded', { readonly call_id: string; readonly reference: string }>;

/** Whether an event gives a call its reference. */
export function givesReference(event: RecordedEvent): event is Recorded<ReferenceGiven> {
  return event.type === 'CallDetailsRecorded' && typeof (event.data as { reference?: unknown }).reference === 'string';
}
