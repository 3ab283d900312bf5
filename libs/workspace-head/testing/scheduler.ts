/** A point where a wait for a store may be delayed: resolves when the scheduler picks it. */
export type Pass = (label: string) => Promise<void>;

/** Delays nothing. */
export const passAtOnce: Pass = () => Promise.resolve();

interface Waiting {
  readonly label: string;
  readonly go: () => void;
}

/**
 * Decides what happens next, from a seed: every wait for a store is queued here until it is picked. The same seed on
 * the same history gives the same interleaving.
 */
export class Scheduler {
  private waiting: Waiting[] = [];
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0 || 1;
  }

  readonly pass: Pass = (label) => new Promise((go) => this.waiting.push({ label, go }));

  /** A random number from 0 to below `bound`; xorshift32. */
  below(bound: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % bound;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  get size(): number {
    return this.waiting.length;
  }

  /** Lets one wait end, and everything that follows from it without another wait. */
  async step(): Promise<void> {
    if (this.waiting.length === 0) return;
    const [picked] = this.waiting.splice(this.below(this.waiting.length), 1);
    picked!.go();
    await settled();
  }

  /** Ends the waits with this label at once. */
  release(label: string): void {
    const going = this.waiting.filter((each) => each.label === label);
    this.waiting = this.waiting.filter((each) => each.label !== label);
    for (const { go } of going) go();
  }

  /** Drops the waits whose labels begin with this prefix: their process is killed. */
  drop(prefix: string): void {
    this.waiting = this.waiting.filter(({ label }) => !label.startsWith(prefix));
  }
}

/** Resolves when everything that needs neither a store nor a timer has run: promises run before the next macrotask. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
