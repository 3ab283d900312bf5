import type { DomainEvent, Recorded, RecordedEvent } from '#kernel';
import type { CallRow } from './call.js';

/** Calls of a contact that was erased no longer show its phone. */
export type CallsErased = DomainEvent<
  'CallsErased',
  {
    readonly contact_id: string;
    /** At most 500; a contact with more has several of these events. */
    readonly call_ids: readonly string[];
  }
>;

/** Whether an event erases calls. */
export function isCallsErased(event: RecordedEvent): event is Recorded<CallsErased> {
  return event.type === 'CallsErased';
}

/** The call after its erasure. */
export function evolveErasedCall(row: CallRow | undefined, { revision, metadata }: Recorded<CallsErased>) {
  return row && { ...row, phone: null, erased_at: metadata.occurred_at, revision };
}
