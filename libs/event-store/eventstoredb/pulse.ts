import type { AllStreamResolvedEvent, StreamingRead } from '@eventstore/db-client';
import type { ServerTime } from '#kernel';
import { shortReasonOf } from './faults.js';
import type { LogPosition } from './position.js';
import { readBounded } from './read.js';
import type { Timings } from './timings.js';
import { pause, within } from './waiting.js';

/** So many events of the end are looked at: the newest may be of streams that a follower does not want. */
const EVENTS_A_LOOK = 20;

/** One of the last events of the log. */
interface NewestEvent {
  readonly stream: string;
  readonly position: LogPosition;
  /** By the server's clock. */
  readonly created: Date;
}

/** An event is dated this many milliseconds before readers get it, at most: a cluster that is slow copies it first. */
const COPYING_MS = 5_000;

/** What one look at the end of the log found. */
export type Beat =
  { readonly ok: true; readonly newest: readonly NewestEvent[] } | { readonly ok: false; readonly error: unknown };

export type BeatListener = (beat: Beat & { readonly began: number }) => void;

/**
 * Looks at the end of the log every now and then: whether the server answers at all, and what followers should have seen. Nothing
 * else notices a server that hangs, or a subscription that is open and silent although there is news (FACTS, when the server goes away).
 */
export class Pulse {
  private readonly listeners = new Set<BeatListener>();
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
      for (const listener of this.listeners) listener({ ...beat, began });
    }
  }

  /** Tells of every look from now on, until the returned function is called. */
  listen(listener: BeatListener): () => void {
    this.listeners.add(listener);
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
    const { pulseAnswer } = this.timings;
    try {
      const read = readBounded(() => this.readEnd(EVENTS_A_LOOK), pulseAnswer, this.closed);
      const found = await within(pulseAnswer, read, 'no answer in time');
      return { ok: true, newest: found.flatMap(({ event }) => (event ? [{ stream: event.streamId, ...event }] : [])) };
    } catch (error) {
      return { ok: false, error: error instanceof Error && error.cause !== undefined ? error.cause : error };
    }
  }
}
