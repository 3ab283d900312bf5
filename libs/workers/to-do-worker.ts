import { type Timers, WritesPausedError } from '#kernel';
import type { Progress } from '#read-model';
import { FailingItems } from './failing-items.js';
import type { ItemRecords, ParkingRecord } from './parking.js';
import { PollLoop } from './poll-loop.js';
import { isGone } from './retry-policy.js';
import { SerialQueue } from './serial-queue.js';

export interface ToDoPorts {
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  /** Real time, for polls and retries. */
  readonly timers: Timers;
  /** Undefined: items are parked in memory alone. */
  readonly parking?: ParkingRecord | undefined;
}

/** The worker as its to-do list sees it. */
export interface ToDoRun {
  /** No further work is to be begun. */
  readonly stopped: boolean;
  /** Resolves when the rows show a workspace up to a revision, or when the worker stops. */
  whenProjected(workspaceId: string, result: { readonly revision: number; readonly visible: boolean }): Promise<void>;
}

/**
 * The state of an item that was read from the list: `queued`; `held`, its queue has it already; `parked`, it is parked,
 * was skipped, or its workspace is deleted; `full`, its queue has no room.
 */
export type Offered = 'queued' | 'held' | 'parked' | 'full';

/** A worker's definition: its to-do list, and the work on one item. */
export interface ToDoList<Item, Name extends object> {
  /** Items of one queue are worked on one after another, those of different queues at the same time. */
  queueOf(item: Item): string;
  /** Identifies an item among those of all queues. */
  keyOf(item: Item): string;
  /** The cause of the item: a parked item is tried again once this has changed. */
  versionOf(item: Item): string | number;
  /** How health names a parked item. */
  nameOf(item: Item): Name;
  /** How its parked items are recorded. Undefined: in memory alone, since another process does the work anew. */
  readonly records?: ItemRecords<Item> | undefined;
  /** Items that a queue holds; those beyond it are read again once the queue is empty. Undefined: no limit. */
  readonly capacity?: number | undefined;
  /**
   * Reads the list in its order and offers its items.
   * @returns milliseconds until the next item is due, where that is known
   * @throws ReadModelUnavailableError
   */
  read(offer: (item: Item) => Offered, run: ToDoRun): Promise<number | undefined>;
  /**
   * Works on one item.
   * @param progressed resets the failures of the item: its finished part will not be repeated
   * @returns milliseconds until the item has further work; undefined: it is done, and the rows show it
   */
  work(item: Item, run: ToDoRun, progressed: () => void): Promise<number | undefined>;
}

/**
 * Works off a to-do list of the read model (docs/adr/0035-workers-are-definitions-on-one-library.md;
 * docs/reference/consistency.md#workers): polls it, puts due items into queues, and retries those that fail. An item
 * that has failed ten times is parked until another event puts it on the list, an operator has it tried again, or
 * another process takes over (docs/adr/0052-parked-work-is-on-record.md). Finished work must be in the log or in the
 * rows: a process that is killed repeats nothing that they show.
 */
export class ToDoWorker<Item, Name extends object> {
  private readonly queues = new Map<string, SerialQueue<Item>>();
  private readonly failing: FailingItems<Item>;
  private readonly pollLoop: PollLoop;

  constructor(
    private readonly ports: ToDoPorts,
    private readonly list: ToDoList<Item, Name>,
  ) {
    const { records } = list;
    this.failing = new FailingItems({
      keyOf: (item) => list.keyOf(item),
      versionOf: (item) => list.versionOf(item),
      records,
      parking: ports.parking,
    });
    this.pollLoop = new PollLoop({ progress: ports.progress, timers: ports.timers, poll: () => this.poll() });
  }

  /** Begins once the rows are complete. */
  start(): void {
    this.pollLoop.start();
  }

  /** Rows have changed: items may be due. */
  wake(): void {
    this.pollLoop.wake();
  }

  /** Due items that the worker has taken from its list: those it works on, and those that wait for a retry. */
  get due(): number {
    let due = 0;
    for (const queue of this.queues.values()) due += queue.length;
    return due;
  }

