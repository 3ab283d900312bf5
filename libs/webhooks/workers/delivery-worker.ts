import { instant, type Instant } from '#kernel';
import type { Progress, ReadModel, RowChanges } from '#read-model';
import { PollLoop } from '#workers';
import { DUE_DELIVERIES } from '../domain/index.js';
import { DeliveryDispatcher, type DispatcherPorts } from './dispatcher/delivery-dispatcher.js';
import { DueBacklog } from './backlog/due-backlog.js';

/** What the worker works with. */
export interface DeliveryPorts extends DispatcherPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  readonly changes: RowChanges;
}

/** A delivery that was given up on, for health and the operator. */
export interface ParkedDelivery {
  readonly workspaceId: string;
  readonly deliveryId: string;
  /** What was wrong the last time. */
  readonly reason: string;
}

/** Attempts under way have so long to come to their end when the worker stops: then they are given up, and made again some time. */
const GRACE_PERIOD_MS = 3_000;
/** While our own network is out it is looked so often whether it is time for a probe. */
const PROBE_CHECK_MS = 1_000;

/**
 * Sends what is to be sent (api.md, The webhook; consistency.md, Workers): in the order of its time, and so many at once that a slow receiver
 * delays nobody else (`Slots`). An attempt is a POST, then its record in the delivery's stream: a process that is killed in between
 * makes the attempt again, with the same id, and what is recorded is never done again, whatever happens to the rows.
 */
export class DeliveryWorker {
  private readonly backlog: DueBacklog;
  private readonly pollLoop: PollLoop;
  private readonly dispatcher: DeliveryDispatcher;

  constructor(private readonly ports: DeliveryPorts) {
    this.backlog = new DueBacklog(ports);
    this.pollLoop = new PollLoop({ progress: ports.progress, timers: ports.timers, poll: () => this.poll() });
    this.dispatcher = new DeliveryDispatcher(ports, this.backlog, this.pollLoop);
  }

  /** Begins once the rows are a complete copy. */
  start(): void {
    this.pollLoop.start();
  }

  /** The rows have moved: there may be something to send. */
  wake(): void {
    this.pollLoop.wake();
  }

  /** No receiver can be reached, and that is believed to be an outage of ours. */
  get isCutOff(): boolean {
    return this.dispatcher.egressBreaker.isOpen;
  }

  /** Deliveries that are due and wait for their turn, as far as they are held in memory. */
  get waiting(): number {
    return this.backlog.waiting;
  }

  /** Attempts under way. */
  get underWay(): number {
    return this.dispatcher.underWay;
  }

  /**
   * Begins every attempt that is due at or before `now`, by the clock that says so already; resolves when the last of them has begun, or
   * while our own network is out.
   * @throws ReadModelUnavailableError
   */
  async settle(now: Instant): Promise<void> {
    await this.ports.progress.whenReady();
    this.backlog.requeueResting();
    while (!this.pollLoop.stopped) {
      const all = await this.backlog.collectAll(now);
      this.dispatcher.dispatch();
      if (all && this.backlog.waiting === 0 && !this.dispatcher.isPreparing) return;
      if (this.isCutOff || this.pollLoop.stopped) return;
      await this.dispatcher.whenOneEnds();
    }
  }

  /** Deliveries given up on after ten tries that failed by our own fault. What was sent but cannot be recorded is tried again by the next process only. */
  parked(): readonly ParkedDelivery[] {
    return this.backlog
      .parked()
      .map(({ workspace_id, delivery_id, reason }) => ({ workspaceId: workspace_id, deliveryId: delivery_id, reason }));
  }

  /** Begins no further attempt; resolves when those under way are recorded, or given up after a while. */
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
    const { next, goOn } = await this.backlog.collect(instant(now), changes.stamp([DUE_DELIVERIES.name]));
    this.dispatcher.dispatch();
    if (this.isCutOff) return PROBE_CHECK_MS;
    if (goOn) this.wake();
    return next === undefined ? undefined : Date.parse(next) - now;
  }
}
