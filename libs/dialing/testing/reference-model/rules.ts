import { attemptsWithin, ModelGates } from './gates.js';
import { laneKey, laneOfCall, type ModelLane, type ModelPlace, nextOfLanes, PLAIN_LANE } from './lanes.js';
import { type ModelCallback, type ModelContact, type ModelList, type ModelScope, NAIVE_TIERS } from './state.js';

export interface ModelPick {
  readonly contact: ModelContact;
  /** null: no list. */
  readonly list: ModelList | null;
  readonly number: number;
  readonly lane: ModelLane;
  readonly attempt_number: number;
  /** null: it was picked in its tier. */
  readonly callback: ModelCallback | null;
}

/** One that passes all gates. */
type Eligible = Pick<ModelPick, 'contact' | 'list' | 'number' | 'lane'>;

/** Where lanes stand after earlier picks of a request, by {@link placeKey}. */
type Moved = ReadonlyMap<string, ModelPlace>;

const placeKey = (tier: string | null, lane: ModelLane): string => `${tier} ${laneKey(lane)}`;

/** The id of what a dispatch dialed, a list or a group; null: the whole workspace. */
function scopeOf(snapshot: Readonly<Record<string, unknown>>): string | null {
  const { dial_group_id, smart_list_id } = (snapshot['scope'] ?? {}) as Record<string, string | null | undefined>;
  return dial_group_id ?? smart_list_id ?? null;
}

/** What a call says of the scope of its request. */
export function showScope(scope: ModelScope): Record<'dial_group_id' | 'smart_list_id', string | null> {
  const id = scope?.id ?? null;
  return isOneList(scope) ? { dial_group_id: null, smart_list_id: id } : { dial_group_id: id, smart_list_id: null };
}

const isOneList = (scope: ModelScope): scope is ModelList => scope !== null && 'priority' in scope;

/** Highest first; null: contacts without a list, which belong to no group. */
function tiersOf(scope: ModelScope): readonly (string | null)[] {
  if (scope === null) return [...NAIVE_TIERS, null];
  return isOneList(scope) ? [scope.priority] : NAIVE_TIERS;
}

/** Whether a scope has a list; null: none. */
function hasList(scope: ModelScope, list: ModelList | null): boolean {
  if (scope === null) return true;
  return list !== null && (isOneList(scope) ? scope === list : scope.lists.includes(list));
}

/**
 * The rules of docs/reference/dialing-rules.md on who is dialed next, in its words, by a scan over every contact and
 * every call. Changes nothing.
 */
export class ModelRules extends ModelGates {
  /** "The number of the last CallDispatched there that was no callback's", and which dispatch that was. */
  private lastPlace(tier: string | null, scope: ModelScope, lane: ModelLane): ModelPlace | undefined {
    const key = laneKey(lane);
    const turn = this.calls.findLastIndex((call) => {
      const { number, snapshot } = call;
      // "No cursor moves" where a callback is dispatched.
      if (number === null || (snapshot!['callback_at'] ?? null) !== null || scopeOf(snapshot!) !== (scope?.id ?? null))
        return false;
      return (isOneList(scope) || snapshot!['priority'] === tier) && laneKey(laneOfCall(call)) === key;
    });
    return turn < 0 ? undefined : { cursor: this.calls[turn]!.number!, turn };
  }

  /**
   * "A cursor belongs to (scope, tier, lane), in the scope of one list to (scope, lane) […] A lane that never had one
   * stands where the plain lane of its scope and tier stands (−1 at first)."
   * @param tier a priority; null: contacts without a list
   */
  private placeOf(tier: string | null, scope: ModelScope, lane: ModelLane, moved: Moved): ModelPlace {
    const last = (one: ModelLane) => moved.get(placeKey(tier, one)) ?? this.lastPlace(tier, scope, one);
    return last(lane) ?? { cursor: last(PLAIN_LANE)?.cursor ?? -1, turn: -1 };
  }

  cursor(tier: string | null, scope: ModelScope = null, lane: ModelLane = PLAIN_LANE): number {
    return this.placeOf(tier, scope, lane, new Map()).cursor;
  }

