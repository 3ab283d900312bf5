/**
 * The tiers, drained one after another, highest first (docs/reference/dialing-rules.md#the-next-contact); contacts
 * without a list come last.
 */
export const TIERS = ['highest', 'high', 'medium', 'low', 'lowest', 'unlisted'] as const;
export type Tier = (typeof TIERS)[number];

/** The number of the last dispatch of each tier; −1 for a tier without one. */
export type Cursors = Readonly<Record<Tier, number>>;

export const FIRST_CURSORS: Cursors = { highest: -1, high: -1, medium: -1, low: -1, lowest: -1, unlisted: -1 };

/** A member, or a contact without a list, that may be dialed. */
export interface EligibleMember {
  readonly contact_id: string;
  /** The member number; of a contact without a list the contact number. */
  readonly number: number;
  /** Attempts from this list up to now. */
  readonly attempt_count: number;
}

/**
 * "The next eligible number above the cursor" of one workspace at one instant.
 *
 * Synchronous on purpose: a decision asks for rows as it runs and is run again when they are loaded
 * (docs/adr/0009-decisions-ask-for-rows-as-they-run.md). So the code below sees one state of the workspace, in one turn
 * of the event loop, over stored rows, over a tail of events in memory and over an array in a test alike. An
 * asynchronous one would let an append in between two picks. It asks for several rows at a time because each question
 * over rows may cost such an interruption.
 */
export interface EligibleMembers<Someone extends EligibleMember> {
  /**
   * The eligible rows of a tier with numbers above `above`, in the order of their numbers: the first `limit`, fewer
   * only if there are no more. They include contacts that earlier picks of this request have taken.
   */
  above(tier: Tier, above: number, limit: number): readonly Someone[];
  /**
   * Whether a row may be dialed although earlier picks are dialed at this instant: they may have the same number, which
   * the limits of contacts count.
   * @param picked the contacts of the earlier picks of this request; the row's is none of them
   */
  mayFollow(member: Someone, picked: ReadonlySet<string>): boolean;
  /**
   * The members whose callbacks the request may take, in the order in which it takes them: the first `limit`, fewer
   * only if there are no more. None of them is in a tier.
   */
  callbacks(limit: number): readonly Someone[];
}

/** The member that a pick dials. */
export interface Picked<Someone extends EligibleMember> {
  /** null: it is a callback, which moves no cursor. */
  readonly tier: Tier | null;
  readonly member: Someone;
  readonly attempt_number: number;
}

/** n picks, and the cursors after them. */
export interface Picks<Someone extends EligibleMember> {
  readonly picks: readonly Picked<Someone>[];
  readonly cursors: Cursors;
}

/**
 * n picks in a row at one instant, fewer if no eligible contact is left: callbacks, then the tiers. A pick takes its
 * contact out of every tier (it is in a call) and adds none, so a drained tier stays empty, and the picks of a tier are
 * one round from its cursor: up to its end, then from its beginning.
 * @param tiers those that are dialed, in their order
 */
export function pickNext<Someone extends EligibleMember>(
  eligible: EligibleMembers<Someone>,
  cursors: Cursors,
  n: number,
  tiers: readonly Tier[] = TIERS,
): Picks<Someone> {
  const picks: Picked<Someone>[] = [];
  const after: Record<Tier, number> = { ...cursors };
  const taken = new Set<string>();
  const wanted = (): number => n - picks.length;
  for (const tier of [null, ...tiers]) {
    const found = tier === null ? callbacksOf(eligible, wanted) : oneRound(eligible, tier, cursors[tier], wanted);
    for (const member of found) {
      if (taken.has(member.contact_id) || !eligible.mayFollow(member, taken)) continue;
      taken.add(member.contact_id);
      picks.push({ tier, member, attempt_number: member.attempt_count + 1 });
      if (tier !== null) after[tier] = member.number;
      if (picks.length === n) return { picks, cursors: after };
    }
  }
  return { picks, cursors: after };
}

/** The callbacks in their order. More are asked for only where contacts have several. */
function* callbacksOf<Someone extends EligibleMember>(
  eligible: EligibleMembers<Someone>,
  wanted: () => number,
): Generator<Someone> {
  for (let done = 0; ;) {
    const limit = done + wanted();
    const found = eligible.callbacks(limit);
    yield* found.slice(done);
    if (found.length < limit) return;
    done = limit;
  }
}

/**
 * The eligible rows of a tier, each once: from behind the cursor to the end, then from the beginning up to the cursor.
 */
function* oneRound<Someone extends EligibleMember>(
  eligible: EligibleMembers<Someone>,
  tier: Tier,
  cursor: number,
  wanted: () => number,
): Generator<Someone> {
  yield* runOf(eligible, tier, cursor, Infinity, wanted);
  yield* runOf(eligible, tier, -1, cursor, wanted);
}

/**
 * The eligible rows above `from`, up to `to`. Asks for the number of picks still wanted; more only where contacts were
 * taken from another list.
 */
function* runOf<Someone extends EligibleMember>(
  eligible: EligibleMembers<Someone>,
  tier: Tier,
  from: number,
  to: number,
  wanted: () => number,
): Generator<Someone> {
  let last = from;
  while (last < to) {
    const limit = wanted();
    const run = eligible.above(tier, last, limit);
    for (const member of run) {
      if (member.number > to) return;
      yield member;
      last = member.number;
    }
    if (run.length < limit) return;
  }
}
