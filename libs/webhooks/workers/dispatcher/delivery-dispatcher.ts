import { instant, type Soon, type Timers } from '#kernel';
import { BackoffTimer, type FailingItems, isTransient, type PollLoop } from '#workers';
import { MAX_ATTEMPTS_UNDER_WAY, type Permit } from '../admission/attempt-permits.js';
import { DeliveryAdmission } from '../admission/delivery-admission.js';
import { AttemptRecorder } from '../attempt/attempt-recorder.js';
import { type AttemptReport, reportAttempt } from '../attempt/attempt-report.js';
import { type AttemptPorts, Attempts, type Preparation, type PreparedDelivery } from '../attempt/attempts.js';
import { beginDelivery } from '../attempt/delivery-trace.js';
import type { EndedAttempt } from '../attempt/ended-attempt.js';
import type { DueBacklog } from '../backlog/due-backlog.js';
import type { HeldDelivery } from '../backlog/held-delivery.js';
import { DeliveryFailures } from './delivery-failures.js';

export interface DispatcherPorts extends AttemptPorts {
  /** Real time, for retries. */
  readonly timers: Timers;
  readonly soon: Soon;
  /** Called once with every attempt that has ended; an aborted attempt has not. */
  readonly onAttempt?: (report: AttemptReport) => void;
}

/** A delivery with the permit for its attempt. */
interface Admitted {
  readonly held: HeldDelivery;
  readonly permit: Permit;
}

/**
 * Milliseconds until a delivery whose rows lag behind the log is prepared again: as a rule the rows follow within that
 * time.
 */
const BEHIND_MS = 1_000;
/** Milliseconds until an unreadable delivery is read again: it waits for another version, or for an operator. */
const UNREADABLE_MS = 60_000;
/**
 * Attempts that have ended and are not recorded yet, above which none begins: after a crash they would be made again.
 */
const MAX_UNRECORDED = 4 * MAX_ATTEMPTS_UNDER_WAY;

/**
 * Takes each held delivery from the backlog through one attempt into the log. The states of a held delivery:
 *
 * ```
 *   queued ──permit──▶ preparing ──▶ sending ──permit released──▶ recording ──▶ unprojected ──▶ forgotten
 *     ▲                    │            │                             │                             ▲
 *     │                    ├────────────┼── breaker open, rows moved ─┼─────────────────────────────┤
 *     └───── resting ◀─────┴────────────┘                             └──▶ parked, until the process ends
 * ```
 *
 * - queued: in the queue of its receiver in the backlog. `dispatch` takes it while the admission allows it.
 * - preparing: its row, its workspace and the end of its stream are read, for a whole batch at once. An unavailable
 *   store puts the batch back and pauses all dispatching.
 * - sending: the POST is under way. Its permit is released when the receiver has answered or failed.
 * - recording: the result is appended, for as long as the log is unavailable. It is never sent again by this process.
 * - resting: a fault of this service; retried after a backoff, and after ten failures, then recorded as parked, every
 *   five minutes; at once where an operator has it tried again (docs/adr/0052-parked-work-is-on-record.md).
 * - forgotten instead of sending: the writes of its workspace are paused, and all of it is passed over for a time.
 * - cancelled instead of sending: an operator has skipped it, or its endpoint is deleted or paused.
 * - unprojected: recorded, but the rows still show it as due.
 * - forgotten: the rows say what is to follow.
 */
