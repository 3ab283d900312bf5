import type { AllStreamResolvedEvent, StreamingRead } from '@eventstore/db-client';
import type { ServerTime } from '#kernel';
import { shortReasonOf } from './faults.js';
import type { LogPosition } from './position.js';
import { readBounded } from './read.js';
import type { Timings } from './timings.js';
import { pause, withTimeout } from './waiting.js';

/**
 * Events that are looked through at most for one of a stream that is followed: of the server's own, and of other users
 * of it, there are many.
 */
const EVENTS_LOOKED_THROUGH = 20;

/** One of the last events of the log. */
interface NewestEvent {
  readonly stream: string;
  readonly position: LogPosition;
  /** By the server's clock. */
  readonly created: Date;
}

/** From the very last one on. */
type Newest = readonly NewestEvent[];

/** An event is dated this many milliseconds before readers get it, at most: a cluster that is slow copies it first. */
const COPYING_MS = 5_000;

/** What one look at the end of the log found. */
export type Beat = { readonly ok: true; readonly newest: Newest } | { readonly ok: false; readonly error: unknown };

export type BeatListener = (beat: Beat & { readonly began: number }) => void;

/**
 * Looks at the end of the log every now and then: whether the server answers at all, and what followers should have
 * seen. Nothing else notices a server that hangs, or a subscription that is open and silent although there is news
 * (test/contract/eventstoredb/FACTS.md#when-the-server-goes-away-client-esdbhostport).
 */
export class Pulse {
  /** Each with the prefixes of the streams it follows. */
  private readonly listeners = new Map<BeatListener, readonly string[]>();
  /** What the last look found, for those who listened then. */
  private seen: Newest = [];
  private failure: unknown;
  private last: { readonly began: number; readonly newest: NewestEvent | undefined } | undefined;
  private told: ServerTime | undefined;

  constructor(
    private readonly readEnd: (limit: number) => StreamingRead<AllStreamResolvedEvent>,
    private readonly timings: Timings,
    private readonly closed: AbortSignal,
  ) {}

  /** Why the last look failed; undefined when it did not. */
  get trouble(): string | undefined {
    return this.failure === undefined ? undefined : shortReasonOf(this.failure);
  }

  /**
   * The server's time, to some seconds, by the newest event that came between two looks; undefined before there was
   * one.
   */
  get serverTime(): ServerTime | undefined {
    return this.told;
  }

  /** Goes on until the store is closed. */
  async beat(): Promise<void> {
    while (!this.closed.aborted) {
      await pause(this.failure === undefined ? this.timings.pulse : this.timings.pulseInTrouble, [this.closed]);
      if (this.closed.aborted) return;
      const began = performance.now();
      const beat = await this.look();
      if (this.closed.aborted) return;
      this.failure = beat.ok ? undefined : beat.error;
      if (beat.ok) this.tellTime(began, beat.newest[0]);
      for (const listener of [...this.listeners.keys()]) listener({ ...beat, began });
    }
  }

  /**
   * Tells a follower of streams with these prefixes of every look from now on, until the returned function is called.
   */
  listen(prefixes: readonly string[], listener: BeatListener): () => void {
    this.listeners.set(listener, prefixes);
    this.seen = [];
    return () => this.listeners.delete(listener);
  }

  private tellTime(began: number, newest: NewestEvent | undefined): void {
    const { last } = this;
    if (last && newest && newest.position.commit !== last.newest?.position.commit) {
      const asked = last.began - COPYING_MS;
      this.told = { time: newest.created.getTime(), asked, answered: performance.now() };
    }
    this.last = { began, newest };
  }

  private async look(): Promise<Beat> {
    try {
      const newest = await withTimeout(this.timings.pulseAnswer, this.readNewest(), 'no answer in time');
      return { ok: true, newest };
    } catch (error) {
      return { ok: false, error: error instanceof Error && error.cause !== undefined ? error.cause : error };
    }
  }

  /**
   * One event proves that the server answers, and is the newest of what every follower wants as long as it is of their
   * streams. Only where it is not, and the end has moved, is more of the log read: events are whole, however large they
   * are.
   */
  private async readNewest(): Promise<Newest> {
    const listening = [...this.listeners.values()];
    const before = this.seen;
    const [end] = await this.readEvents(1);
    if (!end) return [];
    if (before[0]?.position.commit === end.position.commit) return before;
    const isFollowed = (prefixes: readonly string[]) => prefixes.some((prefix) => end.stream.startsWith(prefix));
    const newest = listening.every(isFollowed) ? [end] : await this.readEvents(EVENTS_LOOKED_THROUGH);
    // One who began to listen meanwhile may want what this look did not look for.
    if (this.seen === before) this.seen = newest;
    return newest;
  }

  private async readEvents(limit: number): Promise<Newest> {
    const found = await readBounded(() => this.readEnd(limit), this.timings.pulseAnswer, this.closed);
    return found.flatMap(({ event }) => {
      if (!event) return [];
      const { streamId, position, created } = event;
      return [{ stream: streamId, position, created }];
    });
  }
}
