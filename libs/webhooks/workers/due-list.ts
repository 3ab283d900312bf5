import { type Clock, type IndexValue, instant, type Instant, keyText, type Timers } from '#kernel';
import type { ReadModel } from '#read-model';
import { RetryPolicy } from '#workers';
import { DUE_DELIVERIES, type DueDeliveryRow } from '../domain/index.js';
import { Finished, keyOf } from './finished.js';
import { Lines } from './lines.js';
import { receiverName, type Turns } from './slots.js';

/** A delivery that the worker holds: it waits in its receiver's line, is tried now, rests until the next try, was given up on, or is done. */
export interface Held extends DueDeliveryRow {
  readonly retries: RetryPolicy;
  /** Present while it rests: calls the next try off. */
  callOff?: (() => void) | undefined;
  /** What was wrong with it, once it was given up on. */
  parked?: string;
}

/** What the list is read by. */
export interface DueListPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly timers: Timers;
  readonly realClock: Clock;
}

/** Rows of one read. */
const PAGE = 200;
/** Rows that one look goes through; the next one goes on behind them. */
const A_LOOK = 1_000;
/** However long the list is, what became due within this time is seen at every look. */
const FRESH_MS = 5_000;
/** The whole list is gone through this often at least, in real time: rows may turn up late. */
const SWEEP_MS = 5_000;

/** What the worker knows of the to-do list: what it has taken from there, and how far it has read. */
export class DueList {
  private readonly held = new Map<string, Held>();
  private readonly finished: Finished<Held>;
  private readonly lines = new Lines<Held>();
  /** Receivers that have more than their line could take. */
  private readonly overfull = new Set<string>();
  /** Where the next look goes on; undefined: at the beginning. */
  private after: readonly IndexValue[] | undefined;
  /** When a whole look found nothing to go on with: what the rows' stamp was, what had been forgotten, and the first instant that was not due. */
  private seen: { readonly stamp: number; readonly forgotten: number; readonly next: Instant | undefined } | undefined;
  /** So many were forgotten, ever: a look may be going on that has passed them by. */
  private forgotten = 0;
  /** When the whole list was gone through last. */
  private sweptAt = -Infinity;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly ports: DueListPorts) {
    this.finished = new Finished(ports.readModel);
  }

  /** Deliveries in the lines. */
  get waiting(): number {
    return this.lines.size;
  }

  /**
   * Puts what is due at or before `now` into the lines.
   * @param stamp changes when the rows of the list do; undefined where nobody tells
   * @returns the first instant that is not due yet, where it was found; `goOn`: there is more to be looked at
   */
  collect(now: Instant, stamp: number | undefined): Promise<{ next: Instant | undefined; goOn: boolean }> {
    return this.inTurn(async () => {
      await this.dropShown();
      const { seen, forgotten } = this;
      const isSame = seen && seen.stamp === stamp && seen.forgotten === forgotten && this.overfull.size === 0;
      if (isSame && (seen.next === undefined || seen.next > now)) return { next: seen.next, goOn: false };
      const fromTheBeginning = this.after === undefined;
      const { realClock } = this.ports;
      if (fromTheBeginning && this.linesAreLong() && realClock.now() - this.sweptAt < SWEEP_MS) {
        const fresh = await this.scan(freshAt(now), now);
        if (!fresh.last) return { next: fresh.next, goOn: false };
      }
      if (fromTheBeginning) this.overfull.clear();
      const { next, last } = await this.scan(this.after, now);
      this.after = last;
      if (!last) this.sweptAt = realClock.now();
      if (last) await this.scan(freshAt(now), now);
      else if (stamp !== undefined && fromTheBeginning) this.seen = { stamp, forgotten, next };
      return { next, goOn: last !== undefined || (this.overfull.size > 0 && !this.linesAreLong()) };
    });
  }

  /** Goes through the whole list. @returns whether everything due at or before `now` is held */
  collectAll(now: Instant): Promise<boolean> {
    return this.inTurn(async () => {
      await this.dropShown();
      this.overfull.clear();
      let after: readonly IndexValue[] | undefined;
      do after = (await this.scan(after, now)).last;
      while (after);
      return this.overfull.size === 0;
    });
  }

  /** Takes out the one whose turn it is. */
  take(turns: Turns): Held | undefined {
    return this.lines.next(turns);
  }

  /** A receiver that has more than was in its line has much room in it now. */
  runsShort(held: Held): boolean {
    const receiver = receiverName(held);
    return this.overfull.has(receiver) && this.lines.isShort(receiver);
  }

  /** What the list says of it is to be read again. */
  forget(held: Held): void {
    this.held.delete(nameOf(held));
    this.forgotten += 1;
  }

  /** It is done, which the rows show once they have this revision of it. */
  finish(held: Held, revision: number): void {
    this.finished.add(held, revision);
  }

  park(held: Held, reason: string): void {
    held.parked = reason;
  }

  /** Puts it back into its line after a while. */
  rest(held: Held, milliseconds: number, ready: () => void): void {
    held.callOff = this.ports.timers.set(milliseconds, () => {
      this.putBack(held);
      ready();
    });
  }

  /** What the list says of it is to be read again after a while. */
  forgetLater(held: Held, milliseconds: number, forgotten: () => void): void {
    held.callOff = this.ports.timers.set(milliseconds, () => {
      this.forget(held);
      forgotten();
    });
  }

  /** Puts it back into its line, or lets go of it where that is full: it is found again. */
  putBack(held: Held): void {
    held.callOff?.();
    held.callOff = undefined;
    if (this.lines.add(held)) return;
    this.overfull.add(receiverName(held));
    this.forget(held);
  }

  /** Puts what rests into the lines now. */
  restNoMore(): void {
    for (const held of this.held.values()) if (held.callOff) this.putBack(held);
  }

  parked(): readonly { readonly workspace_id: string; readonly delivery_id: string; readonly reason: string }[] {
    return [...this.held.values()].flatMap(({ workspace_id, delivery_id, parked }) =>
      parked === undefined ? [] : [{ workspace_id, delivery_id, reason: parked }],
    );
  }

  /** Lets go of everything but what is tried now. */
  clear(): void {
    for (const held of this.held.values()) held.callOff?.();
    this.lines.clear();
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
    for (let rows = 0; rows < A_LOOK; rows += PAGE) {
      // Mostly nothing is due, and each time the rows have moved is a look: the first row says so.
      const limit = after ? PAGE : 1;
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

  /** There is more than the lines could take, and each of those receivers has enough in its line for now. */
  private linesAreLong(): boolean {
    return this.overfull.size > 0 && ![...this.overfull].some((receiver) => this.lines.isShort(receiver));
  }

  private hold(row: DueDeliveryRow): void {
    // What comes behind something that found no place must not overtake it.
    const receiver = receiverName(row);
    if (this.overfull.has(receiver)) return;
    const name = nameOf(row);
    if (this.held.has(name)) return;
    const held = { ...row, retries: new RetryPolicy() };
    if (this.lines.add(held)) this.held.set(name, held);
    else this.overfull.add(receiver);
  }

  /** Lets go of what the rows show: from now on they are right about it, and may say that it is due again. */
  private async dropShown(): Promise<void> {
    for (const held of await this.finished.takeShown()) this.forget(held);
  }

  /** One look at a time: they share a place in the list. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }
}

/** Where in the list to begin for what became due a moment ago. */
function freshAt(now: Instant): readonly IndexValue[] {
  return [instant(Date.parse(now) - FRESH_MS)];
}

function nameOf(row: DueDeliveryRow): string {
  return keyText(keyOf(row));
}
