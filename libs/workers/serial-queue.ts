import type { Timers } from '#kernel';
import { isTransient, RetryPolicy } from './retry-policy.js';

/**
 * Work on one item. Resolves to milliseconds until the item has further work; undefined: it is done, and its effects
 * can be read.
 */
export type Work<Item> = (item: Item, progressed: () => void) => Promise<number | undefined>;

export interface SerialQueuePorts<Item> {
  readonly timers: Timers;
  /** Identifies an item of the queue. */
  readonly keyOf: (item: Item) => string;
  /** `progressed` resets the failures of the item: its finished part will not be repeated. */
  readonly work: Work<Item>;
  /** Whether the next failure of an item parks it, however often it has failed. A transient one never does. */
  isLastTry(item: Item): boolean;
  /** The delay of the first item is over: `run` is to be called. */
  onRetry(): void;
  /** Called with an item that has failed too often, and is removed from the queue. */
  park(item: Item, reason: string): void;
}

/**
 * Items that are worked on one after another, in the order in which they were added. A failing first item delays the
 * items behind it until it is parked, and no other queue.
 *
 * - idle → draining: `run`.
 * - draining → idle: the queue is empty.
 * - draining → delayed: the first item failed, or has further work later.
 * - delayed → draining: `run`, when the delay is over or before.
 * - any → stopped: `stop`. Items that are left stay on the to-do list.
 */
export class SerialQueue<Item> {
  /** By their keys, in the order in which they are worked on. */
  private readonly items = new Map<string, Item>();
  private draining: Promise<Error | undefined> | undefined;
  private cancelDelay: (() => void) | undefined;
  /** Of the first item. */
  private readonly retryPolicy = new RetryPolicy();
  private stopped = false;

  constructor(private readonly ports: SerialQueuePorts<Item>) {}

  get length(): number {
    return this.items.size;
  }

  /** Neither draining nor delayed. */
  get isIdle(): boolean {
    return this.draining === undefined && this.cancelDelay === undefined;
  }

  has(item: Item): boolean {
    return this.items.has(this.ports.keyOf(item));
  }

  /** Adds an item at the end, unless the queue has it. @returns whether it was added */
  add(item: Item): boolean {
    const key = this.ports.keyOf(item);
    if (this.items.has(key)) return false;
    this.items.set(key, item);
    return true;
  }

  /**
   * Works on the items now, also on one that is delayed. Never rejects.
   * @returns the error of the item that is tried again later; undefined: the queue is empty, its first item is delayed,
   * or it was stopped
   */
  run(): Promise<Error | undefined> {
    this.cancelDelay?.();
    this.cancelDelay = undefined;
    return (this.draining ??= this.drain().finally(() => (this.draining = undefined)));
  }

  /** Begins no further item; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelDelay?.();
    await this.draining;
  }

  private async drain(): Promise<Error | undefined> {
    for (const [key, item] of this.items) {
      if (this.stopped) break;
      try {
        const delay = await this.ports.work(item, () => this.retryPolicy.reset());
        this.retryPolicy.reset();
        if (delay !== undefined) {
          this.delay(delay);
          return undefined;
        }
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        const isLast = !isTransient(failure) && this.ports.isLastTry(item);
        const delay = isLast ? undefined : this.retryPolicy.delayAfter(failure);
        if (delay !== undefined) {
          this.delay(delay);
          return failure;
        }
        this.ports.park(item, failure.message);
        this.retryPolicy.reset();
      }
      this.items.delete(key);
    }
    return undefined;
  }

  private delay(milliseconds: number): void {
    if (this.stopped) return;
    this.cancelDelay = this.ports.timers.set(milliseconds, () => this.ports.onRetry());
  }
}
