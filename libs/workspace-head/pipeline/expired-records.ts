import { type Clock, instant, type Timers } from '#kernel';
import type { ReadModelCacheWriter } from '#read-model';
import { IDEMPOTENCY } from './idempotency.js';

export interface ExpiredRecordsPorts {
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'dropBelow'>;
  readonly clock: Clock;
  /** When the newest event of the log was written, in milliseconds since 1970; undefined of an empty log. */
  readonly newest: () => Promise<number | undefined>;
  readonly timers: Timers;
  readonly idempotencyDays: number;
  /** Told of a round that failed; the next one tries again. */
  readonly onError: (error: unknown) => void;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Rows dropped at a time: the thread that writes the rows is busy with it for some milliseconds. */
const CHUNK = 500;

/**
 * Drops the rows of Idempotency-Keys that are over their days, at the start and hourly. Decisions do not count on it:
 * an old record that is still there is no record to them. The days count back from the earlier of the clock and the
 * log's newest instant: neither a clock that is ahead nor one workspace whose time is ahead may cost others their
 * records.
 * @returns a function that ends it.
 */
export function dropExpiredRecords(ports: ExpiredRecordsPorts): () => void {
  let cancel: () => void = () => undefined;
  let ended = false;
  const round = async (): Promise<void> => {
    try {
      const newest = (await ports.newest()) ?? -Infinity;
      const before = instant(Math.max(0, Math.min(ports.clock.now(), newest) - ports.idempotencyDays * DAY_MS));
      let dropped: number;
      do {
        dropped = await ports.cacheWriter.dropBelow(IDEMPOTENCY, {
          index: 'by_age',
          prefix: [1],
          before,
          limit: CHUNK,
        });
      } while (dropped === CHUNK && !ended);
    } catch (error) {
      ports.onError(error);
    }
    if (!ended) cancel = ports.timers.set(HOUR_MS, () => void round());
  };
  void round();
  return () => {
    ended = true;
    cancel();
  };
}
