import type { SmartListsClient } from '../client.js';
import type { Clock } from '../clock.js';
import type { Call, EndResult } from '../schema.js';
import type { CallEnding, DialerJournal } from './journal.js';

/**
 * Your telephony: calls the contact and tells what came of it. If it throws, the call ends with `failed`.
 * @param signal aborted when the call is to be hung up: the service has ended it, or the dialer stops and `graceMs` are
 *   over
 */
export type Place = (call: Call, signal: AbortSignal) => Promise<EndResult | CallEnding>;

/** What a dialer was doing when it failed. */
export type DialerStep = 'next' | 'place' | 'heartbeat' | 'end' | 'outcome' | 'resume' | 'journal';

export interface DialerError {
  readonly step: DialerStep;
  /** Of the call that it was about. */
  readonly call_id?: string;
}

export interface DialerOptions {
  /** With the scopes `calls:read` and `calls:write`. */
  readonly client: Pick<SmartListsClient, 'GET' | 'POST' | 'paginate'>;
  readonly place: Place;
  /** Told of every failure; the dialer continues after it. What it throws itself ends the dialer. */
  readonly onError: (error: unknown, at: DialerError) => void;
  /**
   * Stops the dialer in good order: no further call begins, those in progress are ended and told to the service, then
   * the promise resolves. A dispatch that is under way is waited for, and its calls are given back with `not_placed`.
   */
  readonly signal?: AbortSignal;
  /**
   * Your own id of the agent who is on the phone, 1 to 100 characters: all calls of this dialer bear it. A dialer that
   * starts takes up the calls that are in progress with it, so no two dialers may run with one agent at the same time.
   * Default: none.
   */
  readonly agentId?: string;
  /** The list that is dialed alone, in a round of its own. Default: the whole workspace, or `dialGroupId`. */
  readonly smartListId?: string;
  /** The dial group whose lists are dialed, in rounds of its own; not with `smartListId`. Default: none. */
  readonly dialGroupId?: string;
  /** Calls at the same time, 1 to 50. Default: 1. */
  readonly lines?: number;
  /** Milliseconds between heartbeats. Default: a third of the lease of the call. */
  readonly heartbeatMs?: number;
  /** Milliseconds from the abort of `signal` to that of the signals of calls in progress. Default: unlimited. */
  readonly graceMs?: number;
  /** Milliseconds before the next question when nobody may be called: from the first, doubled up to the second. */
  readonly idleMs?: { readonly from: number; readonly to: number };
  /** Where the dialer finds after a crash what it was doing. Default: nowhere but, with `agentId`, in the service. */
  readonly journal?: DialerJournal;
  /**
   * Takes up a call that an earlier run was placing when it crashed, and that is still in progress: ask your telephony
   * for it by its `call_id`. Without, such a call is ended with `failed`; it is never placed a second time.
   */
  readonly resume?: Place;
  /** For tests. */
  readonly clock?: Clock;
  /** For tests: a number from 0 to below 1. */
  readonly random?: () => number;
}
