import { instant, type Instant, type Timers } from '#kernel';
import { isTransient, type PollLoop } from '#workers';
import type { AttemptResult, DeliveryRow, DeliveryStatus } from '../domain/index.js';
import { type AttemptPorts, Attempts, type Prepared, type Ready } from './attempts.js';
import type { DueList, Held } from './due-list.js';
import { Outage } from './outage.js';
import { Pause } from './pause.js';
import { Recorder } from './recorder.js';
import { AT_ONCE, type Slot, Slots, type Turns } from './slots.js';

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
/** Milliseconds until an unreadable delivery is read again: it waits for another version, or for an operator. */
const UNREADABLE_MS = 60_000;
/** What could not be tried by our own fault, again and again, is tried so often still: somebody may have mended it. */
const PARKED_MS = 300_000;
/** So many attempts that were made may be on their way into the log before no further one begins: as many would be made again after a crash. */
const MOST_UNRECORDED = 4 * AT_ONCE;

/** What is tried now: from its place among those under way to its record in the log. */
export class DeliveryRuns {
  /** What was found out about our own network. */
  readonly outage = new Outage();
  private readonly slots: Slots;
  /** Who may be tried while our own network is out. */
  private readonly probes: Turns = {
    hasRoom: (item) => {
      const underWay = { inAll: this.slots.taken, toHost: this.slots.underWayTo(item.host) };
      return this.slots.hasRoom(item) && this.outage.mayTry(item.host, underWay, this.ports.realClock.now());
    },
    goesBefore: (a, b) => this.slots.isAskedBefore(a, b),
  };
  private readonly attempts: Attempts;
  private readonly recorder: Recorder;
  /** Attempts that were made and are on their way into the log. */
  private unrecorded = 0;
  private pumping = false;
  /** While a store that is read for each attempt is away. */
  private readonly pause: Pause;
  /** Batches that are being read. */
  private preparing = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly ports: RunPorts,
    private readonly due: DueList,
    private readonly pollLoop: Pick<PollLoop, 'track' | 'wake' | 'stopped'>,
  ) {
    this.slots = new Slots(() => ports.realClock.now());
    this.attempts = new Attempts(ports);
    this.recorder = new Recorder(ports.timers);
    this.pause = new Pause(ports.timers, () => this.pump());
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
      const held = this.due.take(this.outage.goesOn ? this.probes : this.slots);
      if (!held) break;
      batch.push({ held, slot: this.slots.take(held) });
    }
    if (batch.length > 0) this.pollLoop.track(this.begin(batch));
  }

  /** None while many attempts that were made could not be recorded yet. */
  private hasRoom(more: number): boolean {
    const mayBegin = !this.pollLoop.stopped && !this.pause.goesOn && !this.slots.areFull;
    return mayBegin && this.unrecorded + more < MOST_UNRECORDED;
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
      batch.forEach((taken, i) => this.pollLoop.track(this.run(taken, prepared[i]!)));
      this.pause.reset();
    } catch (error) {
      for (const { slot } of batch) slot.giveBack(undefined);
      this.couldNotRead(batch, error);
    } finally {
      this.preparing -= 1;
      this.tellEnd();
    }
  }

  /** A store that is away is away for all: none of them rests by itself, and nothing is read meanwhile. */
  private couldNotRead(batch: readonly Taken[], error: unknown): void {
    if (this.pollLoop.stopped) return;
    const isAway = isTransient(error);
    if (isAway) this.pause.begin();
    for (const { held } of batch) {
      if (isAway) this.due.putBack(held);
      else this.retry(held, error);
    }
  }

  private async run({ held, slot }: Taken, prepared: Prepared): Promise<void> {
    const ready = this.isReady(held, prepared);
    const sent = ready && (await this.send(held, slot, ready));
    if (!sent) slot.giveBack(undefined);
    if (this.due.runsShort(held)) this.pollLoop.wake();
    this.pumpSoon();
    this.tellEnd();
    if (!sent) return;
    await this.record(held, sent);
    this.unrecorded -= 1;
    this.pumpSoon();
  }

  /** What the rows and the log do not agree about is not sent. */
  private isReady(held: Held, prepared: Prepared): Ready | undefined {
    if (this.pollLoop.stopped) return undefined;
    if (prepared === 'moved') this.due.forgetLater(held, BEHIND_MS, () => this.pollLoop.wake());
    else if (prepared === 'behind') this.due.rest(held, BEHIND_MS, () => this.pump());
    else if (prepared === 'unreadable') this.due.rest(held, UNREADABLE_MS, () => this.pump());
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
      if (wasOut && !this.outage.goesOn) this.pollLoop.wake();
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
    try {
      const record = this.attempts.record(row, result, at);
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
    if (this.pollLoop.stopped) return;
    const delay = held.retries.delayAfter(error);
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
    this.pause.stop();
    this.tellEnd();
  }

  private tellEnd(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
