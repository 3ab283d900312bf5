/**
 * Milliseconds: rows that become due within this time are read as well, and judged in vain by most picks. It doubles
 * where a decision has not ended by then: a slow store would else have it begin all its reads anew for ever
 * (docs/adr/0092-a-pick-reads-at-once-what-it-usually-finds.md).
 */
const AHEAD = 50;

/**
 * Where the reads of one decision begin and end. A decision is run again whenever rows were loaded, perhaps at a later
 * instant and with cursors that other dialers have moved. Reads that followed those would differ in each run, and ten
 * dialers would keep each other from ever being served. So the bounds stay those of the first run while they cover what
 * is needed, and each run judges the rows that the reads returned. The bounds decide only which rows are read.
 */
export class ReadBounds {
  private last = -Infinity;
  private ahead = AHEAD;
  private first: number | undefined;
  private readonly starts = new Map<string, readonly number[]>();

  /** The instant up to which waiting rows are read; at least t. */
  upTo(t: number): number {
    if (this.last < t) {
      this.last = t + this.ahead;
      this.ahead *= 2;
    }
    return this.last;
  }

  /** The instant of the first run that asks for it; at most t. */
  begin(t: number): number {
    return (this.first = Math.min(this.first ?? t, t));
  }

  /**
   * The number from which the queue of a lane is read to find the rows above `above`.
   * @param lane with its tier
   */
  start(lane: string, above: number): number {
    const known = this.starts.get(lane) ?? [];
    const covering = known.filter((start) => start <= above);
    if (covering.length > 0) return Math.max(...covering);
    this.starts.set(lane, [...known, above]);
    return above;
  }
}
