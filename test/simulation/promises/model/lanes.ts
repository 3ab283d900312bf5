import type { EventOf } from './events.js';
import type { Lane } from './lane.js';

/** Where a round stands: the number of its last dispatch, and the revision of that. −1: there was none. */
export interface LanePlace {
  readonly cursor: number;
  readonly turn: number;
}

const PLAIN: Lane = { calling_hours_id: null, zones: [] };

export const laneKey = ({ calling_hours_id, zones }: Lane): string => JSON.stringify([calling_hours_id, ...zones]);

const PLAIN_KEY = laneKey(PLAIN);

/** The lane as a dispatch tells it: the plain one is left out. */
export function laneTold(lane: Lane): { readonly lane?: Lane } {
  return laneKey(lane) === PLAIN_KEY ? {} : { lane };
}

/** The last dispatches of a scope from each lane of each tier. */
export class LanePlaces {
  private readonly places = new Map<string, LanePlace>();

  /** @param tier of what is dialed; null: of contacts without a list, or of one list, which has no tiers */
  of(tier: string | null, key: string): LanePlace {
    const known = this.places.get(`${tier} ${key}`);
    if (known) return known;
    // "A lane that never had one stands where the plain lane of its scope and tier stands."
    return { cursor: this.places.get(`${tier} ${PLAIN_KEY}`)?.cursor ?? -1, turn: -1 };
  }

  move(tier: string | null, { data, revision }: EventOf<'CallDispatched'>): void {
    const key = laneKey(data.snapshot.lane ?? PLAIN);
    this.places.set(`${tier} ${key}`, { cursor: data.member_number, turn: revision });
  }
}
