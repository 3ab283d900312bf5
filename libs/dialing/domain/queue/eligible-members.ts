import { type LaneName, PLAIN_KEY } from '#eligibility';

/**
 * The tiers, drained one after another, highest first (docs/reference/dialing-rules.md#the-next-contact); contacts
 * without a list come last.
 */
export const TIERS = ['highest', 'high', 'medium', 'low', 'lowest', 'unlisted'] as const;
export type Tier = (typeof TIERS)[number];

/** The last dispatch from a lane in a scope and tier. */
export interface LaneCursor {
  /** Of whom it dialed; −1: there was none. */
  readonly number: number;
  /** Revision of its event; −1: there was none. */
  readonly turn: number;
}

/** The cursors of each tier, by the keys of its lanes; a lane without a dispatch has none. */
export type Cursors = Readonly<Record<Tier, Readonly<Record<string, LaneCursor>>>>;

export const FIRST_CURSORS: Cursors = { highest: {}, high: {}, medium: {}, low: {}, lowest: {}, unlisted: {} };

/** Where a lane stands: one that was never dialed from stands where the plain lane of its tier stands. */
export function laneCursor(lanes: Cursors[Tier], key: string): LaneCursor {
  return lanes[key] ?? { number: lanes[PLAIN_KEY]?.number ?? -1, turn: -1 };
}

/** The members of one tier that open and close together (docs/reference/dialing-rules.md#terms). */
export interface Lane {
  readonly tier: Tier;
  readonly name: LaneName;
  /** Of its name: `laneKey`. */
  readonly key: string;
}

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
  /** The lanes of a tier that may have an eligible member, in no order. */
  lanes(tier: Tier): readonly Lane[];
  /**
   * The eligible rows of a lane with numbers above `above`, in the order of their numbers: the first `limit`, fewer
   * only if there are no more. They include contacts that earlier picks of this request have taken.
   */
  above(lane: Lane, above: number, limit: number): readonly Someone[];
  /**
   * Says that the rows of several lanes are asked for next, so that they can be read together.
   * @param starts each a lane, and the number above which it is asked for
   */
  prepare(starts: readonly (readonly [lane: Lane, above: number])[]): void;
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
