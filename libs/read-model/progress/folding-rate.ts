/** Seconds that the rate is measured over. */
const SECONDS = 10;

/** How fast a follower folds events. */
export class FoldingRate {
  /** Events of the last ten seconds, each second in the place of its number. */
  private readonly counts = new Array<number>(SECONDS).fill(0);
  private second: number;

  /** @param monotonic milliseconds of a clock that never steps back */
  constructor(private readonly monotonic: () => number) {
    this.second = this.thisSecond();
  }

  /** Counts events that were folded now. */
  note(events: number): void {
    this.moveOn();
    this.counts[this.second % SECONDS]! += events;
  }

  /** Events a second, over the last ten. */
  get eventsPerSecond(): number {
    this.moveOn();
    return Math.round(this.counts.reduce((sum, count) => sum + count, 0) / SECONDS);
  }

  private moveOn(): void {
    const now = this.thisSecond();
    const first = Math.max(this.second + 1, now - SECONDS + 1);
    for (let second = first; second <= now; second += 1) this.counts[second % SECONDS] = 0;
    this.second = now;
  }

  private thisSecond(): number {
    return Math.floor(this.monotonic() / 1_000);
  }
}
