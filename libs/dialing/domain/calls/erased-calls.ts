import type { DomainEvent, Recorded, RecordedEvent } from '#kernel';
import { type CallRow, NOTHING_PERSONAL } from './call.js';

/** Calls of a contact that was erased no longer show anything personal of it. */
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
  return row && { ...row, ...NOTHING_PERSONAL, erased_at: metadata.occurred_at, revision };
}
