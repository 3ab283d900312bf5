import type { Bar, Callback } from '#eligibility';
import type { DomainEvent, Instant } from '#kernel';

/** A callback was set, in place of the one that the membership may have had. */
export type CallbackSet = DomainEvent<
  'CallbackSet',
  {
    readonly smart_list_id: string;
    readonly contact_id: string;
    readonly member_number: number;
    /** The bar of the contact's number at that moment; absent where it had none. */
    readonly barred?: Bar;
    /** When the limits of the contact are over; absent where none of them holds it back. */
    readonly capped_until?: Instant;
    /** The clocks of the contact's lane; absent where the workspace has no calling hours. */
    readonly zones?: string;
  } & Callback
>;

/** A callback was cleared by a request. One that is dispatched, or whose membership ends, has no such event. */
export type CallbackCleared = DomainEvent<
  'CallbackCleared',
  {
    readonly smart_list_id: string;
    readonly contact_id: string;
    readonly member_number: number;
    readonly barred?: Bar;
    /** When the limits of the contact are over; absent where none of them holds it back. */
    readonly capped_until?: Instant;
    /** The clocks of the contact's lane; absent where the workspace has no calling hours. */
    readonly zones?: string;
  }
>;
