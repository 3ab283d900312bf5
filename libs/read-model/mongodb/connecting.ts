import { setTimeout as pause } from 'node:timers/promises';
import { type MongoClient, MongoServerSelectionError } from 'mongodb';
import { ReadModelOpenError } from '../read-model.js';
import { inTime, isLookupError, NoAnswerError } from './errors.js';

/** Milliseconds between attempts: the look-up of an unknown name may fail at once. */
const RETRY_MS = 250;
/**
 * Milliseconds: the driver's own error comes a little after its time limit, and says more than that the time is over.
 */
const GRACE_MS = 250;
const OLDEST_MAJOR = 5;

/**
 * Connects; repeated while no server answers: a server or a name that is set up at the same time needs some seconds.
 * @throws the error of the last attempt
 */
export async function connect(client: MongoClient, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const left = () => Math.max(0, deadline - performance.now());
  let last: Error = new NoAnswerError(`no answer within ${timeoutMs / 1_000} s`);
  for (;;) {
    try {
      await inTime(() => client.connect(), left() + GRACE_MS);
      return;
    } catch (error) {
      if (error instanceof NoAnswerError) throw last;
      if (!(error instanceof MongoServerSelectionError || isLookupError(error))) throw error;
      last = error as Error;
    }
    if (left() === 0) throw last;
    await pause(Math.min(RETRY_MS, left()));
  }
}

/** Older servers refuse names of fields that rows may have. */
export async function refuseOld(client: MongoClient, database: string): Promise<void> {
  const { version } = (await client.db(database).command({ buildInfo: 1 })) as { readonly version: string };
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return;
  throw new ReadModelOpenError(`MongoDB is of version ${version}; Smart Lists needs ${OLDEST_MAJOR}.0 or later.`);
}
