import type { Tier } from './pick.js';

/** What matures within so many milliseconds is read along. */
const AHEAD = 1_000;

/**
 * Where the reads of one decision begin and end. A decision is run again whenever something was loaded, then perhaps at a later instant and with
 * cursors that others have moved; reads that followed those would be other ones each time, and ten dialers would keep each other from ever being served.
 * So they stay as the first run had them as long as they cover what is asked, and each run judges what they gave. It decides which reads are made and
 * nothing else.
 */
export class ReadBounds {
  private last = -Infinity;
  private readonly starts = new Map<Tier, readonly number[]>();

  /** Up to when rows are read that wait: not before t. */
  upTo(t: number): number {
    if (this.last < t) this.last = t + AHEAD;
    return this.last;
  }

  /** From which number on the queue of a tier is read to find those above `above`. */
  start(tier: Tier, above: number): number {
    const known = this.starts.get(tier) ?? [];
    const covering = known.filter((start) => start <= above);
    if (covering.length > 0) return Math.max(...covering);
    this.starts.set(tier, [...known, above]);
    return above;
  }
}
