import type { SmartListsClient } from '../client.js';
import type { Clock } from '../clock.js';
import type { Call } from '../schema.js';
import { type CallOverError, keepLease } from './heartbeats.js';
import type { CallEnding, JournalCall } from './journal.js';
import type { DialerStep, Place } from './options.js';

/** What is done with a call. */
export interface Conversation {
  readonly place: Place;
  readonly step: 'place' | 'resume';
  /** Dispatched just now. */
  readonly isNew: boolean;
}

/** What a call is held on. */
interface Line {
  readonly client: Pick<SmartListsClient, 'POST'>;
  readonly clock: Clock;
  readonly heartbeatMs: number | undefined;
  /** Aborted when all calls are to be hung up. */
  readonly hangUp: AbortSignal;
}

/**
 * Holds a call: places it, and keeps its lease until that is done. What `place` throws ends it with `failed`.
 * @returns what came of it; a CallOverError where the service has ended it meanwhile
 */
export async function hold(
  { client, clock, heartbeatMs, hangUp }: Line,
  entry: JournalCall,
  call: Call,
  { place, step, isNew }: Conversation,
  onError: (error: unknown, step: DialerStep) => void,
): Promise<CallEnding | CallOverError> {
  const [done, over] = [new AbortController(), new AbortController()];
  const passOn = (): void => over.abort(hangUp.reason);
  if (hangUp.aborted) passOn();
  hangUp.addEventListener('abort', passOn);
  const beat = { everyMs: heartbeatMs, atOnce: !isNew };
  const failed = (error: unknown): void => onError(error, 'heartbeat');
  const lease = keepLease({ client, clock }, entry, beat, done.signal, failed).then((reason) => {
    if (reason) over.abort(reason);
    return reason;
  });
  // Awaited below: until then nothing catches what `onError` throws there.
  lease.catch(() => undefined);
  const ending = await endingOf(() => place(call, over.signal)).catch((error: unknown) => {
    onError(error, step);
    return { result: 'failed' } as const;
  });
  done.abort();
  hangUp.removeEventListener('abort', passOn);
  return (await lease) ?? ending;
}

/** Of a `place` that throws before it has a promise, too. */
async function endingOf(place: () => ReturnType<Place>): Promise<CallEnding> {
  const ending = await place();
  return typeof ending === 'string' ? { result: ending } : ending;
}
