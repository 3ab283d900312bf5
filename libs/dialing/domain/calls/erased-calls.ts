import type { DomainEvent, Recorded, RecordedEvent } from '#kernel';
import { type CallRow, withoutPersonal } from './call.js';

/** Calls of a contact that was erased no longer show anything personal of it. */
export type CallsErased = DomainEvent<
  'CallsErased',
  {
    readonly contact_id: string;
    /** At most 500; a contact with more has several of these events. */
    readonly call_ids: readonly string[];
    /** The numbers of those that limits may still count and that no event before has hashed. Absent: none. */
    readonly number_hashes?: readonly { readonly call_id: string; readonly number_hash: string }[];
  }
>;

/** Whether an event erases calls. */
export function isCallsErased(event: RecordedEvent): event is Recorded<CallsErased> {
  return event.type === 'CallsErased';
}

/** The call after its erasure. */
export function evolveErasedCall(row: CallRow | undefined, event: Recorded<CallsErased>) {
  const { data, metadata, revision } = event;
  if (!row) return undefined;
  const hashed = data.number_hashes?.find(({ call_id }) => call_id === row.call_id);
  const kept = hashed ? { dialed_number: hashed.number_hash } : {};
  return { ...row, ...withoutPersonal(row), ...kept, erased_at: metadata.occurred_at, revision };
}
