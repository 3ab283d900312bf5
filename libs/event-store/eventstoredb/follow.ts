import { setImmediate } from 'node:timers/promises';
import { Backoff } from '#kernel';
import type { Decoding } from '../decode.js';
import type { FollowBatch, FollowOptions } from '../event-store.js';
import { EVENTS_A_CHECKPOINT } from './client.js';
import type { Client } from './client.js';
import { decodeFollowed } from './decode.js';
import { shortReasonOf } from './faults.js';
import { Feed } from './feed.js';
import { isAfter, readPosition, writePosition } from './position.js';
import type { LogPosition } from './position.js';
import type { Pulse } from './pulse.js';
import type { Timings } from './timings.js';
import { pause } from './waiting.js';

const BATCH_SIZE = 1_000;

/** Events kept ahead at least: to pause the server for fewer costs more than it saves. */
const LEAST_AHEAD = 100;

/**
 * Events of other streams after which the position is reported, so that a quiet follower that restarts scans no more
 * than these again.
 */
const SILENT_EVENTS = 20_000;

export interface FollowPorts {
  readonly client: Pick<Client, 'subscribe'>;
  readonly pulse: Pick<Pulse, 'listen'>;
  readonly decoding: Decoding;
  readonly timings: Timings;
  /** Ends the iteration, like the consumer's own signal. */
  readonly closed: AbortSignal;
}

/**
 * Follows the log by one subscription after another. Each resumes after the events of the previous one: the server
 * drops a live one whenever many events are written at once
 * (test/contract/eventstoredb/FACTS.md#the-most-dangerous-ones), and in every outage. The follower itself never ends.
 */
export class Follower {
  /** Since when (`performance.now()`) it has had no live subscription, and why; undefined while it has one. */
  lost: { readonly since: number; readonly reason: string } | undefined = {
    since: performance.now(),
    reason: 'not yet',
  };

  private readonly prefixes: readonly string[];
  private readonly batchSize: number;
  private readonly signals: readonly AbortSignal[];
  private at: LogPosition | undefined;
  private reported = { caughtUp: false };
  private silent = 0;
  private wake = (): void => undefined;

  constructor(
    private readonly ports: FollowPorts,
    { after, prefixes, signal, batchSize = BATCH_SIZE }: FollowOptions,
  ) {
    this.prefixes = prefixes;
    this.batchSize = batchSize;
    this.signals = [signal, ports.closed];
    this.at = after === undefined ? undefined : readPosition(after);
  }

  /** @see EventStore.follow */
  async *batches(): AsyncGenerator<FollowBatch, void, undefined> {
    const { firstPause, longestPause } = this.ports.timings;
    const ended = (): void => this.wake();
    for (const signal of this.signals) signal.addEventListener('abort', ended);
    try {
      const backoff = new Backoff(firstPause, longestPause);
      while (!this.ended()) {
        const feed = this.open();
        yield* this.drain(feed);
        this.lost ??= { since: performance.now(), reason: shortReasonOf(feed.failure) };
        if (feed.delivered) backoff.reset();
        else await pause(backoff.next(), this.signals);
      }
    } finally {
      for (const signal of this.signals) signal.removeEventListener('abort', ended);
    }
  }

  private open(): Feed {
    return new Feed((reached) => this.ports.client.subscribe(this.at, this.prefixes, reached), {
      ahead: Math.max(this.batchSize, LEAST_AHEAD),
      confirmation: this.ports.timings.confirmation,
      changed: () => this.wake(),
      confirmed: () => (this.lost = undefined),
    });
  }

  /** Yields the batches of a subscription until it has ended and all its events are taken. */
  private async *drain(feed: Feed): AsyncGenerator<FollowBatch, void, undefined> {
    const forget = this.ports.pulse.listen(this.prefixes, (beat) => feed.check(beat, this.prefixes));
    try {
      for (;;) {
        // A turn of the event loop for input: batches grow with it, and other work is not blocked by a consumer that
        // never leaves the microtasks.
        await setImmediate();
        if (this.ended()) return;
        const batch = this.next(feed);
        if (batch) yield batch;
        else if (feed.failure !== undefined) return;
        else await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      forget();
      feed.end(new Error('the follower has left'));
    }
  }

  private next(feed: Feed): FollowBatch | undefined {
    const { events, position, checkpoints, caughtUp } = feed.take(this.batchSize, (found) =>
      decodeFollowed(found, this.ports.decoding),
    );
    if (position && isAfter(position, this.at)) this.at = position;
    this.silent += checkpoints * EVENTS_A_CHECKPOINT;
    const news = events.length > 0 || (caughtUp && !this.reported.caughtUp) || this.silent >= SILENT_EVENTS;
    if (!news) return undefined;
    this.silent = 0;
    this.reported = { caughtUp };
    return { events, position: this.at && writePosition(this.at), caughtUp };
  }

  private ended(): boolean {
    return this.signals.some(({ aborted }) => aborted);
  }
}
