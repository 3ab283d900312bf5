import { CALLING_HOURS } from '#calling-hours/domain';
import { CONTACTS } from '#contacts/domain';
import { CURSORS, laneCursor, type LaneCursor, type Tier, TIERS, UNLISTED, unlistedSubject } from '#dialing/domain';
import {
  type DialingLimits,
  dueOf,
  explain,
  type GateReport,
  laneKey,
  laneOf,
  momentOf,
  ownerUntil,
  PLAIN_KEY,
  type Subject,
  zonesOfContact,
  zonesUnknown,
} from '#eligibility';
import type { Instant, Row } from '#kernel';
import { afterResets, MEMBERS, memberSubject } from '#members/domain';
import { SMART_LISTS } from '#smart-lists/domain';
import { WORKSPACES } from '#workspaces/domain';
import { attemptsIn, callIn, callsOfContacts } from '../attempts.js';
import { barIn, NUMBERS_BARRED } from '../bars.js';
import { ALL_HOURS } from '../hours.js';
import type { FoldedRows, Needed } from '../timeline/folded-rows.js';

/** A gate that keeps a contact from being called from a place; contacts without a list may be turned off as a whole. */
export interface FailedGate extends Omit<GateReport, 'gate' | 'passed' | 'value' | 'threshold'> {
  readonly gate: GateReport['gate'] | 'unlisted_enabled';
  readonly value: GateReport['value'] | boolean;
  readonly threshold: GateReport['threshold'] | boolean;
}

/** Where a contact stands in the order of calls: as a member of a list, or as a contact without one. */
export interface Place {
  /** Null: without a list. */
  readonly smart_list_id: string | null;
  readonly name: string | null;
  readonly tier: Tier;
  /** The member number; without a list the contact number. */
  readonly number: number;
  /** Its lane in the tier: calling hours, and the clocks of the contact where these go by it. Null: the plain one. */
  readonly lane: string | null;
  /** Revision of the last pick of the lane in the scope of the workspace; -1: there was none. */
  readonly turn: number;
  /** The number of that pick; of a lane without one that of the plain lane. -1: there was none. */
  readonly cursor: number;
  /** The first gate that fails; null: the contact may be called from here. */
  readonly gate: FailedGate | null;
  /** From when on a request that names no agent may take its callback; null: it has none. */
  readonly callback_from: Instant | null;
}

/** The rows that the places of some contacts are read from. */
export function neededFor(workspaceId: string, contactIds: readonly string[]): readonly Needed[] {
  const ofContacts = (contactId: string | undefined): boolean => contactIds.includes(contactId!);
  const lists: Needed<{ readonly live: 0 | 1 } & Row> = {
    collection: SMART_LISTS,
    isNeeded: () => true,
    isHeld: ({ live }) => live === 1,
  };
  return [
    { collection: WORKSPACES, isNeeded: ([id]) => id === workspaceId },
    { collection: CURSORS, isNeeded: () => true },
    { collection: MEMBERS, isNeeded: ([, , contactId]) => ofContacts(contactId) },
    { collection: UNLISTED, isNeeded: ([, contactId]) => ofContacts(contactId) },
    { collection: CONTACTS, isNeeded: ([, contactId]) => ofContacts(contactId) },
    NUMBERS_BARRED,
    ALL_HOURS,
    lists,
    callsOfContacts(ofContacts),
  ];
}

/**
 * The places of a contact at an instant, in the order in which it would be called from them: those that pass all gates
 * come first, and among these the order of the picks decides (docs/reference/dialing-rules.md#the-next-contact). Empty:
 * there never was such a contact.
 */
