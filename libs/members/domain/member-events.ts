import type { Bar, ListReset } from '#eligibility';
import type { DomainEvent, EventSchema, Instant, Recorded, RecordedEvent } from '#kernel';
import type { BarredContact } from './bars.js';
import type { CallbackCleared, CallbackSet } from './callback-events.js';
import type { CappedContact } from './caps.js';
import type { ZonedContact } from './lane-zones.js';

/** How a membership began. */
export type MemberSource = 'api' | 'outcome' | 'waterfall' | 'import';

/** Why a membership ended (docs/reference/dialing-rules.md#eligibility). */
export type RemovedReason =
  | 'removed_by_request'
  | 'removed_by_outcome'
  | 'moved_by_outcome'
  | 'moved_by_waterfall'
  | 'list_deleted'
  | 'contact_deleted';

/** One event a member: its revision is the member number (docs/reference/dialing-rules.md#terms). */
export type MemberAdded = DomainEvent<
  'MemberAdded',
  {
    readonly smart_list_id: string;
    readonly contact_id: string;
    readonly source: MemberSource;
    /** The bar of the contact's number at that moment; absent where it had none. */
    readonly barred?: Bar;
    /** When the limits of the contact are over; absent where none of them held it back. */
    readonly capped_until?: Instant;
    /** The clocks of the contact's lane; absent where the workspace has no calling hours. */
    readonly zones?: string;
  }
>;

/**
 * One event a removal, however many memberships it ends: 100 contacts on 1,000 lists fit into an append because each
 * list is in the table once and each contact names lists by their index in it.
 */
export type MemberRemoved = DomainEvent<
  'MemberRemoved',
  {
    readonly reason: RemovedReason;
    /** The lists of this removal, each once. */
    readonly lists: readonly string[];
    /** Each contact once, with the indexes in `lists` of those it leaves. */
    readonly contacts: readonly { readonly contact_id: string; readonly lists: readonly number[] }[];
    readonly barred?: readonly BarredContact[];
    /** Absent where the limits of none of them held it back. */
    readonly capped?: readonly CappedContact[];
    /** Absent where the workspace has no calling hours. */
    readonly zoned?: readonly ZonedContact[];
    /**
     * The list that they are moved to, by an outcome or the waterfall. Absent where they are not, and in older events.
     */
    readonly to_list_id?: string;
    /**
     * The resets of these lists as a whole, each with the index of its list in `lists`: who leaves is reset by those
     * before, not by those to come. Absent where there are none, and in older events.
     */
    readonly resets?: readonly (ListReset & { readonly list: number })[];
  }
>;

/** The attempts of some members of a list count from 0 again (docs/reference/dialing-rules.md#reset). */
export type MembersReset = DomainEvent<
  'MembersReset',
  {
    readonly smart_list_id: string;
    /** Each once: active members whose `attempt_count` was above 0. */
    readonly contact_ids: readonly string[];
    readonly barred?: readonly BarredContact[];
    readonly capped?: readonly CappedContact[];
    readonly zoned?: readonly ZonedContact[];
  }
>;

/** The progress of a long sweep: everything up to this number is done, also if there was nothing to do. */
export type SweepAdvanced = DomainEvent<
  'SweepAdvanced',
  {
    /** For a deleted list its id; for a lowered cap the list and its version at that time. */
    readonly cause: string;
    readonly smart_list_id: string;
    readonly up_to_number: number;
    readonly done: boolean;
  }
>;

export type MemberEvent = MemberAdded | MemberRemoved | MembersReset | CallbackSet | CallbackCleared | SweepAdvanced;

export const MEMBER_SCHEMAS: readonly EventSchema[] = [
  { type: 'MemberAdded', version: 1 },
  { type: 'MemberRemoved', version: 1 },
  { type: 'MembersReset', version: 1 },
  { type: 'CallbackSet', version: 1 },
  { type: 'CallbackCleared', version: 1 },
  { type: 'SweepAdvanced', version: 1 },
];

/** Whether an event is one of a membership, or of a sweep. */
export function isMemberEvent(event: RecordedEvent): event is Recorded<MemberEvent> {
  return MEMBER_SCHEMAS.some(({ type }) => type === event.type);
}
