import {
  type Collection,
  contactSubject,
  daySubject,
  type DomainEvent,
  type EventSchema,
  type Instant,
  type PersonalFields,
  type Recorded,
  type RecordedEvent,
  type Row,
} from '#kernel';
import type { CallParty as MemberCallParty } from '#members/domain';
import type { Destination, OutcomeType } from '#outcomes/domain';
import type { Priority } from '#smart-lists/domain';
import type { UseCounting } from '#workspaces/domain';

/** The results that a dialer may report (docs/reference/dialing-rules.md#a-calls-life). */
export const END_RESULTS = ['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'cancelled', 'not_placed'] as const;
export type EndResult = (typeof END_RESULTS)[number];
/** The service itself sets `lost`: the lease has expired. */
export const CALL_RESULTS = [...END_RESULTS, 'lost'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

export const CALL_STATES = ['in_progress', 'ended', 'completed'] as const;
export type CallState = (typeof CALL_STATES)[number];

/** The settings with which a call was dispatched; later changes of the list do not change them. */
export interface CallSnapshot {
  readonly smart_list_id: string | null;
  readonly name: string | null;
  readonly priority: Priority | null;
  readonly member_number: number;
  readonly max_attempts_per_day: number | null;
  readonly max_attempts_total: number | null;
  readonly min_retry_seconds: number;
  readonly dial_timeout_seconds: number;
  readonly next_list_id: string | null;
}

/** An outcome as it was when it was applied, with the destination that was in effect then. */
export interface OutcomeSnapshot extends Destination {
  readonly outcome_id: string;
  readonly outcome_name: string;
  readonly outcome_type: OutcomeType;
  readonly destination_name: string | null;
}

/** The call, its contact and its membership: in every event by which members' attempts are counted. */
interface CallParty extends MemberCallParty {
  readonly call_id: string;
}

/** The scheduler has chosen a contact. The event's time is the call's `dispatched_at`. */
export type CallDispatched = DomainEvent<
  'CallDispatched',
  CallParty & {
    /** The contact's phone at that moment; null once it was erased. */
    readonly phone: string | null;
    readonly member_number: number;
    /** Counts the attempts of this contact from this list from 1, without those given back. */
    readonly attempt_number: number;
    readonly lease_expires_at: Instant;
    readonly snapshot: CallSnapshot;
  }
>;

/** A call that the scheduler did not dispatch has begun. The event's time is its `dispatched_at`. */
export type CallRegistered = DomainEvent<
  'CallRegistered',
  {
    readonly call_id: string;
    readonly contact_id: string;
    /** The contact's phone at that moment; null once it was erased. */
    readonly phone: string | null;
    readonly lease_expires_at: Instant;
  }
>;
/** The dialer still reports on the call: its lease begins again. */
export type CallHeartbeat = DomainEvent<
  'CallHeartbeat',
  { readonly call_id: string; readonly lease_expires_at: Instant }
>;
/** A call is over. The event's time is the call's `ended_at`, from which the retry gap runs. */
export type CallEnded = DomainEvent<
  'CallEnded',
  CallParty & {
    readonly result: CallResult;
    readonly dispatched_at: Instant;
    /** The end of the wait for a disposition; null where the same append completes the call. */
    readonly wrap_up_expires_at: Instant | null;
  }
>;
/** An agent has applied an outcome. Its effects are in the same append. */
export type OutcomeApplied = DomainEvent<
  'OutcomeApplied',
  CallParty & { readonly sequence: number; readonly outcome: OutcomeSnapshot }
>;
/** A call has ended and awaits no disposition. The event's time is the call's `completed_at`. */
export type CallCompleted = DomainEvent<
  'CallCompleted',
  CallParty & { readonly by: 'end' | 'disposition' | 'wrap_up' }
>;
/** The events of one call. */
export type CallEvent = CallDispatched | CallRegistered | CallHeartbeat | CallEnded | OutcomeApplied | CallCompleted;

/** The phone, under the keys of its contact and of the day on which the call began. */
const PERSON: PersonalFields = {
  fields: ['phone'],
  subjects: ({ data, metadata }) => [
    contactSubject((data as CallRegistered['data']).contact_id),
    daySubject('calls', metadata.occurred_at),
  ],
};

export const DIALING_SCHEMAS: readonly EventSchema[] = [
  { type: 'CallDispatched', version: 1, personal: PERSON },
  { type: 'CallRegistered', version: 1, personal: PERSON },
  { type: 'CallHeartbeat', version: 1 },
  { type: 'CallEnded', version: 1 },
  { type: 'OutcomeApplied', version: 1 },
  { type: 'CallCompleted', version: 1 },
  { type: 'CallsErased', version: 1 },
];

/** Counts the open calls of a workspace: from their beginning to their completion. */
export const CALL_USE: UseCounting = {
  resource: 'open_calls',
  steps: { CallDispatched: 1, CallRegistered: 1, CallCompleted: -1 },
};

/** An outcome of a call. `sequence` counts from 1 in the order in which they were applied. */
export interface AppliedOutcome extends OutcomeSnapshot {
  readonly sequence: number;
  readonly applied_at: Instant;
}

export interface CallRow extends Row, CallParty {
  readonly workspace_id: string;
  /** Null once it was erased. */
  readonly phone: string | null;
  readonly snapshot: CallSnapshot | null;
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
  /** When its phone was erased; null: it was not. */
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

/**
 * `in_flight`: the contacts with a call in flight, each with one, and the finished calls of a contact. `open`: the
 * calls that the head of a workspace holds. `timers`: the to-do list of leases and wrap-up times of all workspaces
 * (prefix: open), those of one instant in the order of their dispatch.
 */
export const CALLS: Collection<CallRow> = {
  name: 'calls',
  key: ['workspace_id', 'call_id'],
  indexes: [
    { name: 'in_flight', fields: ['workspace_id', 'in_flight', 'contact_id'] },
    { name: 'open', fields: ['workspace_id', 'open', 'number'] },
    { name: 'timers', fields: ['open', 'due_at', 'workspace_id', 'number'] },
  ],
};

/** Whether an event is one of a single call. */
export function isCallEvent(event: RecordedEvent): event is Recorded<CallEvent> {
  return event.type !== 'CallsErased' && DIALING_SCHEMAS.some(({ type }) => type === event.type);
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
      return startCall(event, event.data);
    case 'CallRegistered':
      return startCall(event, { ...event.data, ...NOT_DISPATCHED });
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

const NOT_DISPATCHED = { smart_list_id: null, member_number: null, snapshot: null, attempt_number: null } as const;

function startCall(
  { id, revision, metadata }: Recorded<CallDispatched | CallRegistered>,
  data: Pick<CallRow, keyof CallDispatched['data']>,
): CallRow {
  const { workspace_id, occurred_at, correlation_id } = metadata;
  return {
    workspace_id,
    ...data,
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
