import type { Instant } from '#kernel';
import type { DialingFacts } from './attempts.js';
import type { DialingLimits } from './waits.js';
import type { ContactZones } from './zones/contact-zones.js';

/**
 * The subject of the gates: a member of a list, or a contact without a list. `Removed` are the reasons why it may not
 * be one any more: a membership that has ended, or a contact that is on a list after all.
 */
export interface Subject<Removed extends string> {
  /** Why it is no member (any more); null: it is one. */
  readonly removed: Removed | null;
  readonly limits: DialingLimits;
  /** Of the contact's first phone; null: no entry of the do-not-call register counts. */
  readonly bar: Bar | null;
  /** The call in flight of the contact, from any list or registered; null: none. */
  readonly callInFlight: string | null;
  /**
   * Milliseconds since 1970, oldest first: the attempts over all lists that the windows of the workspace count, those
   * made to the contact and those that dialed its number. Empty where the workspace has none.
   */
  readonly attempts: readonly number[];
  /** By whose clocks calling hours go that go by the contact. */
  readonly zones: ContactZones;
  readonly facts: DialingFacts;
  /** When the membership began. */
  readonly addedAt: Instant;
}

/** An entry of the do-not-call register that counts, of the number that would be dialed. */
export interface Bar {
  /** From then on it does not count; null: it counts until it is removed. */
  readonly until: Instant | null;
}

/** The status of a member (docs/reference/dialing-rules.md#eligibility). */
export interface Standing<Removed extends string> {
  readonly status: 'removed' | 'frozen' | 'in_call' | 'completed' | 'waiting' | 'queued';
  readonly status_reason:
    | Removed
    | 'do_not_call'
    | 'dialing_paused'
    | 'list_paused'
    | 'cap_zero'
    | 'call_in_progress'
    | 'total_cap_reached'
    | 'callback_scheduled'
    | 'daily_cap_reached'
    | 'window_cap_reached'
    | 'contact_cap_reached'
    | 'retry_gap'
    | 'calling_hours'
    | 'callback_due'
    | 'eligible';
  /** waiting: until when; queued: eligible since when; else null. */
  readonly schedule_time: Instant | null;
}