  /** Items that failed ten times; another process tries them again. */
  parked(): readonly (Name & { readonly reason: string })[] {
    return this.failing.parked().map(({ item, reason }) => ({ ...this.list.nameOf(item), reason }));
  }

  /** Begins no further work; resolves when the work under way has ended. */
  async stop(): Promise<void> {
    this.pollLoop.halt();
    await Promise.all([...this.queues.values()].map((queue) => queue.stop()));
    await this.pollLoop.idle();
  }

  /**
   * Works off the items that `read` offers, delayed ones included, until it offers none; parked items are left out, and
   * queues whose first item is of a workspace whose writes are paused.
   * @throws the failure of an item that is tried again later
   */
  protected async settleAll(read: (offer: (item: Item) => Offered, run: ToDoRun) => Promise<unknown>): Promise<void> {
    const paused = new Set<string>();
    while (!this.pollLoop.stopped) {
      for (const item of await this.failing.refresh()) this.offer(item);
      await read((item) => this.offer(item), this.pollLoop);
      const names = [...this.queues.keys()].filter((name) => !paused.has(name));
      if (names.length === 0) return;
      const failures = await Promise.all(names.map((name) => this.run(name, this.queues.get(name)!)));
      failures.forEach((failure, at) => {
        if (failure instanceof WritesPausedError) paused.add(names[at]!);
        else if (failure !== undefined) throw failure;
      });
    }
  }

  private async poll(): Promise<number | undefined> {
    try {
      await this.tryAgain();
      return await this.list.read((item) => this.offer(item), this.pollLoop);
    } finally {
      // The items read before a page that failed are in their order and can begin.
      if (!this.pollLoop.stopped)
        for (const [name, queue] of this.queues) if (queue.isIdle) this.pollLoop.track(this.run(name, queue));
    }
  }

  /** Tries the items at once that operators have chosen, also those that wait for a retry. */
  private async tryAgain(): Promise<void> {
    for (const item of await this.failing.refresh()) {
      this.offer(item);
      const name = this.list.queueOf(item);
      const queue = this.queues.get(name);
      if (queue && !this.pollLoop.stopped) this.pollLoop.track(this.run(name, queue));
    }
  }

  private offer(item: Item): Offered {
    if (this.failing.isParked(item)) return 'parked';
    const name = this.list.queueOf(item);
    let queue = this.queues.get(name);
    if (!queue) this.queues.set(name, (queue = this.newQueue(name)));
    if (queue.length < (this.list.capacity ?? Infinity)) return queue.add(item) ? 'queued' : 'held';
    return queue.has(item) ? 'held' : 'full';
  }

  private newQueue(name: string): SerialQueue<Item> {
    const queue: SerialQueue<Item> = new SerialQueue({
      timers: this.ports.timers,
      keyOf: (item) => this.list.keyOf(item),
      work: (item, progressed) => this.work(item, progressed),
      onRetry: () => this.pollLoop.track(this.run(name, queue)),
      isLastTry: (item) => this.failing.isLastTry(item),
      park: (item, reason) => this.pollLoop.track(this.failing.park(item, reason)),
    });
    return queue;
  }

  private async work(item: Item, progressed: () => void): Promise<number | undefined> {
    // Skipped while it waited for its turn.
    if (this.failing.isSkipped(item)) return undefined;
    try {
      const onProgress = (): void => {
        this.failing.forget(item);
        progressed();
      };
      const delay = await this.list.work(item, this.pollLoop, onProgress);
      this.failing.forget(item);
      return delay;
    } catch (error) {
      if (isGone(error)) {
        this.failing.parkGone(item);
        return undefined;
      }
      this.failing.noteFailure(item, error);
      throw error;
    }
  }

  private async run(name: string, queue: SerialQueue<Item>): Promise<Error | undefined> {
    const failure = await queue.run();
    // Delayed, or a poll has added an item since and runs it.
    if (queue.length > 0) return failure;
    // Two callers may have waited for the same run: the second must not remove the queue that a poll has made since.
    if (this.queues.get(name) === queue) this.queues.delete(name);
    // Items beyond the capacity are still on the list.
    if (this.list.capacity !== undefined) this.wake();
    return failure;
  }
}
