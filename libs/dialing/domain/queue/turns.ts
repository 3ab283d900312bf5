import type { EligibleMember, EligibleMembers, Lane, LaneCursor } from './eligible-members.js';

/** The order in which the lanes of a tier are dialed. */
export class Turns<Someone extends EligibleMember> {
  /** In the order of their turns. */
  private readonly rounds: Round<Someone>[];

  constructor(
    private readonly eligible: Pick<EligibleMembers<Someone>, 'prepare'>,
    rounds: readonly Round<Someone>[],
  ) {
    this.rounds = rounds.toSorted((a, b) => a.turn - b.turn);
  }

  /**
   * The lane whose turn it is, of those that have an eligible member; undefined: none has. That is the one dialed
   * longest ago; of those that were never dialed, which come first, the one whose next member has the smallest number.
   */
  next(): Round<Someone> | undefined {
    const next = this.firstOfNeverDialed() ?? this.firstOfDialed();
    if (!next) return undefined;
    this.rounds.splice(this.rounds.indexOf(next), 1);
    this.rounds.push(next);
    next.turn = Infinity;
    return next;
  }

  private firstOfNeverDialed(): Round<Someone> | undefined {
    const never = this.rounds.filter(({ turn }) => turn < 0);
    this.prepare(never);
    const having = never.filter((round) => round.peek() !== undefined);
    return having.sort((a, b) => a.peek()!.number - b.peek()!.number)[0];
  }

  /** Most often the first one has a member; where it has none, the next ones are read two, four, eight at a time. */
  private firstOfDialed(): Round<Someone> | undefined {
    for (let from = 0, size = 1; from < this.rounds.length; from += size / 2) {
      const some = this.rounds.slice(from, from + size);
      this.prepare(some);
      const next = some.find((round) => round.peek() !== undefined);
      if (next) return next;
      size *= 2;
    }
    return undefined;
  }

  private prepare(rounds: readonly Round<Someone>[]): void {
    if (rounds.length > 1) this.eligible.prepare(rounds.flatMap(({ starts }) => starts));
  }
}

/** One round of a lane, and whom it has next. */
export class Round<Someone extends EligibleMember> {
  turn: number;
  /** Where its two reads begin: behind the cursor, and at the beginning. */
  readonly starts: readonly (readonly [lane: Lane, above: number])[];
  private readonly members: Generator<Someone, void>;
  private head: Someone | undefined;

  /** @param isFree whether a member may be picked after the picks of this request */
  constructor(
    eligible: EligibleMembers<Someone>,
    readonly lane: Lane,
    { number, turn }: LaneCursor,
    wanted: () => number,
    private readonly isFree: (member: Someone) => boolean,
  ) {
    this.turn = turn;
    this.starts =
      number < 0
        ? [[lane, -1]]
        : [
            [lane, number],
            [lane, -1],
          ];
    this.members = oneRound(eligible, lane, number, wanted);
  }

  /** The next member that may be picked; undefined: there is none. */
  peek(): Someone | undefined {
    while (this.head === undefined || !this.isFree(this.head)) {
      const next = this.members.next();
      if (next.done) return (this.head = undefined);
      this.head = next.value;
    }
    return this.head;
  }

  /** @throws Error there is none */
  take(): Someone {
    const member = this.peek();
    if (!member) throw new Error(`the lane ${this.lane.key} has nobody`);
    this.head = undefined;
    return member;
  }
}

/**
 * The eligible rows of a lane, each once: from behind the cursor to the end, then from the beginning up to the cursor.
 */
function* oneRound<Someone extends EligibleMember>(
  eligible: EligibleMembers<Someone>,
  lane: Lane,
  cursor: number,
  wanted: () => number,
): Generator<Someone, void> {
  yield* runOf(eligible, lane, cursor, Infinity, wanted);
  yield* runOf(eligible, lane, -1, cursor, wanted);
}

/**
 * The eligible rows above `from`, up to `to`. Asks for the number of picks still wanted; more only where contacts were
 * taken from another list.
 */
function* runOf<Someone extends EligibleMember>(
  eligible: EligibleMembers<Someone>,
  lane: Lane,
  from: number,
  to: number,
  wanted: () => number,
): Generator<Someone> {
  let last = from;
  while (last < to) {
    const limit = wanted();
    const run = eligible.above(lane, last, limit);
    for (const member of run) {
      if (member.number > to) return;
      yield member;
      last = member.number;
    }
    if (run.length < limit) return;
  }
}
