import { runChild } from './child.js';

/** What one dialer does, one request after the other over one connection. */
export interface Dialing {
  readonly url: string;
  readonly key: string;
  /** Calls, or reads. */
  readonly count: number;
  /** Makes the Idempotency-Keys differ from those of any other. */
  readonly salt: string;
  /** These are read in turn; left out: POST /dialer/next for one call, and its end at once. */
  readonly paths?: readonly string[];
}

/** How long a call (both requests) or a read took, in milliseconds. */
export interface Dialed {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * Runs a dialer in a process of its own.
 * @throws Error if anything was refused, answered before the rows showed it, or nobody was left to be called.
 */
export async function dial(dialing: Dialing): Promise<Dialed> {
  const { answer } = await runChild<Dialing, Dialed>('./dialer.process.js', dialing);
  return answer;
}
