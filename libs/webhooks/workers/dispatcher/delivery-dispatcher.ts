import { instant, type Instant, type Timers } from '#kernel';
import { BackoffTimer, isTransient, type PollLoop } from '#workers';
import type { AttemptResult, DeliveryRow, DeliveryStatus } from '../../domain/index.js';
import { type AttemptPorts, Attempts, type Preparation, type PreparedDelivery } from '../attempt/attempts.js';
import type { DueBacklog, HeldDelivery } from '../backlog/due-backlog.js';
import { EgressBreaker } from '../admission/egress-breaker.js';
import { AttemptRecorder } from '../attempt/attempt-recorder.js';
import { MAX_ATTEMPTS_UNDER_WAY, type Permit, AttemptPermits, type Admission } from '../admission/attempt-permits.js';

/** What deliveries are tried with. */
export interface DispatcherPorts extends AttemptPorts {
  /** Real time, for what is to be looked at again. */
  readonly timers: Timers;
  /** Told of every attempt that came to its end, and what the delivery came to by it; undefined: it was charged to nobody. */
  readonly onAttempt?: (host: string, status: DeliveryStatus | undefined) => void;
}

/** A delivery that has its place. */
interface Admitted {
  readonly held: HeldDelivery;
  readonly permit: Permit;
}

/** An attempt that came to its end. */
interface EndedAttempt {
  readonly row: DeliveryRow;
  readonly result: AttemptResult;
  readonly at: Instant;
}

/** The rows are looked at again for what the log had more of. */
const BEHIND_MS = 1_000;
/** Milliseconds until an unreadable delivery is read again: it waits for another version, or for an operator. */
const UNREADABLE_MS = 60_000;
/** What could not be tried by our own fault, again and again, is tried so often still: somebody may have mended it. */
const PARKED_RETRY_MS = 300_000;
/** So many attempts that were made may be on their way into the log before no further one begins: as many would be made again after a crash. */
const MAX_UNRECORDED = 4 * MAX_ATTEMPTS_UNDER_WAY;

