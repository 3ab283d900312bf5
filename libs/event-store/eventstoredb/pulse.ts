import type { AllStreamResolvedEvent, StreamingRead } from '@eventstore/db-client';
import type { ServerTime } from '#kernel';
import { shortReasonOf } from './faults.js';
import type { LogPosition } from './position.js';
import { readBounded } from './read.js';
import type { Timings } from './timings.js';
import { pause, withTimeout } from './waiting.js';

/**
 * Events at the end of the log that are read in search of one of a followed stream: the server itself, and other users
 * of it, write many.
 */
const EVENTS_LOOKED_THROUGH = 20;

/** One of the last events of the log. */
interface NewestEvent {
  readonly stream: string;
  readonly position: LogPosition;
  /** By the server's clock. */
  readonly created: Date;
}

/** Newest first. */
type Newest = readonly NewestEvent[];

/**
 * Milliseconds between an event's timestamp and its arrival at readers, at most: a slow cluster replicates it first.
 */
const COPYING_MS = 5_000;

/** The result of one poll of the log's end. */
export type Beat = { readonly ok: true; readonly newest: Newest } | { readonly ok: false; readonly error: unknown };

export type BeatListener = (beat: Beat & { readonly began: number }) => void;

/**
 * Polls the end of the log: whether the server answers at all, and which events followers should have received. Without
 * it, a server that hangs, or a subscription that stays open without sending new events, is not noticed
 * (test/contract/eventstoredb/FACTS.md#when-the-server-goes-away-client-esdbhostport).
 */
export class Pulse {
  /** Each with the prefixes of the streams it follows. */
  private readonly listeners = new Map<BeatListener, readonly string[]>();
  /** The newest events that the last poll found for the listeners of that time. */
  private seen: Newest = [];
  private failure: unknown;
  private last: { readonly began: number; readonly newest: NewestEvent | undefined } | undefined;
  private measured: ServerTime | undefined;

  constructor(
    private readonly readEnd: (limit: number) => StreamingRead<AllStreamResolvedEvent>,
    private readonly timings: Timings,
    private readonly closed: AbortSignal,
  ) {}

  /** The failure of the last poll; undefined when it succeeded. */
  get trouble(): string | undefined {
    return this.failure === undefined ? undefined : shortReasonOf(this.failure);
  }

  /**
   * The server's time, to some seconds, from the newest event that arrived between two polls; undefined before there
   * was one.
   */
  get serverTime(): ServerTime | undefined {
    return this.measured;
  }

  /** Polls until the store is closed. */
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

  /** Calls a follower of streams with these prefixes after every poll, until the returned function is called. */
  listen(prefixes: readonly string[], listener: BeatListener): () => void {
    this.listeners.set(listener, prefixes);
    this.seen = [];
    return () => this.listeners.delete(listener);
  }

  private tellTime(began: number, newest: NewestEvent | undefined): void {
    const { last } = this;
    if (last && newest && newest.position.commit !== last.newest?.position.commit) {
      const asked = last.began - COPYING_MS;
      this.measured = { time: newest.created.getTime(), asked, answered: performance.now() };
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
   * One event proves that the server answers, and is the newest for every follower if it is of their streams. Only
   * where it is not, and the end has moved, more of the log is read: events come whole, however large they are.
   */
  private async readNewest(): Promise<Newest> {
    const listening = [...this.listeners.values()];
    const before = this.seen;
    const [end] = await this.readEvents(1);
    if (!end) return [];
    if (before[0]?.position.commit === end.position.commit) return before;
    const isFollowed = (prefixes: readonly string[]) => prefixes.some((prefix) => end.stream.startsWith(prefix));
    const newest = listening.every(isFollowed) ? [end] : await this.readEvents(EVENTS_LOOKED_THROUGH);
    // A follower that began to listen meanwhile may need events that this poll did not search for.
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
