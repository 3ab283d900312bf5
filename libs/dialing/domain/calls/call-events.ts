import {
  contactSubject,
  daySubject,
  type DomainEvent,
  type EventSchema,
  type Instant,
  type PersonalFields,
} from '#kernel';
import {
  type AttemptWindow,
  type Bar,
  CALL_RESULTS,
  type Callback,
  type CallResult,
  END_RESULTS,
  type EndResult,
  type LaneName,
  type ListReset,
  type RetrySeconds,
} from '#eligibility';
import type { HoldersNamed } from '#do-not-call/domain';
import { type AlsoPlaced, type CallParty, MAX_ALSO } from '#members/domain';
import type { Destination, OutcomeType } from '#outcomes/domain';
import type { Priority } from '#smart-lists/domain';
import type { UseCounting } from '#workspaces/domain';
import { type CallDetailsRecorded, DETAILS_SCHEMA } from './call-details.js';

export { CALL_RESULTS, type CallResult, END_RESULTS, type EndResult };

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
  /** Absent from calls that are older than gaps by result. */
  readonly retry_seconds?: RetrySeconds | null;
  /** Absent from calls that are older than windows. */
  readonly attempt_windows?: readonly AttemptWindow[] | null;
  /** Of the workspace; absent from calls that are older than limits of a contact. */
  readonly contact_windows?: readonly AttemptWindow[] | null;
  readonly dial_timeout_seconds: number;
  readonly next_list_id: string | null;
  /** Absent from calls that are older than calling hours. */
  readonly calling_hours_id?: string | null;
  /** The lane that it was picked from; absent where that is the plain one, or it is a callback. */
  readonly lane?: LaneName | undefined;
  /** The instant of the callback that it is; absent where it is none. */
  readonly callback_at?: Instant | undefined;
  /** What the request dialed, a list alone or a dial group; absent where it dialed the whole workspace. */
  readonly scope?: { readonly dial_group_id?: string; readonly smart_list_id?: string } | undefined;
}

/** An outcome as it was when it was applied, with the destination that was in effect then. */
export interface OutcomeSnapshot extends Destination {
  readonly outcome_id: string;
  readonly outcome_name: string;
  readonly outcome_type: OutcomeType;
  readonly destination_name: string | null;
  /** Of a disposition; absent from those that are older than gaps by outcome. */
  readonly retry_seconds?: number | null;
}

export { type AlsoPlaced, type CallParty, MAX_ALSO };

/** The scheduler has chosen a contact. The event's time is the call's `dispatched_at`. */
export type CallDispatched = DomainEvent<
  'CallDispatched',
  CallParty & {
    /** The contact's phone at that moment; null once it was erased. */
    readonly phone: string | null;
    readonly member_number: number;
    /** Counts the attempts of this contact from this list from 1, after a reset anew, without those given back. */
    readonly attempt_number: number;
    readonly lease_expires_at: Instant;
    readonly snapshot: CallSnapshot;
    /**
     * The version of the time zone data by which calling hours were judged; absent where the workspace had none, and in
     * older events.
     */
    readonly time_zone_data?: string;
    /** Of the phone, under the key of the workspace; absent where the workspace had none. */
    readonly number_hash?: string;
    /** The other rows that this attempt brings to the limits of a contact. */
    readonly also?: readonly AlsoPlaced[];
    /** Where those are more than {@link MAX_ALSO}, their contacts instead. */
    readonly relimited?: HoldersNamed;
    /** The callback that it is, and that ends with it; absent where it is none. */
    readonly callback?: Callback | undefined;
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
    /** The bar of its contact's number at that moment; absent where there is none. */
    readonly barred?: Bar;
    /**
     * The resets of its list as a whole since the dispatch, of a call that gives its attempt back: whether that attempt
     * still counted. Absent where there were none, and in older events.
     */
    readonly resets?: readonly ListReset[];
    /** When the limits of its contact are over; absent where none of them holds it back. */
    readonly capped_until?: Instant;
    /** The clocks of its contact's lane; absent where the workspace has no calling hours. */
    readonly zones?: string;
    /** The other rows that limits hold back no longer, or for less long, since the attempt is given back. */
    readonly also?: readonly AlsoPlaced[];
    /** Where those are more than {@link MAX_ALSO}, their contacts instead. */
    readonly relimited?: HoldersNamed;
  }
>;
/** An agent has applied an outcome. Its effects are in the same append. */
export type OutcomeApplied = DomainEvent<
  'OutcomeApplied',
  CallParty & {
    readonly sequence: number;
    readonly outcome: OutcomeSnapshot;
    /** As of `CallEnded`. */
    readonly barred?: Bar;
    /** As of `CallEnded`. */
    readonly capped_until?: Instant;
    /** As of `CallEnded`. */
    readonly zones?: string;
  }
>;
/** What completes a call: its end, a disposition, or that none was applied in time. */
export const COMPLETIONS = ['end', 'disposition', 'wrap_up'] as const;
export type Completion = (typeof COMPLETIONS)[number];

/** A call has ended and awaits no disposition. The event's time is the call's `completed_at`. */
export type CallCompleted = DomainEvent<
  'CallCompleted',
  CallParty & {
    readonly by: Completion;
    /** It was the last attempt that its contact had from the list. Absent where it was not, and in older events. */
    readonly exhausted?: true;
  }
>;
/** The events of one call. */
export type CallEvent =
  CallDispatched | CallRegistered | CallDetailsRecorded | CallHeartbeat | CallEnded | OutcomeApplied | CallCompleted;

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
  DETAILS_SCHEMA,
  { type: 'CallHeartbeat', version: 1 },
  { type: 'CallEnded', version: 1 },
  { type: 'OutcomeApplied', version: 1 },
  { type: 'CallCompleted', version: 1 },
  { type: 'CallsErased', version: 1 },
  { type: 'ListDrained', version: 1 },
  { type: 'CallbackDue', version: 1 },
];

/** Counts the open calls of a workspace: from their beginning to their completion. */
export const CALL_USE: UseCounting = {
  resource: 'open_calls',
  steps: { CallDispatched: 1, CallRegistered: 1, CallCompleted: -1 },
};