/** What is tried now: from its place among those under way to its record in the log. */
export class DeliveryDispatcher {
  /** What was found out about our own network. */
  readonly egressBreaker = new EgressBreaker();
  private readonly permits: AttemptPermits;
  /** Who may be tried while our own network is out. */
  private readonly probes: Admission = {
    allows: (item) => {
      const underWay = { inAll: this.permits.taken, toHost: this.permits.underWayTo(item.host) };
      return this.permits.allows(item) && this.egressBreaker.allows(item.host, underWay, this.ports.realClock.now());
    },
    precedes: (a, b) => this.permits.isProbedBefore(a, b),
  };
  private readonly attempts: Attempts;
  private readonly recorder: AttemptRecorder;
  /** Attempts that were made and are on their way into the log. */
  private unrecorded = 0;
  private isScheduled = false;
  /** While a store that is read for each attempt is away. */
  private readonly storeBackoff: BackoffTimer;
  /** Batches that are being read. */
  private preparing = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly ports: DispatcherPorts,
    private readonly backlog: DueBacklog,
    private readonly pollLoop: Pick<PollLoop, 'track' | 'wake' | 'stopped'>,
  ) {
    this.permits = new AttemptPermits(() => ports.realClock.now());
    this.attempts = new Attempts(ports);
    this.recorder = new AttemptRecorder(ports.timers);
    this.storeBackoff = new BackoffTimer(ports.timers, () => this.dispatch());
  }

  /** Attempts under way. */
  get underWay(): number {
    return this.permits.taken;
  }

  /** Some have their place, and have not begun. */
  get isPreparing(): boolean {
    return this.preparing > 0;
  }

  /** Begins as many attempts as there is room for. */
  dispatch(): void {
    const batch: Admitted[] = [];
    while (this.hasCapacity(batch.length)) {
      const held = this.backlog.takeNext(this.egressBreaker.isOpen ? this.probes : this.permits);
      if (!held) break;
      batch.push({ held, permit: this.permits.acquire(held) });
    }
    if (batch.length > 0) this.pollLoop.track(this.begin(batch));
  }

  /** None while many attempts that were made could not be recorded yet. */
  private hasCapacity(more: number): boolean {
    const mayBegin = !this.pollLoop.stopped && !this.storeBackoff.isRunning && !this.permits.areExhausted;
    return mayBegin && this.unrecorded + more < MAX_UNRECORDED;
  }

  /** What ended in one turn of the event loop makes room for one batch, which is read in one go. */
  private dispatchSoon(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.dispatch();
    });
  }

  private async begin(batch: readonly Admitted[]): Promise<void> {
    this.preparing += 1;
    try {
      const prepared = await this.attempts.prepare(batch.map(({ held }) => held));
      batch.forEach((taken, i) => this.pollLoop.track(this.run(taken, prepared[i]!)));
      this.storeBackoff.reset();
    } catch (error) {
      for (const { permit } of batch) permit.release(undefined);
      this.onPrepareFailed(batch, error);
    } finally {
      this.preparing -= 1;
      this.notifyEnd();
    }
  }

  /** A store that is away is away for all: none of them rests by itself, and nothing is read meanwhile. */
  private onPrepareFailed(batch: readonly Admitted[], error: unknown): void {
    if (this.pollLoop.stopped) return;
    const isAway = isTransient(error);
    if (isAway) this.storeBackoff.start();
    for (const { held } of batch) {
      if (isAway) this.backlog.requeue(held);
      else this.retry(held, error);
    }
  }

  private async run({ held, permit }: Admitted, prepared: Preparation): Promise<void> {
    const ready = this.isReady(held, prepared);
    const sent = ready && (await this.send(held, permit, ready));
    if (!sent) permit.release(undefined);
    if (this.backlog.needsRefill(held)) this.pollLoop.wake();
    this.dispatchSoon();
    this.notifyEnd();
    if (!sent) return;
    await this.record(held, sent);
    this.unrecorded -= 1;
    this.dispatchSoon();
  }

  /** What the rows and the log do not agree about is not sent. */
  private isReady(held: HeldDelivery, prepared: Preparation): PreparedDelivery | undefined {
    if (this.pollLoop.stopped) return undefined;
    if (prepared === 'moved') this.backlog.forgetAfter(held, BEHIND_MS, () => this.pollLoop.wake());
    else if (prepared === 'behind') this.backlog.requeueAfter(held, BEHIND_MS, () => this.dispatch());
    else if (prepared === 'unreadable') this.backlog.requeueAfter(held, UNREADABLE_MS, () => this.dispatch());
    else return prepared;
    return undefined;
  }

  /** Has its place for as long as the receiver takes. Undefined: nothing came of it that is to be recorded. */
  private async send(held: HeldDelivery, permit: Permit, ready: PreparedDelivery): Promise<EndedAttempt | undefined> {
    const { clock, realClock, onAttempt } = this.ports;
    try {
      const at = instant(clock.now());
      const result = await this.attempts.send(ready);
      const wasOut = this.egressBreaker.isOpen;
      if (this.egressBreaker.observe(held.host, result, realClock.now())) {
        onAttempt?.(held.host, undefined);
        // The next look finds it again: however much is due, nothing of it waits in here.
        this.backlog.forget(held);
        return undefined;
      }
      if (wasOut && !this.egressBreaker.isOpen) this.pollLoop.wake();
      // Before its place is given back, or others that end at the same moment would not see it.
      this.unrecorded += 1;
      permit.release({ answered: result.kind === 'answered', durationMs: result.durationMs });
      return { row: ready.row, result, at };
    } catch (error) {
      this.retry(held, error);
      return undefined;
    }
  }

  private async record(held: HeldDelivery, { row, result, at }: EndedAttempt): Promise<void> {
    try {
      const record = this.attempts.record(row, result, at);
      const counts = await this.recorder.append(record);
      if (counts === undefined) return;
      if (counts) this.ports.onAttempt?.(held.host, record.after.status);
      // Until the rows show it, the next look would find it again. Of another process's attempt it is not known how many events it was.
      this.backlog.awaitProjection(held, counts ? record.after.revision : row.revision + 1);
    } catch (error) {
      // It must not be sent again and again.
      this.park(held, error);
    }
  }

  private retry(held: HeldDelivery, error: unknown): void {
    // Given up because the worker stops: whoever comes after it makes the attempt.
    if (this.pollLoop.stopped) return;
    const delay = held.retries.delayAfter(error);
    if (delay === undefined) this.park(held, error);
    this.backlog.requeueAfter(held, delay ?? PARKED_RETRY_MS, () => this.dispatch());
  }

  private park(held: HeldDelivery, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (held.parked === undefined) this.ports.warn?.(`Delivery ${held.delivery_id} is given up: ${reason}`);
    this.backlog.park(held, reason);
  }

  /** Resolves when the next attempt, or the reading before it, has ended. */
  whenOneEnds(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  /** Nothing is waited for any more, but receivers. */
  stop(): void {
    this.recorder.stop();
    this.storeBackoff.stop();
    this.notifyEnd();
  }

  private notifyEnd(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
