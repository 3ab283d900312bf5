/** Milliseconds within which a healthy receiver answers. */
const HEALTHY_WITHIN_MS = 1_000;
/** Concurrent attempts to one receiver at most, once it is known to answer. */
const MAX_PER_RECEIVER = 8;
/** Lateness from which a receiver is slow: one late answer is not enough, since this process may have been busy. */
const SLOW_AT = 2;
/** Lateness after a failure: three answers in time make the receiver healthy again. */
const MAX_LATENESS = SLOW_AT + 2;

/** `unknown`: no attempt has ended; `slow`: it answers late or not at all, or is silent at this moment. */
export type ReceiverHealth = 'healthy' | 'unknown' | 'slow';

/** What an attempt says of its receiver; undefined: nothing, it was never sent. */
export type Observation = { readonly answered: boolean; readonly durationMs: number } | undefined;

/** The attempts of one receiver, as far as its health follows from them. Times are real, in milliseconds. */
export class ReceiverHistory {
  /** When each attempt under way began, the oldest first. */
  private readonly underWay = new Set<{ readonly since: number }>();
  /** Doubled by each answer in time, one more for each late one, and one again after a failure. */
  private concurrencyLimit = 1;
  private isKnown = false;
  /** One more for each late answer, one less for each in time. */
  private lateness = 0;
  private lastTurn = 0;

  /** The number of its last turn, among the turns of all receivers; 0: it had none. */
  get turn(): number {
    return this.lastTurn;
  }

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }

  get hasCapacity(): boolean {
    return this.underWay.size < this.concurrencyLimit;
  }

  /** A receiver that is silent is slow while it is, whatever it was before. */
  health(now: number): ReceiverHealth {
    if (!this.isKnown) return 'unknown';
    const [oldest] = this.underWay;
    const isSilent = oldest !== undefined && now - oldest.since > HEALTHY_WITHIN_MS;
    return isSilent || this.lateness >= SLOW_AT ? 'slow' : 'healthy';
  }

  /** Begins an attempt. @returns a function that ends it */
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
    const isInTime = answered && durationMs <= HEALTHY_WITHIN_MS;
    if (isInTime) this.lateness = Math.max(this.lateness - 1, 0);
    // Nothing else is known of a receiver at its first answer: one late answer is enough then.
    else if (answered) this.lateness = this.isKnown ? Math.min(this.lateness + 1, MAX_LATENESS) : SLOW_AT;
    else this.lateness = MAX_LATENESS;
    this.isKnown = true;
    if (!answered) this.concurrencyLimit = 1;
    else {
      const raised = isInTime ? 2 * this.concurrencyLimit : this.concurrencyLimit + 1;
      this.concurrencyLimit = Math.min(raised, MAX_PER_RECEIVER);
    }
  }
}