  /**
   * One pick. Contacts `taken` are in a call already, and `moved` lanes stand elsewhere: the effects of earlier picks
   * of the same request. In the scope of a list or a group the members of its lists alone are picked.
   */
  private pick(
    taken: ReadonlySet<ModelContact>,
    moved: Moved,
    scope: ModelScope,
    agent: string | null,
  ): ModelPick | undefined {
    const promised = this.callbacks(scope, agent).find(
      ({ contact }) => !taken.has(contact) && this.mayFollow(contact, taken),
    );
    if (promised) return promised;
    for (const tier of tiersOf(scope)) {
      const tiered = tier === null ? this.eligibleWithoutList() : this.eligibleOf(tier);
      const all = tiered.filter(({ list }) => hasList(scope, list));
      const left = all.filter(({ contact }) => !taken.has(contact) && this.mayFollow(contact, taken));
      const found = nextOfLanes(left, (lane) => this.placeOf(tier, scope, lane, moved));
      if (found) return this.picked(found, null);
    }
    return undefined;
  }

  /** "A pick counts for those after it in the request, also for another contact with its number." */
  private mayFollow(contact: ModelContact, taken: ReadonlySet<ModelContact>): boolean {
    const times = this.attemptsOverAllLists(contact).map(({ dispatched_at }) => dispatched_at);
    for (const { phone } of taken) if (phone === contact.phone) times.push(this.now);
    const windows = this.workspace.contact_windows ?? [];
    return windows.every((window) => attemptsWithin(times, window, this.now) < window.attempts);
  }

  private picked({ contact, list, number, lane }: Eligible, callback: ModelCallback | null): ModelPick {
    return { contact, list, number, lane, callback, attempt_number: this.attemptCount(contact, list) + 1 };
  }

  /** "The one that this request may take since longest, of two alike the smaller number." */
  private callbacks(scope: ModelScope, agent: string | null): readonly ModelPick[] {
    const promised = this.memberships.flatMap((membership) => {
      const { callback, contact, list } = membership;
      if (!callback || !list.live || !hasList(scope, list) || this.standing(membership).status !== 'queued') return [];
      const isOwn = agent !== null && callback.agent === agent;
      const since = this.due(callback, contact, list) + (isOwn ? 0 : callback.owner_seconds * 1_000);
      return since <= this.now ? [{ since, membership, callback }] : [];
    });
    promised.sort((a, b) => a.since - b.since || a.membership.number - b.membership.number);
    // "No cursor moves": it is taken from no lane.
    return promised.map(({ membership, callback }) => this.picked({ ...membership, lane: PLAIN_LANE }, callback));
  }

  /** "A request for n takes n picks in a row at the same instant." */
  picks(n: number, scope: ModelScope = null, agent: string | null = null): readonly ModelPick[] {
    const taken = new Set<ModelContact>();
    const moved = new Map<string, ModelPlace>();
    const picks: ModelPick[] = [];
    while (picks.length < n) {
      const pick = this.pick(taken, moved, scope, agent);
      if (!pick) break;
      taken.add(pick.contact);
      const turn = this.calls.length + picks.length;
      if (!pick.callback) moved.set(placeKey(pick.list?.priority ?? null, pick.lane), { cursor: pick.number, turn });
      picks.push(pick);
    }
    return picks;
  }

  private inLane({ contact, list, number }: Omit<Eligible, 'lane'>): Eligible {
    return { contact, list, number, lane: this.laneOf(contact, list) };
  }

  private eligibleOf(priority: string): readonly Eligible[] {
    return this.memberships
      .filter(({ callback }) => callback === null)
      .filter((each) => each.list.live && each.list.priority === priority && this.standing(each).status === 'queued')
      .map((membership) => this.inLane(membership));
  }

  private eligibleWithoutList(): readonly Eligible[] {
    if (!this.workspace.unlisted.enabled) return [];
    return this.contacts
      .filter((contact) => contact.live && !this.memberships.some((m) => m.contact === contact && m.removed === null))
      .filter((contact) => this.gates(contact, null, this.workspace.unlisted, 0).status === 'queued')
      .map((contact) => this.inLane({ contact, list: null, number: contact.number }));
  }
}
