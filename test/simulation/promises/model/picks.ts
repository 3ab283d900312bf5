import { laneOf, quartersBetween } from './hours-of.js';
import type { Scope } from './dial-groups.js';
import {
  callbackDue,
  callbackOf,
  capEnd,
  closedGate,
  contactEnd,
  gapEnd,
  type Subject,
  subjectOf,
  windowEnd,
} from './eligibility.js';
import { laneKey, type LanePlace, LanePlaces } from './lanes.js';
import type { WorkspaceModel } from './workspace-model.js';

/** Highest first (docs/reference/dialing-rules.md#the-next-contact); null: contacts without a list. */
const TIERS: readonly (string | null)[] = ['highest', 'high', 'medium', 'low', 'lowest', null];

/** Active members of a live list. */
function* membersOfTier(model: WorkspaceModel, tier: string): Generator<Subject> {
  for (const list of model.lists.values()) {
    if (!list.live || list.settings.priority !== tier) continue;
    for (const { contactId, number } of model.membersOf(list.id)) yield subjectOf(list, contactId, number);
  }
}

function* withoutList(model: WorkspaceModel): Generator<Subject> {
  const { enabled, ...limits } = model.settings.unlisted;
  if (!enabled) return;
  for (const { id: contactId, number, live } of model.contacts.values())
    if (live && model.membershipsOf(contactId).length === 0) yield { contactId, listId: null, number, limits };
}

function inTier(model: WorkspaceModel, tier: string | null): readonly Subject[] {
  return tier === null ? [...withoutList(model)] : [...membersOfTier(model, tier)];
}

/**
 * Whom a request for the next contacts dispatches at an instant, in order (docs/reference/dialing-rules.md): the
 * callbacks, then the tiers from the highest, each lane in one round from its cursor. Found by looking at every member.
 * @param scope what is dialed, each in rounds of its own
 */
export function picks(model: WorkspaceModel, count: number, at: number, scope: Scope = {}): readonly Subject[] {
  const picked: Subject[] = [];
  const phoneOf = (contactId: string) => model.contacts.get(contactId)?.phone;
  /** "A pick counts for those after it in the request, also for another contact with its number." */
  const isFree = ({ contactId }: Subject): boolean => {
    if (picked.some((other) => other.contactId === contactId)) return false;
    const alike = picked.filter((other) => phoneOf(other.contactId) === phoneOf(contactId)).map(() => at);
    return alike.length === 0 || contactEnd(model, contactId, alike) <= at;
  };
  for (const round of roundsOf(model, scope, at)) {
    for (let next = round.next(isFree); next; next = round.next(isFree)) {
      picked.push(next);
      if (picked.length === count) return picked;
    }
  }
  return picked;
}

/** Gives whom it dials next, of those who are free. */
interface Round {
  next(isFree: (subject: Subject) => boolean): Subject | undefined;
}

/** Whom a request asks for in turn: first the callbacks, then each tier. */
function* roundsOf(model: WorkspaceModel, scope: Scope, at: number): Generator<Round> {
  const { isDialed, placeOf } = scopeIn(model, scope);
  const callbacks = callbacksFor(model, scope, at);
  yield { next: (isFree) => callbacks.find(isFree) };
  for (const tier of TIERS) {
    const inScope = inTier(model, tier).filter(({ listId }) => isDialed(listId));
    const eligible = inScope.filter((each) => !isPromised(model, each) && closedGate(model, each, at) === undefined);
    yield new RoundOfLanes(model, eligible, (lane) => placeOf(tier, lane));
  }
}

function isPromised(model: WorkspaceModel, { contactId, listId }: Subject): boolean {
  return callbackOf(model, contactId, listId) !== null;
}

