import type { Timers } from '#kernel';
import { RetryPolicy } from './retry-policy.js';

export interface SerialQueuePorts<Item> {
  readonly timers: Timers;
  /** Tells items apart. */
  readonly keyOf: (item: Item) => string;
  /** Does what is to be done about an item; its effects can be read then. */
  work(item: Item): Promise<void>;
  /** It is time for the next try: `run` again. */
  onRetry(): void;
  /** Told of an item that could not be done in ten tries. */
  park(item: Item, reason: string): void;
}

/** What is to be done in one workspace, one item after the other in their order: the trouble of one workspace holds back no other. */
export class SerialQueue<Item> {
  /** By their names, in the order in which they are done. */
  private readonly queue = new Map<string, Item>();
  private draining: Promise<Error | undefined> | undefined;
  private cancelRetry: (() => void) | undefined;
  /** Of the first item in the queue. */
  private readonly retryPolicy = new RetryPolicy();
  private stopped = false;

  constructor(private readonly ports: SerialQueuePorts<Item>) {}

  get length(): number {
    return this.queue.size;
  }

  /** Waits for its next try. */
  get awaitsRetry(): boolean {
    return this.cancelRetry !== undefined;
  }

  /** Whether it is among those that wait. */
  has(item: Item): boolean {
    return this.queue.has(this.ports.keyOf(item));
  }

  /** One more item, behind those that wait; nothing if it is among them. Answers whether it was added. */
  add(item: Item): boolean {
    const name = this.ports.keyOf(item);
    if (this.queue.has(name)) return false;
    this.queue.set(name, item);
    return true;
  }

  /** Goes through the items now. Resolves when none is left, or with the trouble of one that is to be tried again later. Never rejects. */
  run(): Promise<Error | undefined> {
    this.cancelRetry?.();
    this.cancelRetry = undefined;
    return (this.draining ??= this.drain().finally(() => (this.draining = undefined)));
  }

  /** Takes no further item; resolves when the one under way is answered. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelRetry?.();
    await this.draining;
  }

  private async drain(): Promise<Error | undefined> {
    for (const [name, item] of this.queue) {
      if (this.stopped) break;
      try {
        await this.ports.work(item);
      } catch (error) {
        const trouble = error instanceof Error ? error : new Error(String(error));
        const delay = this.retryPolicy.delayAfter(trouble);
        if (delay !== undefined) {
          if (!this.stopped) this.cancelRetry = this.ports.timers.set(delay, () => this.ports.onRetry());
          return trouble;
        }
        this.ports.park(item, trouble.message);
      }
      this.queue.delete(name);
      this.retryPolicy.reset();
    }
    return undefined;
  }
}
