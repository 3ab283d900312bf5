import type { Clock, IndexValue, Instant, Timers } from '#kernel';
import type { ReadModel } from '#read-model';
import { type FailingItems, RetryPolicy } from '#workers';
import { DUE_DELIVERIES, type DueDeliveryRow } from '../../domain/index.js';
import type { Admission } from '../admission/attempt-permits.js';
import { receiverKey } from '../queued-delivery.js';
import { freshCursor } from './fresh-cursor.js';
import { type HeldDelivery, nameOf } from './held-delivery.js';
import { PassedOver } from './passed-over.js';
import { ReceiverQueues } from './receiver-queues.js';
import { Unprojected } from './unprojected.js';

export interface BacklogPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly timers: Timers;
  readonly realClock: Clock;
}

/** Rows of one read. */
const PAGE_SIZE = 200;
/**
 * Rows of one scan. The next scan continues behind them, so that a long list does not delay the deliveries that are
 * already held.
 */
const ROWS_PER_SCAN = 1_000;
/**
 * Milliseconds of real time between two scans of the whole list: rows may be projected late, with a due time long ago.
 */
const FULL_SCAN_MS = 5_000;

/** The result of a scan over all receivers' due deliveries. */
interface Collected {
  /** The first due time after `now`, if the scan reached it. */
  readonly next: Instant | undefined;
  /** Whether more can be read now. */
  readonly goOn: boolean;
}

/**
 * The due deliveries that the worker holds, and how far it has read the to-do list. A delivery is held from the scan
 * that finds it until it is forgotten; scans skip held deliveries.
 */