/** The callbacks that a request may take at an instant, in its order. */
export function callbacksFor(model: WorkspaceModel, scope: Scope, at: number): readonly Subject[] {
  const { isDialed } = scopeIn(model, scope);
  const since = (subject: Subject): number => {
    const { agent, ownerMs } = callbackOf(model, subject.contactId, subject.listId)!;
    const isOwn = agent !== null && agent === scope.agent_id;
    return callbackDue(model, subject) + (isOwn ? 0 : ownerMs);
  };
  return TIERS.flatMap((tier) => inTier(model, tier))
    .filter((each) => isDialed(each.listId) && isPromised(model, each) && since(each) <= at)
    .filter((each) => closedGate(model, each, at) === undefined)
    .sort((a, b) => since(a) - since(b) || a.number - b.number);
}

/**
 * "Of the lanes with a member take the one whose turn is smallest; of lanes without a turn the one whose next member
 * has the smallest number. The next member of a lane is the one with the smallest number above the lane's cursor, or,
 * if there is none, the smallest number in the lane."
 */
class RoundOfLanes implements Round {
  private readonly lanes = new Map<string, Subject[]>();
  private readonly places = new Map<string, LanePlace>();
  private turns = 0;

  constructor(model: WorkspaceModel, eligible: readonly Subject[], placeOf: (lane: string) => LanePlace) {
    for (const subject of [...eligible].sort((a, b) => a.number - b.number)) {
      const lane = laneKey(laneOf(model, subject.contactId, subject.listId));
      this.lanes.set(lane, [...(this.lanes.get(lane) ?? []), subject]);
      this.places.set(lane, placeOf(lane));
    }
  }

  next(isFree: (subject: Subject) => boolean): Subject | undefined {
    const heads = [...this.lanes].flatMap(([lane, all]) => {
      const { cursor, turn } = this.places.get(lane)!;
      const free = all.filter(isFree);
      const next = free.find(({ number }) => number > cursor) ?? free[0];
      return next ? [{ lane, turn, next }] : [];
    });
    const [head] = heads.sort((a, b) => a.turn - b.turn || a.next.number - b.next.number);
    if (!head) return undefined;
    // After every dispatch of the log.
    this.turns += 1;
    this.places.set(head.lane, { cursor: head.next.number, turn: Number.MAX_SAFE_INTEGER - 1_000 + this.turns });
    return head.next;
  }
}

/** The lists of a scope, and where its lanes stand. */
function scopeIn(model: WorkspaceModel, { smart_list_id: listId, dial_group_id: groupId }: Scope) {
  type OfList = (listId: string | null) => boolean;
  type OfTier = (tier: string | null, lane: string) => LanePlace;
  const dialing = (isDialed: OfList, placeOf: OfTier) => ({ isDialed, placeOf });
  const nothing = new LanePlaces();
  if (typeof listId === 'string') {
    // "In the scope of one list to (scope, lane)": there is no tier.
    const places = model.placesOfLists.get(listId) ?? nothing;
    return dialing(
      (id) => id === listId,
      (_, lane) => places.of(null, lane),
    );
  }
  if (typeof groupId !== 'string')
    return dialing(
      () => true,
      (tier, lane) => model.places.of(tier, lane),
    );
  const group = model.groups.get(groupId);
  return dialing(
    (id) => id !== null && group?.lists.includes(id) === true,
    (tier, lane) => (group?.places ?? nothing).of(tier, lane),
  );
}

/**
 * Both instants, and those in between at which time alone makes somebody eligible, or no longer: between two of them
 * nothing changes.
 */
export function opensBetween(model: WorkspaceModel, from: number, to: number): readonly number[] {
  const ends = TIERS.flatMap((tier) => inTier(model, tier)).flatMap((each) => [
    ...[gapEnd(model, each), capEnd(model, each), windowEnd(model, each)],
    ...[model.barredUntil(each.contactId, from), contactEnd(model, each.contactId)],
    ...callbackOpens(model, each),
  ]);
  const between = [...ends, ...quartersBetween(model, from, to)].filter((end) => end > from && end < to);
  return [...new Set([from, ...between, to])];
}

/** When a callback counts no longer as to come, is due, and is anybody's. */
function callbackOpens(model: WorkspaceModel, subject: Subject): readonly number[] {
  const callback = callbackOf(model, subject.contactId, subject.listId);
  if (!callback) return [];
  const due = callbackDue(model, subject);
  return [callback.at, due, due + callback.ownerMs];
}
