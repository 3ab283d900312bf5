import type { DomainEvent } from '#kernel';
import { testId } from '#kernel/testing';
import type { CallResult } from '#dialing/domain';

/** A membership from which calls are dialed. */
export interface From {
  /** null: a contact without a list. */
  readonly list: string | null;
  readonly contact: string;
  readonly number: number;
}

/**
 * A dispatch from a membership; the caps in its snapshot are not those of the list.
 * @param attempt_number undefined: one more than the row counts
 */
export function dispatched(call_id: string, { list, contact, number }: From, attempt_number?: number): DomainEvent {
  const snapshot = {
    smart_list_id: list,
    name: 'as it was',
    priority: 'medium',
    member_number: number,
    max_attempts_per_day: null,
    max_attempts_total: null,
    min_retry_seconds: 0,
    dial_timeout_seconds: 30,
    next_list_id: null,
  };
  const data = {
    call_id,
    ...party({ list, contact, number }),
    phone: '+12025550101',
    ...(attempt_number !== undefined && { attempt_number }),
    lease_expires_at: '2030-01-01T02:00:00.000Z',
    snapshot,
  };
  return { type: 'CallDispatched', data };
}

/** The end of such a call and, unless a disposition is awaited, its completion. */
export function over(call_id: string, from: From, result: CallResult = 'busy', waits = false): DomainEvent[] {
  const data = {
    call_id,
    ...party(from),
    result,
    dispatched_at: '2030-01-01T00:00:00.000Z',
    wrap_up_expires_at: waits ? '2030-01-01T01:00:00.000Z' : null,
  };
  const ended = { type: 'CallEnded', data };
  return waits ? [ended] : [ended, { type: 'CallCompleted', data: { call_id, ...party(from), by: 'end' } }];
}

/** This number of unsuccessful calls from a membership, one after another. */
export function attempts(count: number, from: From): DomainEvent[] {
  return Array.from({ length: count }, (_, n) => testId(from.number * 1_000 + n)).flatMap((call) => [
    dispatched(call, from),
    ...over(call, from),
  ]);
}

function party({ list, contact, number }: From) {
  return { contact_id: contact, smart_list_id: list, member_number: number };
}
