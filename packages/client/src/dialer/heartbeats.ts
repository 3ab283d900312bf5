import type { SmartListsClient } from '../client.js';
import type { Clock } from '../clock.js';
import { ProblemError } from '../errors.js';
import type { JournalCall } from './journal.js';

/** Heartbeats in one lease: two of three may fail before it passes. */
const BEATS_A_LEASE = 3;

/** The service has ended the call, usually since its lease had passed: hang up, its result is not wanted any more. */
export class CallOverError extends Error {
  override readonly name = 'CallOverError';

  constructor(callId: string, cause: unknown) {
    super(`the service has ended the call ${callId}`, { cause });
  }
}

/** How a lease is kept. */
export interface Beat {
  /** Milliseconds between heartbeats; undefined: a third of the lease. */
  readonly everyMs: number | undefined;
  /** Of a call that was not dispatched just now: its lease may be about to pass. */
  readonly atOnce: boolean;
}

/**
 * Keeps the lease of a call until `done` is aborted.
 * @param onError of heartbeats that failed; the next one is sent at its time all the same
 * @returns the reason where the call is over before that
 */
export async function keepLease(
  { client, clock }: { readonly client: Pick<SmartListsClient, 'POST'>; readonly clock: Clock },
  { call_id, lease_ms }: JournalCall,
  { everyMs = lease_ms / BEATS_A_LEASE, atOnce }: Beat,
  done: AbortSignal,
  onError: (error: unknown) => void,
): Promise<CallOverError | undefined> {
  for (let beat = 0; ; beat += 1) {
    if (beat > 0 || !atOnce) await clock.sleep(everyMs, done);
    if (done.aborted) return undefined;
    try {
      await client.POST('/calls/{callId}/heartbeat', { params: { path: { callId: call_id } }, signal: done });
    } catch (error) {
      if (done.aborted) return undefined;
      if (isOver(error)) return new CallOverError(call_id, error);
      onError(error);
    }
  }
}

/** Whether the service refuses since the call is over, or gone with its workspace or its age. */
export function isOver(error: unknown): boolean {
  return error instanceof ProblemError && (error.code === 'call_state_conflict' || error.code === 'not_found');
}
