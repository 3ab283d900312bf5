import { clockOf } from '../../../eligibility/zones/one-clock-zone.js';
import type { ModelCall } from './state.js';

/** What the members of a lane have in common. */
export interface ModelLane {
  readonly calling_hours_id: string | null;
  /** A name for each clock, in their order; none where no hours go by the contact, and for a contact without a zone. */
  readonly zones: readonly string[];
}

/** "Without hours there is one lane, the plain one." */
export const PLAIN_LANE: ModelLane = { calling_hours_id: null, zones: [] };

/** A cursor of a lane, and when it was last dispatched from. */
export interface ModelPlace {
  readonly cursor: number;
  /** Of two lanes the one that was dispatched from later has the larger one; −1: never. */
  readonly turn: number;
}

/** "Names whose clocks have agreed since 2020 are one zone here." */
export function laneOfZones(calling_hours_id: string | null, zones: readonly string[]): ModelLane {
  return { calling_hours_id, zones: [...new Set(zones.map(clockOf))].sort() };
}

export const laneKey = ({ calling_hours_id, zones }: ModelLane): string => JSON.stringify([calling_hours_id, ...zones]);

/** The lane of a dispatch; what was dispatched before there were lanes was in the plain one. */
export function laneOfCall({ snapshot }: ModelCall): ModelLane {
  return (snapshot?.['lane'] ?? PLAIN_LANE) as ModelLane;
}

/** Members in order, by their lanes. */
export function byLane<Member extends { readonly lane: ModelLane }>(members: readonly Member[]): readonly Member[][] {
  const lanes = new Map<string, Member[]>();
  for (const member of members) {
    const key = laneKey(member.lane);
    lanes.set(key, [...(lanes.get(key) ?? []), member]);
  }
  return [...lanes.values()];
}

/**
 * The next member of a tier: of the lanes that have one, "the one whose turn is smallest; of lanes without a turn the
 * one whose next member has the smallest number". In a lane it is "the one with the smallest number above the lane's
 * cursor, or, if there is none, the smallest number".
 * @param placeOf where a lane stands
 */
export function nextOfLanes<Member extends { readonly lane: ModelLane; readonly number: number }>(
  eligible: readonly Member[],
  placeOf: (lane: ModelLane) => ModelPlace,
): Member | undefined {
  const ordered = [...eligible].sort((a, b) => a.number - b.number);
  const heads = byLane(ordered).map((members) => {
    const { cursor, turn } = placeOf(members[0]!.lane);
    return { turn, next: members.find(({ number }) => number > cursor) ?? members[0]! };
  });
  return heads.sort((a, b) => a.turn - b.turn || a.next.number - b.next.number)[0]?.next;
}
