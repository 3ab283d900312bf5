import type { Collection, Instant, Recorded, RecordedEvent, Row } from '#kernel';
import type { Callback } from '#eligibility';
import { type DetailsOfRow, NO_DETAILS_OF_ROW, recordedDetails } from './call-details.js';
import {
  type CallDispatched,
  type CallEvent,
  type CallParty,
  type CallRegistered,
  type CallResult,
  type CallSnapshot,
  type CallState,
  DIALING_SCHEMAS,
  type OutcomeSnapshot,
} from './call-events.js';

/** An outcome of a call. `sequence` counts from 1 in the order in which they were applied. */
export interface AppliedOutcome extends OutcomeSnapshot {
  readonly sequence: number;
  readonly applied_at: Instant;
}

export interface CallRow extends Row, CallParty, DetailsOfRow {
  readonly workspace_id: string;
  /** Null once it was erased. */
  readonly phone: string | null;
  /** The list of its dispatch as an indexed field; '' without one. */
  readonly dialed_list: string;
  /**
   * What the number of a dispatch is known by: its hash under the key of the workspace, or E.164 where the workspace
   * had no key then. '' of a registered call, and of one without a hash once its phone has ended.
   */
  readonly dialed_number: string;
  readonly snapshot: CallSnapshot | null;
  /** The callback that its dispatch ended; absent where there was none. */
  readonly callback?: Callback | undefined;
  readonly attempt_number: number | null;
  /** Revision of the event that began the call: the order of dispatch. */
  readonly number: number;
  readonly state: CallState;
  readonly result: CallResult | null;
  readonly outcomes: readonly AppliedOutcome[];
  readonly dispatched_at: Instant;
  /** The workspace's lease seconds when the call began: changed ones count for later calls. */
  readonly lease_seconds: number;
  readonly lease_expires_at: Instant;
  readonly ended_at: Instant | null;
  readonly completed_at: Instant | null;
  /** When its personal data was erased; null: it was not. */
  readonly erased_at: Instant | null;
  /** 1 until it has ended. */
  readonly in_flight: 0 | 1;
  /** 1 until it is completed. */
  readonly open: 0 | 1;
  /** When its lease, then its wrap-up time expires; '' once it is completed. */
  readonly due_at: Instant;
  /** The event that set this time, and the request that caused it. */
  readonly event_id: string;
  readonly correlation_id: string;
}

/** What a call shows once its personal data has ended. */
export const NOTHING_PERSONAL = { phone: null, notes: null, recording_url: null } as const;

/** A call without what is personal: a number is known by its hash alone. */
export function withoutPersonal({ dialed_number }: Pick<CallRow, 'dialed_number'>) {
  return { ...NOTHING_PERSONAL, dialed_number: isOpenNumber(dialed_number) ? '' : dialed_number };
}

/** A hash of 256 bits in base64url; no phone is one. */
const HASH = /^[\w-]{43}$/;

/** Whether a number is known by itself, and not by its hash. */
export function isOpenNumber(dialedNumber: string): boolean {
  return dialedNumber !== '' && !HASH.test(dialedNumber);
}

/** The fields that order calls by their dispatch. No event of a workspace is older than the one before it. */
const DISPATCH_ORDER = ['dispatched_at', 'number'] as const;

/**
 * `in_flight`: the contacts with a call in flight, each with one, and the finished calls of a contact. `open`: the
 * calls that the head of a workspace holds. `timers`: the to-do list of leases and wrap-up times of all workspaces
 * (prefix: open), those of one instant in the order of their dispatch. `by_…`: calls in the order of their dispatch,
 * for reads; `by_contact` and `by_number` are what limits of a contact count, too.
 */
