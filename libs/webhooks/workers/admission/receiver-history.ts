/** Milliseconds within which a healthy receiver answers. */
const HEALTHY_WITHIN_MS = 1_000;
/** Largest number of concurrent attempts to one receiver, once it is known to answer. */
const MAX_PER_RECEIVER = 8;
/** Lateness from which a receiver is slow: one late answer is not enough, since this process may have been busy. */
const SLOW_AT = 2;
/** Lateness after a failure: three answers in time make the receiver healthy again. */
const MAX_LATENESS = SLOW_AT + 2;

/** `unknown`: no attempt has ended. `slow`: it answers late or not at all, or an attempt is late at this moment. */
export type ReceiverHealth = 'healthy' | 'unknown' | 'slow';

/** The result of an attempt for its receiver's health; undefined: the request was never sent. */
export type Observation = { readonly answered: boolean; readonly durationMs: number } | undefined;

/** The attempts of one receiver that its health follows from. Times are real, in milliseconds. */
export class ReceiverHistory {
  /** When each attempt under way began, the oldest first. */
  private readonly underWay = new Set<{ readonly since: number }>();
  /** Doubled by each answer in time, raised by one for each late answer, and 1 again after a failure. */
  private concurrencyLimit = 1;
  private isKnown = false;
  /** Raised by one for each late answer, lowered by one for each in time. */
  private lateness = 0;
  private lastTurn = 0;

  /** The number of its last turn, counted over all receivers; 0: it had none. */
  get turn(): number {
    return this.lastTurn;
  }

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }

  get hasCapacity(): boolean {
    return this.underWay.size < this.concurrencyLimit;
  }

  /** A receiver with a late attempt is slow until it answers, whatever it was before. */
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
    // At a receiver's first answer nothing else is known of it: one late answer is enough then.
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
