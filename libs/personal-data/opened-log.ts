import {
  type EventStore,
  type FollowBatch,
  type FollowedEvent,
  type FollowOptions,
  followed,
  isUnreadable,
  type ReadOptions,
  StoreUnavailableError,
} from '#event-store';
import { Backoff, type RecordedEvent, type Timers, UnknownEventError } from '#kernel';
import type { EventOpener } from './event-opener.js';
import { PersonalKeysUnavailableError } from './personal-keys.js';

/** Delays between two attempts of a follower to get keys, in milliseconds. */
const [FIRST_DELAY_MS, MAX_DELAY_MS] = [100, 5_000];

/** What an opened log needs. */
export interface OpenedLogPorts {
  readonly log: Pick<EventStore, 'read' | 'follow'>;
  readonly opener: EventOpener;
  readonly timers: Timers;
  /** Aborting it ends the followers that wait for keys. */
  readonly closed: AbortSignal;
  /**
   * Milliseconds between attempts for which `follow` waits for keys until it has reached the end of the log. Default:
   * as long as it takes.
   */
  readonly patience?: number;
}

/**
 * A log whose personal data are open to its readers. `read` opens records of Idempotency-Keys as well: a head answers
 * by them. `follow` does not: rows have nothing of them but the key's hash.
 */
export class OpenedLog implements Pick<EventStore, 'read' | 'follow'> {
  constructor(private readonly ports: OpenedLogPorts) {}

  /**
   * @see EventStore.read
   * @throws StoreUnavailableError also where the store of keys is unavailable
   * @throws UnknownEventError also for an event whose key is unknown
   */
  async read(stream: string, options: ReadOptions): Promise<readonly RecordedEvent[]> {
    const { log, opener } = this.ports;
    const events = await log.read(stream, options);
    const opened = await opener.openEvents(events, { records: true }).catch((error: unknown) => {
      throw asStoreError(error);
    });
    return opened.map((event) => {
      if (event instanceof UnknownEventError) throw event;
      return event;
    });
  }

  /**
   * While the store of keys is unavailable, it waits.
   * @see EventStore.follow
   * @throws StoreUnavailableError it has waited for long enough
   */
  async *follow(options: FollowOptions): AsyncGenerator<FollowBatch, void, undefined> {
    let { patience = Infinity } = this.ports;
    for await (const batch of this.ports.log.follow(options)) {
      const events = await this.opened(batch.events, patience, [options.signal, this.ports.closed]);
      if (!events) return;
      if (batch.caughtUp) patience = Infinity;
      yield { ...batch, events };
    }
  }

  /** The events of a batch, opened; undefined: the follower was ended while it waited for keys. */
  private async opened(
    events: readonly FollowedEvent[],
    patience: number,
    ends: readonly AbortSignal[],
  ): Promise<readonly FollowedEvent[] | undefined> {
    const readable = events.filter((event): event is RecordedEvent => !isUnreadable(event));
    const backoff = new Backoff(FIRST_DELAY_MS, MAX_DELAY_MS);
    for (let waited = 0; ;) {
      try {
        const opened = await this.ports.opener.openEvents(readable, { records: false });
        if (opened === readable) return events;
        const each = opened.values();
        return events.map((event) => (isUnreadable(event) ? event : orUnreadable(event, each.next().value!)));
      } catch (error) {
        if (!(error instanceof PersonalKeysUnavailableError)) throw error;
        const delay = backoff.next();
        if ((waited += delay) > patience) throw asStoreError(error);
        await this.pause(delay, ends);
        if (ends.some(({ aborted }) => aborted)) return undefined;
      }
    }
  }

  /** Resolves after `ms` milliseconds, or as soon as one of the signals aborts. */
  private pause(ms: number, ends: readonly AbortSignal[]): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancelTimer();
        for (const signal of ends) signal.removeEventListener('abort', end);
        resolve();
      };
      const cancelTimer = this.ports.timers.set(ms, end);
      for (const signal of ends) {
        if (signal.aborted) return end();
        signal.addEventListener('abort', end);
      }
    });
  }
}

/** What a caller of an event store is told while the store of keys is unavailable. */
export function asStoreError(error: unknown): unknown {
  return error instanceof PersonalKeysUnavailableError ? new StoreUnavailableError(error.message) : error;
}

function orUnreadable(event: RecordedEvent, opened: RecordedEvent | UnknownEventError): FollowedEvent {
  if (opened === event) return event;
  return followed({ ...event, position: event.position! }, () => {
    if (opened instanceof UnknownEventError) throw opened;
    return opened;
  });
}
