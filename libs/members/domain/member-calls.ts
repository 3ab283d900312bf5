import type { Bar, CallResult, ListReset } from '#eligibility';
import type { AlsoPlaced } from './caps.js';
import type { DomainEvent, Instant, Recorded, RecordedEvent } from '#kernel';

/** A call, its contact, and the membership it was dialed from. */
export interface CallParty {
  readonly call_id: string;
  readonly contact_id: string;
  /** The list it was dialed from; null for an unlisted contact and a registered call. */
  readonly smart_list_id: string | null;
  /** The member number it was dialed from; an unlisted contact's contact number; null for a registered call. */
  readonly member_number: number | null;
}

/** The last disposition that was applied to a call (docs/reference/http-contract.md#member). */
export interface LastDisposition {
  readonly outcome_id: string;
  readonly outcome_name: string;
}

/**
 * The fields of the events of calls by which a member is counted. The slice of dialing declares these events in full.
 */
export type MemberCallEvent =
  | DomainEvent<
      'CallDispatched',
      CallParty & { readonly attempt_number: number; readonly also?: readonly AlsoPlaced[] }
    >
  | DomainEvent<
      'CallEnded',
      CallParty & {
        readonly result: CallResult;
        readonly dispatched_at: Instant;
        readonly barred?: Bar;
        readonly capped_until?: Instant;
        readonly zones?: string;
        readonly also?: readonly AlsoPlaced[];
        readonly resets?: readonly ListReset[];
      }
    >
  | DomainEvent<
      'OutcomeApplied',
      CallParty & {
        readonly barred?: Bar;
        readonly capped_until?: Instant;
        readonly zones?: string;
        readonly outcome: LastDisposition & { readonly outcome_type: string; readonly retry_seconds?: number | null };
      }
    >;

const CALL_EVENTS: readonly string[] = [
  'CallDispatched',
  'CallEnded',
  'OutcomeApplied',
] satisfies MemberCallEvent['type'][];

/** Whether facts of calls are folded from an event of this type, of a member or of a contact without a list. */
export function isFactOfCall(event: RecordedEvent): event is Recorded<MemberCallEvent> {
  return CALL_EVENTS.includes(event.type);
}

/** Whether an event names members: its call was dialed from a list, or it brings members to their limits, or back. */
export function isCallOfMember(event: RecordedEvent): event is Recorded<MemberCallEvent> {
  return (
    isFactOfCall(event) &&
    (event.data.smart_list_id !== null || alsoOf(event).some((row) => row.smart_list_id !== null))
  );
}

/** The rows that an event of a call names besides its own. */
export function alsoOf({ data }: Recorded<MemberCallEvent>): readonly AlsoPlaced[] {
  return ('also' in data ? data.also : undefined) ?? [];
}
