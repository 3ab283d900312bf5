import { instant, type Instant, type Timers } from '#kernel';
import type { Lookout } from '#workspace-head';
import type { AttemptResult, DeliveryRow, DeliveryStatus } from '../domain/index.js';
import { type AttemptPorts, Attempts, type Prepared, type Ready } from './attempts.js';
import type { DueList, Held } from './due-list.js';
import { Outage } from './outage.js';
import { Recorder } from './recorder.js';
import { AT_ONCE, type Slot, Slots } from './slots.js';

/** What deliveries are tried with. */
export interface RunPorts extends AttemptPorts {
  /** Real time, for what is to be looked at again. */
  readonly timers: Timers;
  /** Told of every attempt that came to its end, and what the delivery came to by it; undefined: it was charged to nobody. */
  readonly told?: (host: string, status: DeliveryStatus | undefined) => void;
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

/** The rows are looked at again for what the log had more of. */
const BEHIND_MS = 1_000;
/** What could not be tried by our own fault, again and again, is tried so often still: somebody may have mended it. */
const PARKED_MS = 300_000;
/** So many attempts that were made may be on their way into the log before no further one begins: as many would be made again after a crash. */
const MOST_UNRECORDED = 4 * AT_ONCE;

/** What is tried now: from its place among those under way to its record in the log. */
export class DeliveryRuns {
  /** What was found out about our own network. */
  readonly outage = new Outage();
  private readonly slots: Slots;
  private readonly attempts: Attempts;
  private readonly recorder: Recorder;
  /** Attempts that were made and are on their way into the log. */
  private unrecorded = 0;
  private pumping = false;
  /** Batches that are being read. */
  private preparing = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly ports: RunPorts,
    private readonly due: DueList,
    private readonly lookout: Pick<Lookout, 'track' | 'wake' | 'stopped'>,
  ) {
    this.slots = new Slots(() => ports.realClock.now());
    this.attempts = new Attempts(ports);
    this.recorder = new Recorder(ports.timers);
  }

  /** Attempts under way. */
  get underWay(): number {
    return this.slots.taken;
  }

  /** Some have their place, and have not begun. */
  get isPreparing(): boolean {
    return this.preparing > 0;
  }

  /** Begins as many attempts as there is room for. */
  pump(): void {
    const batch: Taken[] = [];
    while (this.hasRoom(batch.length)) {
      const held = this.due.take(this.slots);
      if (!held) break;
      batch.push({ held, slot: this.slots.take(held) });
    }
    if (batch.length > 0) this.lookout.track(this.begin(batch));
  }

  /** None while many attempts that were made could not be recorded yet, and few while our own network is out. */
  private hasRoom(more: number): boolean {
    if (this.lookout.stopped || this.slots.areFull || this.unrecorded + more >= MOST_UNRECORDED) return false;
    return this.outage.hasRoom(this.slots.taken, this.ports.realClock.now());
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
      const prepared = await this.attempts.prepare(batch.map(({ held }) => held));
      batch.forEach((taken, i) => this.lookout.track(this.run(taken, prepared[i]!)));
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

  private async run({ held, slot }: Taken, prepared: Prepared): Promise<void> {
    const ready = this.isReady(held, prepared);
    const sent = ready && (await this.send(held, slot, ready));
    if (!sent) slot.giveBack(undefined);
    if (this.due.runsShort(held)) this.lookout.wake();
    this.pumpSoon();
    this.tellEnd();
    if (!sent) return;
    await this.record(held, sent);
    this.unrecorded -= 1;
    this.pumpSoon();
  }

  /** What the rows and the log do not agree about is not sent. */
  private isReady(held: Held, prepared: Prepared): Ready | undefined {
    if (this.lookout.stopped) return undefined;
    if (prepared === 'moved') this.due.forget(held);
    else if (prepared === 'behind') this.due.rest(held, BEHIND_MS, () => this.pump());
    else return prepared;
    return undefined;
  }

  /** Has its place for as long as the receiver takes. Undefined: nothing came of it that is to be recorded. */
  private async send(held: Held, slot: Slot, ready: Ready): Promise<Sent | undefined> {
    const { clock, realClock, told } = this.ports;
    try {
      const at = instant(clock.now());
      const result = await this.attempts.send(ready);
      const wasOut = this.outage.goesOn;
      if (this.outage.isOurs(held.host, result, realClock.now())) {
        told?.(held.host, undefined);
        // The next look finds it again: however much is due, nothing of it waits in here.
        this.due.forget(held);
        return undefined;
      }
      if (wasOut && !this.outage.goesOn) this.lookout.wake();
      // Before its place is given back, or others that end at the same moment would not see it.
      this.unrecorded += 1;
      slot.giveBack({ answered: result.kind === 'answered', durationMs: result.durationMs });
      return { row: ready.row, result, at };
    } catch (error) {
      this.retry(held, error);
      return undefined;
    }
  }

  private async record(held: Held, { row, result, at }: Sent): Promise<void> {
    const record = this.attempts.record(row, result, at);
    try {
      const counts = await this.recorder.append(record);
      if (counts === undefined) return;
      if (counts) this.ports.told?.(held.host, record.after.status);
      // Until the rows show it, the next look would find it again. Of another process's attempt it is not known how many events it was.
      this.due.finish(held, counts ? record.after.revision : row.revision + 1);
    } catch (error) {
      // It must not be sent again and again.
      this.park(held, error);
    }
  }

  private retry(held: Held, error: unknown): void {
    // Given up because the worker stops: whoever comes after it makes the attempt.
    if (this.lookout.stopped) return;
    const delay = held.retries.after(error);
    if (delay === undefined) this.park(held, error);
    this.due.rest(held, delay ?? PARKED_MS, () => this.pump());
  }

  private park(held: Held, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (held.parked === undefined) this.ports.warn?.(`Delivery ${held.delivery_id} is given up: ${reason}`);
    this.due.park(held, reason);
  }

  /** Resolves when the next attempt, or the reading before it, has ended. */
  somethingEnds(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  /** Nothing is waited for any more, but receivers. */
  stop(): void {
    this.recorder.stop();
    this.tellEnd();
  }

  private tellEnd(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
