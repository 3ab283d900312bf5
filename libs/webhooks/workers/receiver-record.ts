/** A receiver that answers within this time answers soon. */
const SOON_MS = 1_000;
/** At once to one receiver, once it is known to answer. */
const MOST = 8;
/** How much doubt makes it slow: one late answer does not, it may have been us. */
const DOUBT = 2;
/** As much as there is after a failure: it has to answer soon three times before it counts as soon again. */
const MOST_DOUBT = DOUBT + 2;

/** How a receiver stands: never tried to the end; known to answer soon; neither, or silent at this moment. */
export type Standing = 'soon' | 'untried' | 'slow';

/** What an attempt says of its receiver; undefined: nothing, it never came to that. */
export type Experience = { readonly answered: boolean; readonly durationMs: number } | undefined;

/** What is known of a receiver, from its attempts. Times are real, in milliseconds. */
export class ReceiverRecord {
  /** When each attempt under way began, the oldest first. */
  private readonly underWay = new Set<{ readonly since: number }>();
  /** So many may be under way: one until it answers, twice as many with each answer that comes soon, one more with a late one. */
  private allowed = 1;
  private tried = false;
  /** One more with each late answer, one less with each that comes soon. */
  private doubt = 0;
  private lastTurn = 0;

  /** When it had its last turn, among all turns; 0: never. */
  get turn(): number {
    return this.lastTurn;
  }

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }

  get hasRoom(): boolean {
    return this.underWay.size < this.allowed;
  }

  /** One that keeps silent is slow while it does so, whatever it was before. */
  standing(now: number): Standing {
    if (!this.tried) return 'untried';
    const [oldest] = this.underWay;
    const isSilent = oldest !== undefined && now - oldest.since > SOON_MS;
    return isSilent || this.doubt >= DOUBT ? 'slow' : 'soon';
  }

  /** An attempt begins; the returned function tells that it has ended. */
  begin(now: number, turn: number): (experience: Experience) => void {
    const attempt = { since: now };
    this.underWay.add(attempt);
    this.lastTurn = turn;
    return (experience) => {
      this.underWay.delete(attempt);
      if (experience) this.learn(experience);
    };
  }

  private learn({ answered, durationMs }: NonNullable<Experience>): void {
    const cameSoon = answered && durationMs <= SOON_MS;
    if (cameSoon) this.doubt = Math.max(this.doubt - 1, 0);
    // The first answer is all that is known of it: then once late is enough.
    else if (answered) this.doubt = this.tried ? Math.min(this.doubt + 1, MOST_DOUBT) : DOUBT;
    else this.doubt = MOST_DOUBT;
    this.tried = true;
    if (!answered) this.allowed = 1;
    else this.allowed = Math.min(cameSoon ? 2 * this.allowed : this.allowed + 1, MOST);
  }
}
