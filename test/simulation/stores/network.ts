import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';
import type { SeededRandom } from '../kernel/seeded-random.js';
import type { Incident } from '../world.js';

/** Why a message has no answer: the store refused it before it did anything; or whether it did is not known. */
export type Silence = 'refused' | 'unanswered';

/** What comes of one message to a store. */
type Fate = 'works' | 'refused' | 'answer lost' | 'late';

/** How often what goes wrong in a world, each a probability for one message; a world draws its own. */
export interface FaultRates {
  readonly refused: number;
  readonly lost: number;
  readonly late: number;
  /** Of a change of the log that reaches a follower: that it is told late. */
  readonly lag: number;
  /** Of a read of several rows: that its first rows are of another instant than the rest. */
  readonly torn: number;
  /** A collection whose messages are slow, as behind an index that is missing or a lock that is held; null: none. */
  readonly slow: string | null;
}

export const NO_FAULTS: FaultRates = { refused: 0, lost: 0, late: 0, lag: 0, torn: 0, slow: null };

/** Milliseconds that a message takes one way, when all is well. */
const WAY_MS = { least: 0.05, spread: 1.5 };
/** Milliseconds by which a late message comes late at most: longer than any time limit of the service. */
const LATE_MS = 15_000;
/** Milliseconds after which a sender gives up a message that is not answered. */
const LOST_MS = { least: 200, spread: 4_000 };
/** Milliseconds that a message of a slow collection takes longer at most. */
const SLOW_MS = 1_000;
/** Milliseconds by which a follower hears late of what is new. */
const LAG_MS = 3_000;

/** One message to a store, for the story and for what goes wrong with it. */
export interface Message {
  readonly what: string;
  /** Whose rows it is about. */
  readonly collection?: string;
}

/**
 * Between processes and one store: messages take time, are refused, come late, or lose their answer, the store has
 * outages, and single processes are cut off from it. What was sent outlives its sender: a message arrives though the
 * process is gone, its answer does not.
 */
export class Network {
  rates: FaultRates;
  /** Messages that were sent. */
  sent = 0;
  private isDown = false;
  private readonly cuts = new Set<(owner: Owner) => boolean>();
  private readonly lastArrivals = new WeakMap<Owner, number>();

  constructor(
    private readonly kernel: Kernel,
    private readonly random: SeededRandom,
    /** Names the store in the story. */
    readonly store: string,
    rates: FaultRates,
    private readonly tell: (incident: Omit<Incident, 'at'>) => void,
  ) {
    this.rates = rates;
  }

  /** Whether this thread does not reach the store. */
  isOutFor(owner: Owner): boolean {
    return this.isDown || this.isCutOff(owner);
  }

  /** Begins or ends an outage. */
  setOut(isOut: boolean): void {
    if (isOut === this.isDown) return;
    this.isDown = isOut;
    this.tell({ what: `${this.store} ${isOut ? 'is away' : 'is there again'}` });
  }

  /** From now on these threads do not reach the store; the returned function ends it. */
  cutOff(isCutOff: (owner: Owner) => boolean): () => void {
    this.cuts.add(isCutOff);
    return () => this.cuts.delete(isCutOff);
  }

  /** From now on nothing goes wrong; what is under way comes as it comes. */
  heal(): void {
    this.rates = NO_FAULTS;
    this.setOut(false);
    this.cuts.clear();
  }

  /**
   * One message and its answer.
   * @param effect what the store does when the message arrives; what it throws is its answer
   * @param unavailable what the sender is told where it gets no answer
   */
  ask<Answer>(
    owner: Owner,
    message: Message,
    effect: () => Answer,
    unavailable: (why: Silence) => Error,
  ): Promise<Answer> {
    return this.send(owner, message, effect, unavailable, (now, way) => now + way);
  }

  /**
   * As `ask`; messages of one process that go this way arrive in the order in which they were sent, unless one is late.
   */
  askInOrder: Network['ask'] = (owner, message, effect, unavailable) =>
    this.send(owner, message, effect, unavailable, (now, way) => {
      const at = Math.max(now + way, this.lastArrivals.get(owner) ?? 0);
      this.lastArrivals.set(owner, at);
      return at;
    });

  private send<Answer>(
    owner: Owner,
    { what, collection }: Message,
    effect: () => Answer,
    unavailable: (why: Silence) => Error,
    arrival: (now: number, way: number) => number,
  ): Promise<Answer> {
    this.sent += 1;
    return new Promise((resolve, reject) => {
      const fate = this.fate();
      if (fate !== 'works') this.tell({ what: `${fate}: ${what}`, process: owner.name });
      const now = this.kernel.now();
      const arrives = fate === 'late' ? this.random.fraction() * LATE_MS : arrival(now, this.wayTo(collection)) - now;
      const fail = (why: Silence, milliseconds: number): void => {
        this.kernel.after(milliseconds, `${what} ${why}`, () => reject(unavailable(why)), owner);
      };
      // The sender has given it up, and may have sent it again, when a late message arrives.
      if (fate === 'late') fail('unanswered', this.patience());
      this.kernel.after(arrives, what, () => {
        if (this.isDown) return fail('unanswered', this.way());
        if (this.isCutOff(owner)) return fail('unanswered', this.patience());
        if (fate === 'refused') return fail('refused', this.way());
        let settle: () => void;
        try {
          const given = effect();
          settle = () => resolve(given);
        } catch (error) {
          settle = () => reject(error instanceof Error ? error : new Error(String(error)));
        }
        if (fate === 'answer lost') return fail('unanswered', this.patience());
        const answer = (): void => (this.isCutOff(owner) ? fail('unanswered', this.patience()) : settle());
        this.kernel.after(this.way(), `${what} answered`, answer, owner);
      });
    });
  }

  /** Of `count` rows that a read is about: how many of them it reads at a first instant; all: it is not torn. */
  tear(count: number): number {
    return count > 1 && this.random.chance(this.rates.torn) ? 1 + this.random.below(count - 1) : count;
  }

  /** Milliseconds until a follower hears of what is new. */
  newsAfter(): number {
    return this.random.chance(this.rates.lag) ? this.random.fraction() * LAG_MS : this.way();
  }

  private fate(): Fate {
    const { refused, lost, late } = this.rates;
    const drawn = this.random.fraction();
    if (drawn < refused) return 'refused';
    if (drawn < refused + lost) return 'answer lost';
    return drawn < refused + lost + late ? 'late' : 'works';
  }

  private patience(): number {
    return LOST_MS.least + this.random.fraction() * LOST_MS.spread;
  }

  private isCutOff(owner: Owner): boolean {
    for (const isCutOff of this.cuts) if (isCutOff(owner)) return true;
    return false;
  }

  private wayTo(collection: string | undefined): number {
    const isSlow = collection !== undefined && collection === this.rates.slow;
    return this.way() + (isSlow ? this.random.fraction() * SLOW_MS : 0);
  }

  private way(): number {
    return WAY_MS.least + this.random.fraction() * WAY_MS.spread;
  }
}