export const CALLS: Collection<CallRow> = {
  name: 'calls',
  key: ['workspace_id', 'call_id'],
  ids: ['workspace_id', 'call_id', 'contact_id', 'dialed_list'],
  indexes: [
    { name: 'in_flight', fields: ['workspace_id', 'in_flight', 'contact_id'] },
    { name: 'open', fields: ['workspace_id', 'open', 'number'] },
    { name: 'timers', fields: ['open', 'due_at', 'workspace_id', 'number'] },
    { name: 'by_dispatch', fields: ['workspace_id', ...DISPATCH_ORDER] },
    { name: 'by_contact', fields: ['workspace_id', 'contact_id', ...DISPATCH_ORDER] },
    { name: 'by_number', fields: ['workspace_id', 'dialed_number', ...DISPATCH_ORDER] },
    { name: 'by_list', fields: ['workspace_id', 'dialed_list', ...DISPATCH_ORDER] },
    { name: 'by_agent', fields: ['workspace_id', 'agent_id', ...DISPATCH_ORDER] },
  ],
};

const OF_NO_SINGLE_CALL: ReadonlySet<string> = new Set(['CallsErased', 'ListDrained', 'CallbackDue']);

/** Whether an event is one of a single call. */
export function isCallEvent(event: RecordedEvent): event is Recorded<CallEvent> {
  return !OF_NO_SINGLE_CALL.has(event.type) && DIALING_SCHEMAS.some(({ type }) => type === event.type);
}

/** The fields that the events of a call share. */
export function partyOf({ call_id, contact_id, smart_list_id, member_number }: CallParty): CallParty {
  return { call_id, contact_id, smart_list_id, member_number };
}

/** The call after an event of its own. */
export function evolveCall(row: CallRow | undefined, event: Recorded<CallEvent>): CallRow | undefined {
  const { revision } = event;
  const { occurred_at: at, correlation_id } = event.metadata;
  const cause = { event_id: event.id, correlation_id };
  switch (event.type) {
    case 'CallDispatched':
      return startCall(event, event.data, dialedNumber(event.data));
    case 'CallRegistered':
      return startCall(event, { ...event.data, ...NOT_DISPATCHED }, '');
    case 'CallDetailsRecorded':
      return row && { ...row, ...recordedDetails(event.data), revision };
    case 'CallHeartbeat': {
      const { lease_expires_at } = event.data;
      return row && { ...row, lease_expires_at, due_at: lease_expires_at, ...cause, revision };
    }
    case 'CallEnded': {
      const { result, wrap_up_expires_at: due_at } = event.data;
      const ended = { state: 'ended', result, ended_at: at, in_flight: 0 } as const;
      return row && { ...row, ...ended, open: due_at === null ? 0 : 1, due_at: due_at ?? '', ...cause, revision };
    }
    case 'OutcomeApplied': {
      const applied = { ...event.data.outcome, sequence: event.data.sequence, applied_at: at };
      return row && { ...row, outcomes: [...row.outcomes, applied], revision };
    }
    case 'CallCompleted':
      return row && { ...row, state: 'completed', completed_at: at, open: 0, due_at: '', revision };
    default:
      return event satisfies never;
  }
}

/** What the number of a dispatch is known by, as {@link CallRow} has it. */
export function dialedNumber({ number_hash, phone }: CallDispatched['data']): string {
  return number_hash ?? phone ?? '';
}

const NOT_DISPATCHED = { smart_list_id: null, member_number: null, snapshot: null, attempt_number: null } as const;

function startCall(
  { id, revision, metadata }: Recorded<CallDispatched | CallRegistered>,
  data: Pick<CallRow, Exclude<keyof CallDispatched['data'], 'number_hash' | 'also' | 'relimited' | 'time_zone_data'>>,
  dialed_number: string,
): CallRow {
  const { workspace_id, occurred_at, correlation_id } = metadata;
  return {
    workspace_id,
    ...partyOf(data),
    phone: data.phone,
    snapshot: data.snapshot,
    attempt_number: data.attempt_number,
    lease_expires_at: data.lease_expires_at,
    ...(data.callback && { callback: data.callback }),
    dialed_list: data.smart_list_id ?? '',
    dialed_number,
    ...NO_DETAILS_OF_ROW,
    number: revision,
    state: 'in_progress',
    result: null,
    outcomes: [],
    dispatched_at: occurred_at,
    lease_seconds: (Date.parse(data.lease_expires_at) - Date.parse(occurred_at)) / 1_000,
    ended_at: null,
    completed_at: null,
    erased_at: null,
    in_flight: 1,
    open: 1,
    due_at: data.lease_expires_at,
    event_id: id,
    correlation_id,
    revision,
  };
}
