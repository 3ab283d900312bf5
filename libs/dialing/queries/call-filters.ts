import type { Instant } from '#kernel';
import type { CallResult, CallState } from '../domain/calls/call-events.js';

/** Filters of GET /calls; a call fits if it fits all of them. Undefined: no filter. */
export interface CallFilters {
  readonly state?: CallState | undefined;
  readonly result?: CallResult | undefined;
  readonly contactId?: string | undefined;
  readonly smartListId?: string | undefined;
  /** An outcome that was applied to the call. */
  readonly outcomeId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly reference?: string | undefined;
  /** Only calls that began at this instant or later. */
  readonly from?: Instant | undefined;
  /** Only calls that began at this instant or earlier. */
  readonly to?: Instant | undefined;
}
