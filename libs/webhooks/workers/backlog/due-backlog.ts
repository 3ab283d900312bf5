import { type Clock, type IndexValue, instant, type Instant, keyText, type Timers } from '#kernel';
import type { ReadModel } from '#read-model';
import { RetryPolicy } from '#workers';
import { DUE_DELIVERIES, type DueDeliveryRow } from '../../domain/index.js';
import { Unprojected, dueKey } from './unprojected.js';
import { ReceiverQueues } from './receiver-queues.js';
import { receiverKey, type Admission } from '../admission/attempt-permits.js';

/** A delivery that the worker holds: it waits in its receiver's queue, is tried now, rests until the next try, was given up on, or is done. */
export interface HeldDelivery extends DueDeliveryRow {
  readonly retries: RetryPolicy;
  /** Present while it rests: calls the next try off. */
  cancelTimer?: (() => void) | undefined;
  /** What was wrong with it, once it was given up on. */
  parked?: string;
}

/** What the list is read by. */
export interface BacklogPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly timers: Timers;
  readonly realClock: Clock;
}

/** Rows of one read. */
const PAGE_SIZE = 200;
/** Rows that one look goes through; the next one goes on behind them. */
const ROWS_PER_SCAN = 1_000;
/** However long the list is, what became due within this time is seen at every look. */
const FRESH_MS = 5_000;
/** The whole list is gone through this often at least, in real time: rows may turn up late. */
const FULL_SCAN_MS = 5_000;

/** What the worker knows of the to-do list: what it has taken from there, and how far it has read. */
export class DueBacklog {
  private readonly held = new Map<string, HeldDelivery>();
  private readonly unprojected: Unprojected<HeldDelivery>;
  private readonly queues = new ReceiverQueues<HeldDelivery>();
  /** Receivers that have more than their queue could take. */
  private readonly overflowing = new Set<string>();
  /** Where the next look goes on; undefined: at the beginning. */
  private cursor: readonly IndexValue[] | undefined;
  /** When a whole look found nothing to go on with: what the rows' stamp was, what had been forgotten, and the first instant that was not due. */
  private lastFullScan:
    { readonly stamp: number; readonly forgottenCount: number; readonly next: Instant | undefined } | undefined;
  /** So many were forgotten, ever: a look may be going on that has passed them by. */
  private forgottenCount = 0;
  /** When the whole list was gone through last. */
  private fullScanAt = -Infinity;
  private lastScan: Promise<unknown> = Promise.resolve();

  constructor(private readonly ports: BacklogPorts) {
    this.unprojected = new Unprojected(ports.readModel);
  }

  /** Deliveries in the lines. */
  get waiting(): number {
    return this.queues.size;
  }

  /**
   * Puts what is due at or before `now` into the lines.
   * @param stamp changes when the rows of the list do; undefined where nobody tells
   * @returns the first instant that is not due yet, where it was found; `goOn`: there is more to be looked at
   */
  collect(now: Instant, stamp: number | undefined): Promise<{ next: Instant | undefined; goOn: boolean }> {
    return this.serially(async () => {
      await this.forgetProjected();
      const { lastFullScan, forgottenCount } = this;
      const isSame =
        lastFullScan &&
        lastFullScan.stamp === stamp &&
        lastFullScan.forgottenCount === forgottenCount &&
        this.overflowing.size === 0;
      if (isSame && (lastFullScan.next === undefined || lastFullScan.next > now))
        return { next: lastFullScan.next, goOn: false };
      const fromTheBeginning = this.cursor === undefined;
      const { realClock } = this.ports;
      if (fromTheBeginning && this.queuesAreLong() && realClock.now() - this.fullScanAt < FULL_SCAN_MS) {
        const fresh = await this.scan(freshCursor(now), now);
        if (!fresh.last) return { next: fresh.next, goOn: false };
      }
      if (fromTheBeginning) this.overflowing.clear();
      const { next, last } = await this.scan(this.cursor, now);
      this.cursor = last;
      if (!last) this.fullScanAt = realClock.now();
      if (last) await this.scan(freshCursor(now), now);
      else if (stamp !== undefined && fromTheBeginning) this.lastFullScan = { stamp, forgottenCount, next };
      return { next, goOn: last !== undefined || (this.overflowing.size > 0 && !this.queuesAreLong()) };
    });
  }

