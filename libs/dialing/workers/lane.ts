import type { Timers } from '#kernel';
import { Retries } from '#workspace-head';

export interface LanePorts<Item> {
  readonly timers: Timers;
  /** Tells items apart. */
  readonly nameOf: (item: Item) => string;
  /** Does what is to be done about an item; its effects can be read then. */
  work(item: Item): Promise<void>;
  /** It is time for the next try: `run` again. */
  again(): void;
  /** Told of an item that could not be done in ten tries. */
  park(item: Item, reason: string): void;
}

/** What is to be done in one workspace, one item after the other in their order: the trouble of one workspace holds back no other. */
export class Lane<Item> {
  /** By their names, in the order in which they are done. */
  private readonly queue = new Map<string, Item>();
  private attempt: Promise<Error | undefined> | undefined;
  private callOff: (() => void) | undefined;
  /** Of the first item in the queue. */
  private readonly retries = new Retries();
  private stopped = false;

  constructor(private readonly ports: LanePorts<Item>) {}

  get length(): number {
    return this.queue.size;
  }

  /** Waits for its next try. */
  get waits(): boolean {
    return this.callOff !== undefined;
  }

  /** Whether it is among those that wait. */
  has(item: Item): boolean {
    return this.queue.has(this.ports.nameOf(item));
  }

  /** One more item, behind those that wait; nothing if it is among them. Answers whether it was added. */
  add(item: Item): boolean {
    const name = this.ports.nameOf(item);
    if (this.queue.has(name)) return false;
    this.queue.set(name, item);
    return true;
  }

  /** Goes through the items now. Resolves when none is left, or with the trouble of one that is to be tried again later. Never rejects. */
  run(): Promise<Error | undefined> {
    this.callOff?.();
    this.callOff = undefined;
    return (this.attempt ??= this.drain().finally(() => (this.attempt = undefined)));
  }

  /** Takes no further item; resolves when the one under way is answered. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.callOff?.();
    await this.attempt;
  }

  private async drain(): Promise<Error | undefined> {
    for (const [name, item] of this.queue) {
      if (this.stopped) break;
      try {
        await this.ports.work(item);
      } catch (error) {
        const trouble = error instanceof Error ? error : new Error(String(error));
        const delay = this.retries.after(trouble);
        if (delay !== undefined) {
          if (!this.stopped) this.callOff = this.ports.timers.set(delay, () => this.ports.again());
          return trouble;
        }
        this.ports.park(item, trouble.message);
      }
      this.queue.delete(name);
      this.retries.reset();
    }
    return undefined;
  }
}
