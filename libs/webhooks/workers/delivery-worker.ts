import { DomainError, instant, type Instant, type Timers } from '#kernel';
import type { Progress, ReadModel, RowChanges } from '#read-model';
import { Lookout } from '#workspace-head';
import { type AttemptResult, type DeliveryRow, type DeliveryStatus, DUE_DELIVERIES } from '../domain/index.js';
import { type AttemptPorts, Attempts, type Ready } from './attempts.js';
import { DueList, type Held } from './due-list.js';
import { AT_ONCE, type Experience, HostSlots, type Slot } from './host-slots.js';
import { Outage } from './outage.js';
import { Recorder } from './recorder.js';

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

/** A delivery that has its place. */
interface Taken {
  readonly held: Held;
  readonly slot: Slot;
}

/** An attempt that came to its end. */
interface Sent {
  readonly row: DeliveryRow;
  readonly result: AttemptResult;
  readonly at: Instant;
}

/** Attempts under way have so long to come to their end when the worker stops: then they are given up, and made again some time. */
const GRACE_MS = 3_000;
/** So many attempts that were made may be on their way into the log before no further one begins: as many would be made again after a crash. */
const MOST_UNRECORDED = 4 * AT_ONCE;

/**
 * Sends what is to be sent (api.md, The webhook; consistency.md, Workers): in the order of its time, `AT_ONCE` at once and so many a host
 * that a slow one delays nobody else. An attempt is a POST, then its record in the delivery's stream: a process that is killed in between
 * makes the attempt again, with the same id, and what is recorded is never done again, whatever happens to the rows.
 */
export class DeliveryWorker {
  private readonly slots = new HostSlots();
  private readonly outage = new Outage();
  private readonly attempts: Attempts;
  private readonly recorder: Recorder;
  private readonly due: DueList;
  private readonly lookout: Lookout;
  private readonly waiting = new Set<() => void>();
  /** Attempts that were made and are on their way into the log. */
  private unrecorded = 0;
  private pumping = false;
  /** Batches that are being read. */
  private preparing = 0;

  constructor(private readonly ports: DeliveryPorts) {
    this.attempts = new Attempts(ports);
    this.recorder = new Recorder(ports.timers);
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
      if (all && this.due.waiting === 0 && this.preparing === 0) return;
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
    this.recorder.stop();
    this.tellEnd();
    const callOff = this.ports.timers.set(GRACE_MS, () => this.ports.sender.giveUp());
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
    const batch: Taken[] = [];
    while (!this.lookout.stopped && this.unrecorded + batch.length < MOST_UNRECORDED) {
      const held = this.due.take((host) => this.slots.hasRoom(host));
      if (!held) break;
      batch.push({ held, slot: this.slots.take(held.host) });
    }
    if (batch.length > 0) this.lookout.track(this.begin(batch));
  }

  /** What ended in one turn of the event loop makes room for one batch, which is read in one go. */
  private pumpSoon(): void {
    if (this.pumping) return;
    this.pumping = true;
    setImmediate(() => {
      this.pumping = false;
      this.pump();
    });
  }

  private async begin(batch: readonly Taken[]): Promise<void> {
    this.preparing += 1;
    try {
      const ready = await this.attempts.prepare(batch.map(({ held }) => held));
      if (this.lookout.stopped) return;
      batch.forEach((taken, i) => this.lookout.track(this.run(taken, ready[i])));
    } catch (error) {
      for (const { held, slot } of batch) {
        slot.giveBack(undefined);
        this.retry(held, error);
      }
    } finally {
      this.preparing -= 1;
      this.tellEnd();
    }
  }

  private async run({ held, slot }: Taken, ready: Ready | undefined): Promise<void> {
    const sent = await this.send(held, slot, ready);
    if (this.due.runsShort(held.host)) this.wake();
    this.pumpSoon();
    this.tellEnd();
    if (!sent) return;
    await this.record(held, sent);
    this.unrecorded -= 1;
    this.pumpSoon();
  }

  /** Has its place for as long as the receiver takes. Undefined: nothing came of it that is to be recorded. */
  private async send(held: Held, slot: Slot, ready: Ready | undefined): Promise<Sent | undefined> {
    const { clock, realClock, told } = this.ports;
    let experience: Experience;
    try {
      if (!ready) {
        this.due.forget(held);
        return undefined;
      }
      const at = instant(clock.now());
      const result = await this.attempts.send(ready);
      experience = { answered: result.kind === 'answered', durationMs: result.durationMs };
      if (this.outage.isOurs(held.host, result, realClock.now())) {
        told?.(held.host, undefined);
        throw new DomainError('unavailable', 'No receiver can be reached.');
      }
      // Before its place is given back, or others that end at the same moment would not see it.
      this.unrecorded += 1;
      return { row: ready.row, result, at };
    } catch (error) {
      this.retry(held, error);
      return undefined;
    } finally {
      slot.giveBack(experience);
    }
  }

  private async record(held: Held, { row, result, at }: Sent): Promise<void> {
    const record = this.attempts.record(row, result, at);
    try {
      const counts = await this.recorder.append(record);
      if (counts === undefined) return;
      if (counts) this.ports.told?.(held.host, record.after.status);
      // Until the rows show it, the next look would find it again.
      this.due.finish(held, record.after.revision);
    } catch (error) {
      // It must not be sent again and again.
      this.due.park(held, reasonOf(error));
    }
  }

  private retry(held: Held, error: unknown): void {
    // Given up because the worker stops: whoever comes after it makes the attempt.
    if (this.lookout.stopped) return;
    const delay = held.retries.after(error);
    if (delay === undefined) this.due.park(held, reasonOf(error));
    else this.due.rest(held, delay, () => this.pump());
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
