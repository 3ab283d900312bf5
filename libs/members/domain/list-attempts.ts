import { type Attempts, NO_CALLS, withAttempt, withoutAttempt } from '#eligibility';
import type { Collection, Recorded, RecordedEvent, Row } from '#kernel';
import { isFactOfCall, type MemberCallEvent } from './member-calls.js';

/**
 * The attempts of a list: the calls that were dispatched from it, for life, without those that gave their attempt back.
 * Whether the contacts are still its members does not matter.
 */
export interface ListAttemptsRow extends Row, Attempts {
  readonly workspace_id: string;
  readonly smart_list_id: string;
}

export const LIST_ATTEMPTS: Collection<ListAttemptsRow> = {
  name: 'list_attempts',
  key: ['workspace_id', 'smart_list_id'],
  indexes: [],
};

/** The events that change the attempts of a list. */
export type ListAttemptsEvent = Extract<MemberCallEvent, { readonly type: 'CallDispatched' | 'CallEnded' }>;

/** Whether an event changes the attempts of a list. */
export function changesAttempts(event: RecordedEvent): event is Recorded<ListAttemptsEvent> {
  if (!isFactOfCall(event)) return false;
  return event.type === 'CallDispatched' || (event.type === 'CallEnded' && event.data.result === 'not_placed');
}

/** The attempts after an event that changes them. */
export function evolveListAttempts(
  row: ListAttemptsRow | undefined,
  { type, data, metadata, revision }: Recorded<ListAttemptsEvent>,
  smart_list_id: string,
): ListAttemptsRow {
  const before = row ?? NO_CALLS;
  const { workspace_id, occurred_at } = metadata;
  const { attempt_count, recent_attempts } =
    type === 'CallDispatched' ? withAttempt(before, occurred_at) : withoutAttempt(before, data.dispatched_at);
  return { workspace_id, smart_list_id, attempt_count, recent_attempts, revision };
}
