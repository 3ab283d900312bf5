import type { Found } from '#event-store';

/** Sentences that are kept; of what is found behind them only the number is. */
const KEPT = 20;

/** What does not fit in a backup, as sentences. */
export class Misfits {
  private readonly kept: string[] = [];
  private count = 0;

  /** @see Found */
  readonly found: Found = (place, what) => this.add(`${place} ${what}.`);

  get areNone(): boolean {
    return this.count === 0;
  }

  get sentences(): readonly string[] {
    const more = this.count - this.kept.length;
    return more === 0 ? this.kept : [...this.kept, `… and ${more} more places.`];
  }

  add(sentence: string): void {
    this.count += 1;
    if (this.kept.length < KEPT) this.kept.push(sentence);
  }
}
