import { type FollowBatch, type FollowOptions, StoreUnavailableError } from '#event-store';
import type { Timers } from '#kernel';
import type { ReadableLog } from './read-stores.js';

export interface LogNotAwaitedPorts {
  readonly log: ReadableLog & {
    /** A sentence while the store is away; undefined while it answers. */
    health(): { readonly detail: string | undefined };
  };
  readonly timers: Timers;
}

/** Milliseconds between two looks at the health of the store. */
const LOOK_MS = 500;
/** Milliseconds for which a reader waits for a store that is away. */
export const AWAY_MS = 10_000;

/**
 * A log for a command that reads it once: `follow` does not wait for as long as it takes for a store that is away, as
 * the service does. Once it was at the end of the log it does: a command that follows the log live is not ended.
 */
export class LogNotAwaited implements ReadableLog {
  constructor(private readonly ports: LogNotAwaitedPorts) {}

  read(...read: Parameters<ReadableLog['read']>): ReturnType<ReadableLog['read']> {
    return this.ports.log.read(...read);
  }

  /** @throws StoreUnavailableError the store is away before the end of the log was reached */
  async *follow(options: FollowOptions): AsyncGenerator<FollowBatch, void, undefined> {
    const { log, timers } = this.ports;
    const givenUp = new AbortController();
    let away = 0;
    let detail: string | undefined;
    let cancel: () => void = () => undefined;
    const look = (): void => {
      detail = log.health().detail;
      away = detail === undefined ? 0 : away + LOOK_MS;
      if (away >= AWAY_MS) return givenUp.abort();
      cancel = timers.set(LOOK_MS, look);
    };
    look();
    try {
      const signal = AbortSignal.any([options.signal, givenUp.signal]);
      for await (const batch of log.follow({ ...options, signal })) {
        if (batch.caughtUp) cancel();
        yield batch;
      }
    } finally {
      cancel();
    }
    if (!options.signal.aborted && detail !== undefined) throw new StoreUnavailableError(detail);
  }
}
