import { instant, type Instant } from '#kernel';
import type { Progress, ReadModel, RowChanges } from '#read-model';
import { type FailingItems, type ParkingRecord, PollLoop } from '#workers';
import { DUE_DELIVERIES } from '../domain/index.js';
import { DeliveryDispatcher, type DispatcherPorts } from './dispatcher/delivery-dispatcher.js';
import { DueBacklog } from './backlog/due-backlog.js';
import { failingDeliveries } from './backlog/failing-deliveries.js';
import type { HeldDelivery } from './backlog/held-delivery.js';

export interface DeliveryPorts extends DispatcherPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  readonly changes: RowChanges;
  /** Undefined: deliveries are parked in memory alone. */
  readonly parking?: ParkingRecord | undefined;
}

/** A parked delivery, for health and the operator. */
export interface ParkedDelivery {
  readonly workspaceId: string;
  readonly deliveryId: string;
  /** The message of its last failure. */
  readonly reason: string;
}

/**
 * Milliseconds that attempts under way have to end when the worker stops. Then they are aborted, and another process
 * makes them again.
 */
const GRACE_PERIOD_MS = 3_000;
/** Milliseconds between polls while the egress breaker is open: its next probe may be due. */
const PROBE_CHECK_MS = 1_000;

/**
 * Delivers webhooks (docs/reference/http-contract.md; docs/reference/consistency.md#workers;
 * docs/adr/0017-deliveries-are-folded-by-the-one-follower.md). Each folder answers one question: which deliveries are
 * due (`backlog/`), which may begin (`admission/`), how one attempt is made (`attempt/`), and which state each delivery
 * is in (`dispatcher/`). An attempt is a POST and then its record in the delivery's stream: where a process is killed
 * in between, the attempt is made again with the same id. A recorded attempt is never made again, even if the rows do
 * not show it.
 */
export class DeliveryWorker {
  private readonly failing: FailingItems<HeldDelivery>;
  private readonly backlog: DueBacklog;
  private readonly pollLoop: PollLoop;
  private readonly dispatcher: DeliveryDispatcher;

  constructor(private readonly ports: DeliveryPorts) {
    this.failing = failingDeliveries(ports);
    this.backlog = new DueBacklog(ports, this.failing);
    this.pollLoop = new PollLoop({ progress: ports.progress, timers: ports.timers, poll: () => this.poll() });
    this.dispatcher = new DeliveryDispatcher(ports, this.backlog, this.failing, this.pollLoop);
  }

  /** Begins once the rows are complete. */
  start(): void {
    this.pollLoop.start();
  }

  /** Rows have changed: deliveries may be due. */
  wake(): void {
    this.pollLoop.wake();
  }

  /** The egress breaker is open: no receiver can be reached. */
  get isCutOff(): boolean {
    return this.dispatcher.isCutOff;
  }

  /** Due deliveries in memory that wait for a permit. */
  get waiting(): number {
    return this.backlog.waiting;
  }

  /** Due deliveries that it has taken from the to-do list: those that wait for a permit, and attempts under way. */
  get due(): number {
    return this.waiting + this.underWay;
  }

  /** Attempts under way. */
  get underWay(): number {
    return this.dispatcher.underWay;
  }

  /**
   * Begins every attempt that is due at or before `now`. The clock must have reached `now`. Resolves when the last of
   * them has begun, or while the egress breaker is open.
   * @throws ReadModelUnavailableError
   */
  async settle(now: Instant): Promise<void> {
    await this.ports.progress.whenReady();
    this.backlog.requeueDecided(await this.failing.refresh());
    this.backlog.requeueResting();
    while (!this.pollLoop.stopped) {
      const all = await this.backlog.collectAll(now);
      this.dispatcher.dispatch();
      if (all && this.backlog.waiting === 0 && !this.dispatcher.isPreparing) return;
      if (this.isCutOff || this.pollLoop.stopped) return;
      await this.dispatcher.whenOneEnds();
    }
  }

  /**
   * Deliveries that failed ten times by a fault of this service. One that was sent but cannot be recorded is tried
   * again by another process only, or where an operator has it tried again.
   */
  parked(): readonly ParkedDelivery[] {
    return this.failing.parked().map(({ item: { workspace_id, delivery_id }, reason }) => {
      return { workspaceId: workspace_id, deliveryId: delivery_id, reason };
    });
  }

  /** Begins no further attempt; resolves when those under way are recorded, or aborted after the grace period. */
  async stop(): Promise<void> {
    this.pollLoop.halt();
    this.backlog.clear();
    this.dispatcher.stop();
    const cancelTimer = this.ports.timers.set(GRACE_PERIOD_MS, () => this.ports.sender.abortAll());
    await this.pollLoop.idle();
    cancelTimer();
  }

  private async poll(): Promise<number | undefined> {
    const { clock, changes } = this.ports;
    const now = clock.now();
    this.backlog.requeueDecided(await this.failing.refresh());
    const { next, goOn } = await this.backlog.collect(instant(now), changes.stamp([DUE_DELIVERIES.name]));
    this.dispatcher.dispatch();
    if (this.isCutOff) return PROBE_CHECK_MS;
    if (goOn) this.wake();
    return next === undefined ? undefined : Date.parse(next) - now;
  }
}
