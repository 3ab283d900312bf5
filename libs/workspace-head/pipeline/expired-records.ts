import { type Clock, instant, type Timers } from '#kernel';
import type { ReadModelCacheWriter } from '#read-model';
import { IDEMPOTENCY } from './idempotency.js';

export interface ExpiredRecordsPorts {
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'dropBelow'>;
  readonly clock: Clock;
  /** The instant of the log's newest event, in milliseconds since 1970; undefined of an empty log. */
  readonly newest: () => Promise<number | undefined>;
  readonly timers: Timers;
  readonly idempotencyDays: number;
  /** Called with the error of a round that failed; the next round tries again. */
  readonly onError: (error: unknown) => void;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Rows dropped at a time. Each chunk keeps the thread that writes rows busy for some milliseconds. */
const CHUNK = 500;

/**
 * Drops the records of Idempotency-Keys that are older than their retention, at the start and hourly. Decisions do not
 * rely on it: they ignore an old record that is not dropped yet. The age counts back from the earlier of the clock and
 * the log's newest instant, so that neither a clock that is ahead nor one workspace whose time is ahead drops the
 * records of other workspaces early.
 * @returns a function that stops it
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
