/** Where something that waits for a store may be held up: passes when its turn has come. */
export type Pass = (label: string) => Promise<void>;

/** Nothing is ever held up. */
export const passAtOnce: Pass = () => Promise.resolve();

interface Waiting {
  readonly label: string;
  readonly go: () => void;
}

/**
 * Decides what happens next, from a seed: whatever waits for a store stands here until it is picked. The same seed on
 * the same history gives the same interleaving.
 */
export class Scheduler {
  private waiting: Waiting[] = [];
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0 || 1;
  }

  readonly pass: Pass = (label) => new Promise((go) => this.waiting.push({ label, go }));

  /** A number from 0 to below `bound`; xorshift32. */
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

  /** Lets one thing happen and everything that follows from it without waiting. */
  async step(): Promise<void> {
    if (this.waiting.length === 0) return;
    const [picked] = this.waiting.splice(this.below(this.waiting.length), 1);
    picked!.go();
    await settled();
  }

  /** What has this label goes on at once. */
  release(label: string): void {
    const going = this.waiting.filter((each) => each.label === label);
    this.waiting = this.waiting.filter((each) => each.label !== label);
    for (const { go } of going) go();
  }

  /** What these labels begin with will never happen: their process is gone. */
  drop(prefix: string): void {
    this.waiting = this.waiting.filter(({ label }) => !label.startsWith(prefix));
  }
}

/** Everything that can go on without a store or a timer has gone on: promises run before the next macrotask. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
