import { runChild } from './child.js';

/** The work of one dialer: one request after the other over one connection. */
export interface Dialing {
  readonly url: string;
  readonly key: string;
  /** Number of calls, or of reads. */
  readonly count: number;
  /** Makes the Idempotency-Keys unique. */
  readonly salt: string;
  /** Dial groups that the requests name in turn; absent: they dial the whole workspace. */
  readonly groups?: readonly string[] | undefined;
  /** Paths to read in turn; absent: POST /dialer/next for one call, ended at once. */
  readonly paths?: readonly string[];
}

/** Durations of a call (both requests) or of a read, in milliseconds. */
export interface Dialed {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * Runs a dialer in a process of its own.
 * @throws Error if a request was refused or answered before the rows showed it, or no contact was left to call.
 */
export async function dial(dialing: Dialing): Promise<Dialed> {
  const { answer } = await runChild<Dialing, Dialed>('./dialer.process.js', dialing);
  return answer;
}

/** "p50 / p99 / longest" of each, in whole milliseconds. */
export function durationsOf(dialed: readonly Dialed[]): string {
  return dialed.map(({ p50, p99, max }) => [p50, p99, max].map((ms) => ms.toFixed(0)).join(' / ')).join(', ');
}
