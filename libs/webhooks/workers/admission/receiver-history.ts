/** A receiver that answers within this time answers soon. */
const HEALTHY_WITHIN_MS = 1_000;
/** At once to one receiver, once it is known to answer. */
const MAX_PER_RECEIVER = 8;
/** How much doubt makes it slow: one late answer does not, it may have been us. */
const SLOW_AT = 2;
/** As much as there is after a failure: it has to answer soon three times before it counts as soon again. */
const MAX_LATENESS = SLOW_AT + 2;

/** How a receiver stands: never tried to the end; known to answer soon; neither, or silent at this moment. */
export type ReceiverHealth = 'healthy' | 'unknown' | 'slow';

/** What an attempt says of its receiver; undefined: nothing, it never came to that. */
export type Observation = { readonly answered: boolean; readonly durationMs: number } | undefined;

/** What is known of a receiver, from its attempts. Times are real, in milliseconds. */
export class ReceiverHistory {
  /** When each attempt under way began, the oldest first. */
  private readonly underWay = new Set<{ readonly since: number }>();
  /** So many may be under way: one until it answers, twice as many with each answer that comes soon, one more with a late one. */
  private concurrencyLimit = 1;
  private isKnown = false;
  /** One more with each late answer, one less with each that comes soon. */
  private lateness = 0;
  private lastTurn = 0;

  /** When it had its last turn, among all turns; 0: never. */
  get turn(): number {
    return this.lastTurn;
  }

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }

  get hasCapacity(): boolean {
    return this.underWay.size < this.concurrencyLimit;
  }

  /** One that keeps silent is slow while it does so, whatever it was before. */
  health(now: number): ReceiverHealth {
    if (!this.isKnown) return 'unknown';
    const [oldest] = this.underWay;
    const isSilent = oldest !== undefined && now - oldest.since > HEALTHY_WITHIN_MS;
    return isSilent || this.lateness >= SLOW_AT ? 'slow' : 'healthy';
  }

  /** An attempt begins; the returned function tells that it has ended. */
  begin(now: number, turn: number): (observation: Observation) => void {
    const attempt = { since: now };
    this.underWay.add(attempt);
    this.lastTurn = turn;
    return (observation) => {
      this.underWay.delete(attempt);
      if (observation) this.observe(observation);
    };
  }

  private observe({ answered, durationMs }: NonNullable<Observation>): void {
    const cameSoon = answered && durationMs <= HEALTHY_WITHIN_MS;
    if (cameSoon) this.lateness = Math.max(this.lateness - 1, 0);
    // The first answer is all that is known of it: then once late is enough.
    else if (answered) this.lateness = this.isKnown ? Math.min(this.lateness + 1, MAX_LATENESS) : SLOW_AT;
    else this.lateness = MAX_LATENESS;
    this.isKnown = true;
    if (!answered) this.concurrencyLimit = 1;
    else
      this.concurrencyLimit = Math.min(
        cameSoon ? 2 * this.concurrencyLimit : this.concurrencyLimit + 1,
        MAX_PER_RECEIVER,
      );
  }
}