export class DeliveryDispatcher {
  private readonly admission: DeliveryAdmission;
  private readonly attempts: Attempts;
  private readonly recorder: AttemptRecorder;
  private readonly failures: DeliveryFailures;
  /** Deliveries that are recording. */
  private unrecorded = 0;
  private isScheduled = false;
  /** Runs while a store that every preparation reads is unavailable. */
  private readonly storeBackoff: BackoffTimer;
  /** Batches that are preparing. */
  private preparing = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly ports: DispatcherPorts,
    private readonly backlog: DueBacklog,
    private readonly failing: FailingItems<HeldDelivery>,
    private readonly pollLoop: Pick<PollLoop, 'track' | 'wake' | 'stopped'>,
  ) {
    this.admission = new DeliveryAdmission(() => ports.realClock.now());
    this.attempts = new Attempts(ports);
    this.recorder = new AttemptRecorder(ports.timers);
    const dispatch = (): void => this.dispatch();
    this.failures = new DeliveryFailures(ports, { recorder: this.recorder, backlog, failing, pollLoop, dispatch });
    this.storeBackoff = new BackoffTimer(ports.timers, dispatch);
  }

  /** Attempts that hold a permit. */
  get underWay(): number {
    return this.admission.underWay;
  }

  /** No receiver can be reached: the egress breaker is open. */
  get isCutOff(): boolean {
    return this.admission.isCutOff;
  }

  get isPreparing(): boolean {
    return this.preparing > 0;
  }

  /** Begins attempts while deliveries are queued and permits are left. */
  dispatch(): void {
    const batch: Admitted[] = [];
    while (this.hasCapacity(batch.length)) {
      const held = this.backlog.takeNext(this.admission);
      if (!held) break;
      batch.push({ held, permit: this.admission.acquire(held) });
    }
    if (batch.length > 0) this.pollLoop.track(this.prepare(batch));
  }

  /** Resolves when the next preparation or attempt has ended. */
  whenOneEnds(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  /** Ends every wait except those for receivers. */
  stop(): void {
    this.recorder.stop();
    this.storeBackoff.stop();
    this.notifyEnd();
  }

  private hasCapacity(admitted: number): boolean {
    if (this.pollLoop.stopped || this.storeBackoff.isRunning || this.admission.isExhausted) return false;
    return this.unrecorded + admitted < MAX_UNRECORDED;
  }

  /** Attempts that end in one turn of the event loop free permits for one batch, which is read at once. */
  private dispatchSoon(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.ports.soon(() => {
      this.isScheduled = false;
      this.dispatch();
    });
  }

  private async prepare(batch: readonly Admitted[]): Promise<void> {
    this.preparing += 1;
    try {
      const prepared = await this.attempts.prepare(batch.map(({ held }) => held));
      batch.forEach((admitted, i) => this.pollLoop.track(this.run(admitted, prepared[i]!)));
      this.storeBackoff.reset();
    } catch (error) {
      for (const { permit } of batch) permit.release(undefined);
      this.onPrepareFailed(batch, error);
    } finally {
      this.preparing -= 1;
      this.notifyEnd();
    }
  }

  /** An unavailable store is unavailable for all deliveries: they share one backoff, and no failure is counted. */
  private onPrepareFailed(batch: readonly Admitted[], error: unknown): void {
    if (this.pollLoop.stopped) return;
    const isStoreAway = isTransient(error);
    if (isStoreAway) this.storeBackoff.start();
    for (const { held } of batch) {
      if (isStoreAway) this.backlog.requeue(held);
      else this.failures.retry(held, error);
    }
  }

  private async run({ held, permit }: Admitted, preparation: Preparation): Promise<void> {
    const prepared = this.onPrepared(held, preparation);
    const reason = this.failing.isSkipped(held) ? 'skipped' : prepared?.unwanted;
    if (prepared && reason) await this.failures.cancel(held, prepared.row, reason);
    const ended = prepared && !reason ? await this.send(held, permit, prepared) : undefined;
    if (!ended) permit.release(undefined);
    if (this.backlog.needsRefill(held)) this.pollLoop.wake();
    this.dispatchSoon();
    this.notifyEnd();
    if (!ended) return;
    await this.record(held, ended);
    this.unrecorded -= 1;
    this.dispatchSoon();
  }

  /** @returns undefined: log and rows differ, so it is not sent now */
  private onPrepared(held: HeldDelivery, preparation: Preparation): PreparedDelivery | undefined {
    if (this.pollLoop.stopped) return undefined;
    // Workers stop within a quarter of a second; an attempt would be dated by the wrong clock until then.
    const waits = this.ports.clockTrouble?.() !== undefined || preparation === 'behind';
    if (waits) this.backlog.requeueAfter(held, BEHIND_MS, () => this.dispatch());
    else if (preparation === 'moved') this.backlog.forgetAfter(held, BEHIND_MS, () => this.pollLoop.wake());
    else if (preparation === 'unreadable') this.backlog.requeueAfter(held, UNREADABLE_MS, () => this.dispatch());
    else if (preparation === 'paused') this.backlog.passOver(held, () => this.pollLoop.wake());
    else {
      const { event_id: eventId, correlation_id: correlationId } = preparation.row;
      held.cause = { eventId, correlationId };
      return preparation;
    }
    return undefined;
  }

  /** @returns undefined: nothing is to be recorded of the attempt */
  private async send(
    held: HeldDelivery,
    permit: Permit,
    prepared: PreparedDelivery,
  ): Promise<EndedAttempt | undefined> {
    const { clock, onAttempt, tracer } = this.ports;
    const span = beginDelivery(tracer, prepared.traceparent, prepared.row);
    try {
      const at = instant(clock.now());
      const result = await this.attempts.send(prepared, span?.traceparent);
      const wasCutOff = this.admission.isCutOff;
      if (this.admission.observe(held.host, result)) {
        onAttempt?.(reportAttempt(prepared.row, held.host, at, result, 'not_charged'));
        span?.end('not_charged');
        // The next poll finds it again: a long outage must not fill the memory.
        this.backlog.forget(held);
        return undefined;
      }
      if (wasCutOff && !this.admission.isCutOff) this.pollLoop.wake();
      // Before the permit is released: attempts that end at the same moment have to see it.
      this.unrecorded += 1;
      permit.release({ answered: result.kind === 'answered', durationMs: result.durationMs });
      return { row: prepared.row, result, at, span };
    } catch (error) {
      span?.end('aborted');
      this.failures.retry(held, error);
      return undefined;
    }
  }

  private async record(held: HeldDelivery, { row, result, at, span }: EndedAttempt): Promise<void> {
    const report = (record: Parameters<typeof reportAttempt>[4]): void => {
      this.ports.onAttempt?.(reportAttempt(row, held.host, at, result, record));
      span?.end(typeof record === 'string' ? record : undefined);
    };
    try {
      const record = this.attempts.record(row, result, at, span?.traceparent);
      const counts = await this.recorder.append(record);
      if (counts === undefined) return report('unrecorded');
      report(counts ? record : 'superseded');
      // An operator may have skipped it while the record waited for the log: the skip is of the delivery before it.
      if (counts && record.after.status === 'retrying' && this.failing.isSkipped(held)) {
        await this.failures.cancel(held, record.after, 'skipped');
        return;
      }
      // The number of events of another process's attempt is not known: the first of them is awaited.
      this.backlog.awaitProjection(held, counts ? record.after.revision : row.revision + 1);
    } catch (error) {
      report('unrecorded');
      // Not retried: it must not be sent again and again.
      this.failures.parkUnrecorded(held, error);
    }
  }

  private notifyEnd(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