  /** Goes through the whole list. @returns whether everything due at or before `now` is held */
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

  /** Takes out the one whose turn it is. */
  takeNext(admission: Admission): HeldDelivery | undefined {
    return this.queues.dequeue(admission);
  }

  /** A receiver that has more than was in its queue has much room in it now. */
  needsRefill(held: HeldDelivery): boolean {
    const receiver = receiverKey(held);
    return this.overflowing.has(receiver) && this.queues.isShort(receiver);
  }

  /** What the list says of it is to be read again. */
  forget(held: HeldDelivery): void {
    this.held.delete(nameOf(held));
    this.forgottenCount += 1;
  }

  /** It is done, which the rows show once they have this revision of it. */
  awaitProjection(held: HeldDelivery, revision: number): void {
    this.unprojected.add(held, revision);
  }

  park(held: HeldDelivery, reason: string): void {
    held.parked = reason;
  }

  /** Puts it back into its queue after a while. */
  requeueAfter(held: HeldDelivery, milliseconds: number, ready: () => void): void {
    held.cancelTimer = this.ports.timers.set(milliseconds, () => {
      this.requeue(held);
      ready();
    });
  }

  /** What the list says of it is to be read again after a while. */
  forgetAfter(held: HeldDelivery, milliseconds: number, forgotten: () => void): void {
    held.cancelTimer = this.ports.timers.set(milliseconds, () => {
      this.forget(held);
      forgotten();
    });
  }

  /** Puts it back into its queue, or lets go of it where that is full: it is found again. */
  requeue(held: HeldDelivery): void {
    held.cancelTimer?.();
    held.cancelTimer = undefined;
    if (this.queues.enqueue(held)) return;
    this.overflowing.add(receiverKey(held));
    this.forget(held);
  }

  /** Puts what rests into the lines now. */
  requeueResting(): void {
    for (const held of this.held.values()) if (held.cancelTimer) this.requeue(held);
  }

  parked(): readonly { readonly workspace_id: string; readonly delivery_id: string; readonly reason: string }[] {
    return [...this.held.values()].flatMap(({ workspace_id, delivery_id, parked }) =>
      parked === undefined ? [] : [{ workspace_id, delivery_id, reason: parked }],
    );
  }

  /** Lets go of everything but what is tried now. */
  clear(): void {
    for (const held of this.held.values()) held.cancelTimer?.();
    this.queues.clear();
  }

  /**
   * Reads on from a place, as far as one look goes, and holds what is due.
   * @returns the first instant that is not due, if it came to that; `last`: where to go on otherwise, undefined at the end of the list
   */
  private async scan(
    from: readonly IndexValue[] | undefined,
    now: Instant,
  ): Promise<{ next?: Instant; last?: readonly IndexValue[] }> {
    let after = from;
    for (let rows = 0; rows < ROWS_PER_SCAN; rows += PAGE_SIZE) {
      // Mostly nothing is due, and each time the rows have moved is a look: the first row says so.
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

  /** There is more than the lines could take, and each of those receivers has enough in its queue for now. */
  private queuesAreLong(): boolean {
    return this.overflowing.size > 0 && ![...this.overflowing].some((receiver) => this.queues.isShort(receiver));
  }

  private hold(row: DueDeliveryRow): void {
    // What comes behind something that found no place must not overtake it.
    const receiver = receiverKey(row);
    if (this.overflowing.has(receiver)) return;
    const name = nameOf(row);
    if (this.held.has(name)) return;
    const held = { ...row, retries: new RetryPolicy() };
    if (this.queues.enqueue(held)) this.held.set(name, held);
    else this.overflowing.add(receiver);
  }

  /** Lets go of what the rows show: from now on they are right about it, and may say that it is due again. */
  private async forgetProjected(): Promise<void> {
    for (const held of await this.unprojected.takeProjected()) this.forget(held);
  }

  /** One look at a time: they share a place in the list. */
  private serially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.lastScan.then(work);
    this.lastScan = result.catch(() => undefined);
    return result;
  }
}

/** Where in the list to begin for what became due a moment ago. */
function freshCursor(now: Instant): readonly IndexValue[] {
  return [instant(Date.parse(now) - FRESH_MS)];
}

function nameOf(row: DueDeliveryRow): string {
  return keyText(dueKey(row));
}
