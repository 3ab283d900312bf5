import { setMaxListeners } from 'node:events';
import { DomainError, instant, type Instant, type Timers } from '#kernel';
import type { Progress, ReadModel, RowChanges } from '#read-model';
import { Lookout, Retries } from '#workspace-head';
import { type AttemptResult, type DeliveryRow, type DeliveryStatus, DUE_DELIVERIES } from '../domain/index.js';
import { type AttemptPorts, type AttemptRecord, Attempts } from './attempts.js';
import { DueList, type Held } from './due-list.js';
import { AT_ONCE, type Experience, HostSlots } from './host-slots.js';
import { Outage } from './outage.js';

export interface DeliveryPorts extends AttemptPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  readonly changes: RowChanges;
  /** Real time, for what is to be looked at again. */
  readonly timers: Timers;
  /** Told of every attempt that came to its end, and what the delivery came to by it; undefined: it was charged to nobody. */
  readonly told?: (host: string, status: DeliveryStatus | undefined) => void;
}

/** A delivery that was given up on, for health and the operator. */
export interface ParkedDelivery {
  readonly workspaceId: string;
  readonly deliveryId: string;
  /** What was wrong the last time. */
  readonly reason: string;
}

/** An attempt that came to its end. */
interface Sent {
  readonly row: DeliveryRow;
  readonly result: AttemptResult;
  readonly at: Instant;
}

/** Attempts under way have so long to come to their end when the worker stops: then they are given up, and made again some time. */
const GRACE_MS = 3_000;

/**
 * Sends what is to be sent (api.md, The webhook; consistency.md, Workers): in the order of its time, `AT_ONCE` at once and so many a host
 * that a slow one delays nobody else. An attempt is a POST, then its record in the delivery's stream: a process that is killed in between
 * makes the attempt again, with the same id, and what is recorded is never done again, whatever happens to the rows.
 */
export class DeliveryWorker {
  private readonly slots = new HostSlots();
  private readonly outage = new Outage();
  private readonly attempts: Attempts;
  private readonly due: DueList;
  private readonly lookout: Lookout;
  /** Aborted: nothing is waited for any more. */
  private readonly stopping = new AbortController();
  /** Aborted: what is being sent is given up. */
  private readonly cut = new AbortController();
  private readonly waiting = new Set<() => void>();
  /** Attempts that were made and are on their way into the log. */
  private unrecorded = 0;

  constructor(private readonly ports: DeliveryPorts) {
    // Every attempt listens to them, those that wait for the log beside those under way.
    setMaxListeners(2 * AT_ONCE + 1, this.stopping.signal, this.cut.signal);
    this.attempts = new Attempts(ports);
    this.due = new DueList(ports);
    this.lookout = new Lookout({ progress: ports.progress, timers: ports.timers, look: () => this.look() });
  }

  /** Begins once the rows are a complete copy. */
  start(): void {
    this.lookout.start();
  }

  /** The rows have moved: there may be something to send. */
  wake(): void {
    this.lookout.wake();
  }

  /** No receiver can be reached, and that is believed to be an outage of ours. */
  get cutOff(): boolean {
    return this.outage.goesOn;
  }

  /** Attempts under way. */
  get underWay(): number {
    return this.slots.taken;
  }

  /**
   * Begins every attempt that is due at or before `now`, by the clock that says so already; resolves when the last of them has begun.
   * @throws ReadModelUnavailableError
   */
  async settle(now: Instant): Promise<void> {
    await this.ports.progress.whenReady();
    this.due.restNoMore();
    while (!this.lookout.stopped) {
      const all = await this.due.collectAll(now);
      this.pump();
      if (all && this.due.waiting === 0) return;
      await this.somethingEnds();
    }
  }

  /** Deliveries given up on after ten tries that failed by our own fault; tried again by the next process. */
  parked(): readonly ParkedDelivery[] {
    return this.due
      .parked()
      .map(({ workspace_id, delivery_id, reason }) => ({ workspaceId: workspace_id, deliveryId: delivery_id, reason }));
  }