export function placesOf(rows: FoldedRows, workspaceId: string, contactId: string, at: Instant): readonly Place[] {
  const workspace = rows.row(WORKSPACES, [workspaceId]);
  const alone = rows.row(UNLISTED, [workspaceId, contactId]);
  if (!workspace || !alone) return [];
  const contact = rows.row(CONTACTS, [workspaceId, contactId]);
  const moment = momentOf(workspace, at, rows.all(CALLING_HOURS));
  const now = {
    bar: barIn(rows, workspace, contactId, at),
    callInFlight: callIn(rows, contactId),
    attempts: attemptsIn(rows, workspace, contactId),
    zones: contact ? zonesOfContact(contact, moment.zone) : zonesUnknown(moment.zone),
  };
  const gateOf = (subject: Subject<string>): FailedGate | null => {
    const failed = explain(subject, moment).find(({ passed }) => !passed);
    if (!failed) return null;
    const { passed: _, ...gate } = failed;
    return gate;
  };
  const standsAt = (tier: Tier, limits: DialingLimits): Pick<Place, 'lane' | 'turn' | 'cursor'> => {
    const lane = laneKey(laneOf(limits, now.zones, moment));
    const { number: cursor, turn }: LaneCursor = laneCursor(
      rows.row(CURSORS, [workspaceId, '', tier])?.lanes ?? {},
      lane,
    );
    return { lane: lane === PLAIN_KEY ? null : lane, turn, cursor };
  };
  const places = [...rows.all(MEMBERS)].flatMap((row): readonly Place[] => {
    const list = rows.row(SMART_LISTS, [workspaceId, row.smart_list_id]);
    if (row.contact_id !== contactId || row.active === 0 || !list) return [];
    const { smart_list_id, name, priority: tier } = list;
    const subject = memberSubject(afterResets(row, list), list, now);
    const due = dueOf(subject, moment);
    const callback_from = due && ownerUntil(row.callback!, due);
    const gate = gateOf(subject);
    return [{ smart_list_id, name, tier, number: row.number, ...standsAt(tier, list), gate, callback_from }];
  });
  const isOff = !workspace.unlisted.enabled && alone.live === 1 && alone.memberships === 0;
  const without: Place = {
    ...{ smart_list_id: null, name: null, tier: 'unlisted', number: alone.number },
    ...standsAt('unlisted', workspace.unlisted),
    gate: isOff ? UNLISTED_OFF : gateOf(unlistedSubject(alone, workspace.unlisted, now)),
    callback_from: null,
  };
  // That a member of a list is no contact without one goes without saying.
  return places.length > 0 && alone.memberships > 0 ? places.toSorted(byOrder(at)) : [without];
}

const UNLISTED_OFF: FailedGate = {
  gate: 'unlisted_enabled',
  status: 'frozen',
  value: false,
  threshold: true,
  until: null,
};

/** By which of its rules a place comes before another one. */
export type OrderRule = 'gate' | 'callback' | 'tier' | 'lane' | 'cursor' | 'number';

/** Whether nobody is called from a place at an instant: a gate fails, or its callback is kept for its owner. */
export function isClosed({ gate, callback_from }: Pick<Place, 'gate' | 'callback_from'>, at: Instant): boolean {
  return gate !== null || (callback_from !== null && callback_from > at);
}

/** The first rule in which two places differ at an instant. */
export function ruleBetween(a: Place, b: Place, at: Instant): OrderRule {
  return RULES[differing(a, b, at)] ?? 'number';
}

/** The order of places at an instant. Negative: a comes first. */
export function byOrder(at: Instant): (a: Place, b: Place) => number {
  return (a, b) => {
    const differs = differing(a, b, at);
    return differs < 0 ? 0 : ranksOf(a, b, at)[differs]! - ranksOf(b, a, at)[differs]!;
  };
}

const RULES: readonly OrderRule[] = ['gate', 'callback', 'tier', 'lane', 'cursor', 'number'];

function differing(a: Place, b: Place, at: Instant): number {
  const than = ranksOf(b, a, at);
  return ranksOf(a, b, at).findIndex((rank, index) => rank !== than[index]);
}

/**
 * What the rules compare, in their order: the smaller one comes first. Callbacks have no tier, no lane and no cursor.
 * Of two lanes that were never dialed from, the one with the smaller number comes first, wherever the cursor stands.
 */
function ranksOf(place: Place, other: Place, at: Instant): readonly number[] {
  const { tier, lane, turn, number, cursor, callback_from } = place;
  const closed = isClosed(place, at) ? 1 : 0;
  if (callback_from !== null) return [closed, Date.parse(callback_from), 0, 0, 0, number];
  const isBehind = lane === other.lane && number <= cursor;
  return [closed, Infinity, TIERS.indexOf(tier), turn, isBehind ? 1 : 0, number];
}
