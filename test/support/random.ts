/** Pseudo-random numbers that can be repeated: the same seed gives the same numbers (mulberry32). */
export class Random {
  private state: number;

  constructor(readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end);
  }

  /** One of the items. */
  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** `count` different items, in their original order. */
  sample<Item>(items: readonly Item[], count: number): readonly Item[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, items.length)) chosen.add(this.below(items.length));
    return items.filter((_, index) => chosen.has(index));
  }
}

/** The seed of this run: CRASH_SEED, or a new one each time. Printed, so that a failure can be repeated. */
export function seedOfThisRun(): number {
  const seed = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 4_294_967_296));
  process.stderr.write(`CRASH_SEED=${seed}\n`);
  return seed;
}
