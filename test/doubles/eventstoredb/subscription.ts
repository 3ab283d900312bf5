import { randomUUID } from 'node:crypto';
import { TOO_SLOW, type Faults } from './faults.js';
import type { ReadCall } from './grpc.js';
import type { Log, StoredEvent, Stream } from './log.js';
import { Outlet } from './outlet.js';
import { streamDeleted } from './wire-appends.js';
import { caughtUp, checkpoint, confirmation, type Filter } from './wire-reads.js';

export interface SubscriptionPlan {
  /** The followed events: all, or those of one stream. */
  readonly events: readonly StoredEvent[];
  /** Index in `events` of the first one to examine. */
  readonly next: number;
  readonly stream: Stream | undefined;
  readonly filter: Filter | undefined;
  readonly fromStart: boolean;
  /** A live subscription with more queued events than this is dropped. */
  readonly liveBuffer: number;
}

// Events examined per turn of the event loop, so that other work runs in between.
const EVENTS_A_TURN = 2_000;

/**
 * One subscription: existing events at the consumer's pace, `caughtUp`, then new ones. Once it is live, the server does
 * not wait for the consumer: it drops a subscription with too many queued events, and the client has to resume.
 */
export class Subscription {
  #next: number;
  #live = false;
  #looked = 0;
  #scheduled = false;
  readonly #outlet: Outlet;

  constructor(
    call: ReadCall,
    log: Log,
    faults: Faults,
    private readonly plan: SubscriptionPlan,
  ) {
    this.#next = plan.next;
    const stopListening = log.onAppend(() => this.#wake());
    const takeOff = faults.addSubscription((error) => this.#outlet.fail(error));
    this.#outlet = new Outlet(
      call,
      () => this.#pump(),
      () => {
        stopListening();
        takeOff();
      },
    );
    this.#outlet.send(confirmation(randomUUID()));
    if (plan.filter !== undefined && plan.fromStart) this.#outlet.send(checkpoint(0, 0));
    this.#pump();
  }

  #wake(): void {
    if (this.#live && this.#overrun()) return this.#outlet.fail(TOO_SLOW);
    this.#pump();
  }

  /** Sends until the client's buffer is full, everything is sent, or the turn is over. */
  #pump(): void {
    if (this.#scheduled) return;
    const { events } = this.plan;
    for (let turn = 0; this.#outlet.open && !this.#outlet.full; turn++) {
      if (this.#next >= events.length) return this.#atEnd();
      if (turn === EVENTS_A_TURN) return this.#later();
      this.#look(events[this.#next++]!);
    }
  }

  #later(): void {
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  #look(event: StoredEvent): void {
    const { filter } = this.plan;
    const matches = filter === undefined || filter.matches(event);
    if (matches) this.#outlet.send(event.message);
    if (filter === undefined || ++this.#looked < filter.checkpointEvery) return;
    this.#looked = 0;
    // While catching up, the prepare position of a skipped event is not known.
    this.#outlet.send(checkpoint(event.position, this.#live || matches ? event.position : 0));
  }

  #atEnd(): void {
    const { stream } = this.plan;
    if (stream?.tombstone !== undefined) return this.#outlet.fail(streamDeleted(stream.name));
    // A stream that does not exist yet has nothing to catch up with.
    if (this.#live || stream?.events.length === 0) return;
    this.#live = true;
    this.#outlet.send(caughtUp);
  }

  #overrun(): boolean {
    const { events, filter, liveBuffer } = this.plan;
    if (events.length - this.#next <= liveBuffer) return false;
    let waiting = 0;
    for (let i = this.#next; i < events.length && waiting <= liveBuffer; i++)
      if (filter === undefined || filter.matches(events[i]!)) waiting++;
    return waiting > liveBuffer;
  }
}