  /** Begins no further attempt; resolves when those under way are recorded, or given up after a while. */
  async stop(): Promise<void> {
    this.lookout.halt();
    this.due.clear();
    this.stopping.abort();
    this.tellEnd();
    const callOff = this.ports.timers.set(GRACE_MS, () => this.cut.abort());
    await this.lookout.idle();
    callOff();
  }

  private async look(): Promise<number | undefined> {
    const { clock, changes } = this.ports;
    const now = clock.now();
    const { next, goOn } = await this.due.collect(instant(now), changes.stamp([DUE_DELIVERIES.name]));
    this.pump();
    if (goOn) this.wake();
    return next === undefined ? undefined : Date.parse(next) - now;
  }

  /** Begins as many attempts as there is room for: nothing while many that were made could not be recorded yet. */
  private pump(): void {
    while (!this.lookout.stopped && this.unrecorded < AT_ONCE) {
      const held = this.due.take((host) => this.slots.hasRoom(host));
      if (!held) break;
      this.lookout.track(this.run(held));
    }
  }

  private async run(held: Held): Promise<void> {
    const sent = await this.send(held);
    if (this.due.runsShort(held.host)) this.wake();
    this.pump();
    this.tellEnd();
    if (!sent) return;
    await this.record(held, sent);
    this.unrecorded -= 1;
    this.pump();
  }

  /** Takes a place for as long as the receiver takes. Undefined: nothing came of it that is to be recorded. */
  private async send(held: Held): Promise<Sent | undefined> {
    const { clock, realClock, told } = this.ports;
    const slot = this.slots.take(held.host);
    let experience: Experience;
    try {
      const ready = await this.attempts.prepare(held);
      if (!ready) {
        this.due.forget(held);
        return undefined;
      }
      const at = instant(clock.now());
      const result = await this.attempts.send(ready, this.cut.signal);
      experience = { answered: result.kind === 'answered', durationMs: result.durationMs };
      if (this.outage.isOurs(held.host, result, realClock.now())) {
        told?.(held.host, undefined);
        throw new DomainError('unavailable', 'No receiver can be reached.');
      }
      // Before its place is given back, or others that end at the same moment would not see it.
      this.unrecorded += 1;
      return { row: ready.row, result, at };
    } catch (error) {
      if (!this.cut.signal.aborted) this.retry(held, error);
      return undefined;
    } finally {
      slot.giveBack(experience);
    }
  }

  private async record(held: Held, { row, result, at }: Sent): Promise<void> {
    const record = this.attempts.record(row, result, at);
    const counts = await this.untilAppended(held, record);
    if (counts === undefined) return;
    if (counts) this.ports.told?.(held.host, record.after.status);
    // Until the rows show it, the next look would find it again.
    this.due.finish(held, record.after.revision);
  }

  /**
   * A store that is away is waited for. What cannot be recorded for another reason is given up, for it must not be sent again and again.
   * @returns whether the attempt counts; undefined: it was given up, or the worker is stopped
   */
  private async untilAppended(held: Held, record: AttemptRecord): Promise<boolean | undefined> {
    const retries = new Retries();
    for (;;) {
      try {
        return await record.append();
      } catch (error) {
        const delay = retries.after(error);
        if (delay === undefined) {
          this.due.park(held, reasonOf(error));
          return undefined;
        }
        if (this.lookout.stopped) return undefined;
        await this.pause(delay);
      }
    }
  }

  private retry(held: Held, error: unknown): void {
    const delay = held.retries.after(error);
    if (delay === undefined) this.due.park(held, reasonOf(error));
    else if (!this.lookout.stopped) this.due.rest(held, delay, () => this.pump());
  }

  private pause(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    return new Promise((resolve) => {
      const end = (): void => {
        callOff();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const callOff = this.ports.timers.set(milliseconds, end);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }

  private somethingEnds(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  private tellEnd(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
