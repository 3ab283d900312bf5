import {
  type Cursors,
  type EligibleMember,
  type EligibleMembers,
  type Lane,
  laneCursor,
  type Tier,
  TIERS,
} from './eligible-members.js';
import { Round, Turns } from './turns.js';

/** The member that a pick dials. */
export interface Picked<Someone extends EligibleMember> {
  /** null: it is a callback, which moves no cursor. */
  readonly lane: Lane | null;
  readonly member: Someone;
  readonly attempt_number: number;
}

/**
 * n picks in a row at one instant, fewer if no eligible contact is left: callbacks, then the tiers. A pick takes its
 * contact out of every lane (it is in a call) and adds none, so a drained lane stays empty, and the picks of a lane are
 * one round from its cursor: up to its end, then from its beginning.
 * @param tiers those that are dialed, in their order
 */
export function pickNext<Someone extends EligibleMember>(
  eligible: EligibleMembers<Someone>,
  cursors: Cursors,
  n: number,
  tiers: readonly Tier[] = TIERS,
): readonly Picked<Someone>[] {
  const picks: Picked<Someone>[] = [];
  const taken = new Set<string>();
  const wanted = (): number => n - picks.length;
  const isFree = (member: Someone): boolean => !taken.has(member.contact_id) && eligible.mayFollow(member, taken);
  const take = (member: Someone, lane: Lane | null): void => {
    taken.add(member.contact_id);
    picks.push({ lane, member, attempt_number: member.attempt_count + 1 });
  };
  for (const member of callbacksOf(eligible, wanted)) {
    if (isFree(member)) take(member, null);
    if (wanted() === 0) return picks;
  }
  for (const tier of tiers) {
    const turns = new Turns(
      eligible,
      eligible
        .lanes(tier)
        .map((lane) => new Round(eligible, lane, laneCursor(cursors[tier], lane.key), wanted, isFree)),
    );
    for (let round = turns.next(); round; round = turns.next()) {
      take(round.take(), round.lane);
      if (wanted() === 0) return picks;
    }
  }
  return picks;
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