export class DueBacklog {
  private readonly held = new Map<string, HeldDelivery>();
  private readonly unprojected: Unprojected<HeldDelivery>;
  private readonly queues = new ReceiverQueues<HeldDelivery>();
  /** Receivers with more due deliveries than their queue could take. */
  private readonly overflowing = new Set<string>();
  private readonly passedOver: PassedOver;
  /** The position behind which the next scan continues; undefined: it begins at the start. */
  private cursor: readonly IndexValue[] | undefined;
  /**
   * The last scan of the whole list. Until `next`, nothing is read again while neither the rows nor `forgottenCount`
   * have changed.
   */
  private lastFullScan:
    { readonly stamp: number; readonly forgottenCount: number; readonly next: Instant | undefined } | undefined;
  /** Deliveries that were ever forgotten: a scan under way may have skipped them while they were held. */
  private forgottenCount = 0;
  private fullScanAt = -Infinity;
  private lastScan: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly ports: BacklogPorts,
    private readonly failing: Pick<FailingItems<HeldDelivery>, 'forget' | 'isSkipped'>,
  ) {
    this.unprojected = new Unprojected(ports.readModel);
    this.passedOver = new PassedOver(ports.timers);
  }

  /** Deliveries in the queues. */
  get waiting(): number {
    return this.queues.size;
  }

  /**
   * Queues the deliveries that are due at or before `now`.
   * @param stamp changes when the rows of the list do; undefined: it is not known
   * @throws ReadModelUnavailableError
   */
  collect(now: Instant, stamp: number | undefined): Promise<Collected> {
    return this.serially(async () => {
      await this.forgetProjected();
      const { lastFullScan, forgottenCount } = this;
      if (lastFullScan && lastFullScan.stamp === stamp && lastFullScan.forgottenCount === forgottenCount) {
        const { next } = lastFullScan;
        if (this.overflowing.size === 0 && (next === undefined || next > now)) return { next, goOn: false };
      }
      const fromTheBeginning = this.cursor === undefined;
      const isLong = this.overflowing.size > 0 ? this.queuesAreLong() : this.passedOver.isActive;
      if (fromTheBeginning && isLong && this.ports.realClock.now() - this.fullScanAt < FULL_SCAN_MS) {
        const fresh = await this.scan(freshCursor(now), now);
        if (!fresh.last) return { next: fresh.next, goOn: false };
      }
      if (fromTheBeginning) this.overflowing.clear();
      const { next, last } = await this.scan(this.cursor, now);
      this.cursor = last;
      if (!last) this.fullScanAt = this.ports.realClock.now();
      if (last) await this.scan(freshCursor(now), now);
      else if (stamp !== undefined && fromTheBeginning) this.lastFullScan = { stamp, forgottenCount, next };
      return { next, goOn: last !== undefined || (this.overflowing.size > 0 && !this.queuesAreLong()) };
    });
  }

  /**
   * Scans the whole list.
   * @returns whether every delivery due at or before `now` is held
   * @throws ReadModelUnavailableError
   */
  collectAll(now: Instant): Promise<boolean> {
    return this.serially(async () => {
      await this.forgetProjected();
      this.overflowing.clear();
      let after: readonly IndexValue[] | undefined;
      do after = (await this.scan(after, now)).last;
      while (after);
      return this.overflowing.size === 0;
    });
  }

  /** Takes the next delivery out of its queue; undefined: the admission allows none. */
  takeNext(admission: Admission): HeldDelivery | undefined {
    for (;;) {
      const held = this.queues.dequeue(admission);
      if (!held || !this.passedOver.has(held.workspace_id)) return held;
      this.forget(held);
    }
  }

  /** Whether the delivery's receiver has more due deliveries than were queued, and a short queue now. */
  needsRefill(held: HeldDelivery): boolean {
    const receiver = receiverKey(held);
    return this.overflowing.has(receiver) && this.queues.isShort(receiver);
  }

  /** Holds the delivery no longer: the next scan decides by its row. */
  forget(held: HeldDelivery): void {
    this.failing.forget(held);
    this.held.delete(nameOf(held));
    this.forgottenCount += 1;
  }

  /** Forgets the delivery once its row has this revision: its attempt is recorded. */
  awaitProjection(held: HeldDelivery, revision: number): void {
    this.unprojected.add(held, revision);
  }

  /** Queues the delivery again after a rest. */
  requeueAfter(held: HeldDelivery, milliseconds: number, onRequeued: () => void): void {
    held.cancelTimer = this.ports.timers.set(milliseconds, () => {
      this.requeue(held);
      onRequeued();
    });
  }

  /** Forgets the delivery after a rest. */
  forgetAfter(held: HeldDelivery, milliseconds: number, onForgotten: () => void): void {
    held.cancelTimer = this.ports.timers.set(milliseconds, () => {
      this.forget(held);
      onForgotten();
    });
  }

  /** Forgets the delivery, and passes over all deliveries of its workspace for a time. */
  passOver(held: HeldDelivery, onEnd: () => void): void {
    this.passedOver.add(held.workspace_id, () => {
      this.forgottenCount += 1;
      onEnd();
    });
    this.forget(held);
  }

  /** Queues the delivery again now; where its queue is full it is forgotten, and read again later. */
  requeue(held: HeldDelivery): void {
    held.cancelTimer?.();
    held.cancelTimer = undefined;
    held.unrecorded = false;
    if (this.queues.enqueue(held)) return;
    this.overflowing.add(receiverKey(held));
    this.forget(held);
  }

  /** Queues every resting delivery again. */
  requeueResting(): void {
    for (const held of this.held.values()) if (held.cancelTimer) this.requeue(held);
  }

  /**
   * Queues the deliveries that an operator has decided about: those to be tried again, and those that were skipped,
   * which are cancelled in their turn. A delivery that is queued or under way comes to its turn by itself.
   */
  requeueDecided(toTry: readonly HeldDelivery[]): void {
    const waits = ({ cancelTimer, unrecorded }: HeldDelivery): boolean =>
      cancelTimer !== undefined || unrecorded === true;
    for (const held of toTry) if (waits(held)) this.requeue(held);
    for (const held of this.held.values()) if (waits(held) && this.failing.isSkipped(held)) this.requeue(held);
  }

  /** Empties the queues and ends all rests; deliveries that are preparing, sending or recording stay held. */
  clear(): void {
    for (const held of this.held.values()) held.cancelTimer?.();
    this.passedOver.stop();
    this.queues.clear();
  }

  /**
   * Reads at most `ROWS_PER_SCAN` rows from a cursor on and queues the due ones.
   * @returns `next`: the first due time after `now`, if the scan reached it; `last`: the cursor behind the last row,
   * undefined at the end of the due rows
   */
  private async scan(
    from: readonly IndexValue[] | undefined,
    now: Instant,
  ): Promise<{ next?: Instant; last?: readonly IndexValue[] }> {
    let after = from;
    for (let rows = 0; rows < ROWS_PER_SCAN; rows += PAGE_SIZE) {
      // Every change of the rows is a poll, and mostly nothing is due: the first row tells.
      const limit = after ? PAGE_SIZE : 1;
      const page = { index: 'due', prefix: [1], ...(after && { after }), limit };
      const found = await this.ports.readModel.page(DUE_DELIVERIES, page);
      for (const row of found) {
        if (row.due_at > now) return { next: row.due_at };
        this.hold(row);
      }
      const last = found.length === limit ? found.at(-1) : undefined;
      if (!last) return {};
      after = [last.due_at, last.workspace_id, last.number];
    }
    return { last: after! };
  }

  /** Some receivers overflow, and each of those has a long queue for now. */
  private queuesAreLong(): boolean {
    return this.overflowing.size > 0 && ![...this.overflowing].some((receiver) => this.queues.isShort(receiver));
  }

  private hold(row: DueDeliveryRow): void {
    if (this.passedOver.has(row.workspace_id)) return;
    // A delivery must not overtake an earlier one of its receiver that found no room.
    const receiver = receiverKey(row);
    if (this.overflowing.has(receiver)) return;
    const name = nameOf(row);
    if (this.held.has(name)) return;
    const held = { ...row, retries: new RetryPolicy() };
    if (this.queues.enqueue(held)) this.held.set(name, held);
    else this.overflowing.add(receiver);
  }

  /** From now on the rows are right about these deliveries, and may show them as due again. */
  private async forgetProjected(): Promise<void> {
    for (const held of await this.unprojected.takeProjected()) this.forget(held);
  }

  /** Runs one scan at a time: scans share the cursor. */
  private serially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.lastScan.then(work);
    this.lastScan = result.catch(() => undefined);
    return result;
  }
}
