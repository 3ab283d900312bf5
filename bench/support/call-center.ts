import type { CallCompleted, CallDispatched, CallEnded, CallSnapshot } from '#dialing/domain';
import type { EventStore } from '../../libs/event-store/index.js';
import { type DomainEvent, instant } from '../../libs/kernel/index.js';
import { appendTo } from './append.js';
import { type Clocks, contactImported, memberAdded, numberedId, numberedPhone } from './events.js';
import { type BenchService, makeCallingHours, makeDialGroup, makeList, makeTenant, type Tenant } from './service.js';
import { clocksOfPhone, hoursOfHalf, zonedPhone } from './zoned-contacts.js';

/** Number of lists that each contact is on. */
const LISTS_A_CONTACT = 5;
const LEASE_MS = 7_200_000;

/** Settings of lists in turn: half of the waiting members wait for the end of a retry gap, half for midnight. */
const WAITING = [
  { min_retry_seconds: 31_536_000, max_attempts_per_day: null },
  { min_retry_seconds: 0, max_attempts_per_day: 1 },
] as const;
const settingsOf = (list: number) => WAITING[list % WAITING.length]!;

/** What a call center has besides lists. */
export interface Equipment {
  readonly lists: number;
  /** Number of dial groups that share out the lists; 0 if absent. */
  readonly groups?: number;
  /**
   * Contacts in 8 zones, and lists with calling hours that go by these and are closed in half of them, or without
   * hours; absent: contacts in one zone, lists without hours.
   */
  readonly zones?: 'with hours' | 'without hours';
}

/** A workspace with all its lists in one tier: a pick reads each of them. */
export interface CallCenter extends Tenant {
  readonly lists: readonly string[];
  /** Its dial groups. */
  readonly groups: readonly string[];
  /** Of all lists; null: they have none. */
  readonly callingHoursId: string | null;
  /** The phone number of each contact. */
  readonly phoneOf: (contact: number) => string;
}

/** The content of a filled call center. */
export interface Filled {
  readonly members: number;
  readonly waiting: number;
  readonly contacts: number;
  /** Number of events in the log. */
  readonly events: number;
}

/** Creates a workspace and its empty lists over HTTP. It is noon there, so that no midnight falls into the run. */
export async function createCallCenter(
  service: BenchService,
  { lists: count, groups: groupCount = 0, zones }: Equipment,
): Promise<CallCenter> {
  const now = new Date();
  const hour = now.getUTCHours();
  // These names have the signs of POSIX: Etc/GMT+3 is three hours behind UTC.
  const tenant = await makeTenant(service, hour >= 12 ? `Etc/GMT+${hour - 12}` : `Etc/GMT-${12 - hour}`);
  const hasHours = zones === 'with hours';
  const callingHoursId = hasHours ? await makeCallingHours(service, tenant.key, hoursOfHalf(now)) : null;
  const lists: string[] = [];
  for (let list = 0; list < count; list += 1) {
    const settings = { ...settingsOf(list), ...(hasHours && { calling_hours_id: callingHoursId }) };
    lists.push(await makeList(service, tenant.key, `List ${list}`, settings));
  }
  const groups: string[] = [];
  for (let group = 0; group < groupCount; group += 1) {
    const own = lists.filter((_, list) => list % groupCount === group);
    groups.push(await makeDialGroup(service, tenant.key, `Group ${group}`, own));
  }
  const phoneOf = zones ? (contact: number) => zonedPhone(contact, count) : numberedPhone;
  return { ...tenant, lists, groups, callingHoursId, phoneOf };
}

/** How members are distributed over lists and contacts. */
interface Plan {
  readonly lists: number;
  readonly contacts: number;
}

/**
 * Fills it by appending the events that the service would have appended: contacts, members, and for every second member
 * a call that has just ended.
 */
export async function fillCallCenter(store: EventStore, center: CallCenter, members: number): Promise<Filled> {
  const contacts = members / LISTS_A_CONTACT;
  const plan: Plan = { lists: center.lists.length, contacts };
  const append = await appendTo(store, center.workspaceId);
  await append(contacts, (at) => [contactImported(numberedId(3, at), center.phoneOf(at), clocksTold(center, at))]);
  const lastMember = await append(members, (at) => {
    const { list, contact } = memberAt(at, plan);
    return [memberAdded(center.lists[list]!, numberedId(3, contact), clocksTold(center, contact))];
  });
  const firstMember = lastMember - members + 1;
  const waiting = members / 2;
  const now = Date.now();
  const revision = await append(
    waiting,
    (at) => {
      const nth = waitingMember(at, plan);
      const { list, contact } = memberAt(nth, plan);
      return endedCall(at, { center, list, contact, number: firstMember + nth }, now);
    },
    instant(now),
  );
  return { members, waiting, contacts, events: revision + 1 };
}

/** The id of the call that the last appended event completed. */
export function lastCall({ waiting }: Filled): string {
  return numberedId(4, waiting - 1);
}

/** What events that place a contact tell of its clocks: nothing where the workspace has no calling hours. */
function clocksTold({ callingHoursId, phoneOf }: CallCenter, contact: number): Clocks {
  return callingHoursId === null ? {} : { zones: clocksOfPhone(phoneOf(contact)) };
}

/** Members in the order of their addition: each contact on its first list, then each on its second list, and so on. */
function memberAt(at: number, { lists, contacts }: Plan): { readonly list: number; readonly contact: number } {
  const contact = at % contacts;
  const turn = Math.floor(at / contacts);
  return { contact, list: (contact + turn * (lists / LISTS_A_CONTACT)) % lists };
}

/**
 * Every second member of each list waits. Members are added in runs of one per list: of the first addition round the
 * even runs wait, of the second the odd runs, and so on.
 */
function waitingMember(at: number, { lists, contacts }: Plan): number {
  const run = Math.floor(at / lists);
  const runsATurn = contacts / lists / 2;
  const turn = Math.floor(run / runsATurn);
  return turn * contacts + ((run % runsATurn) * 2 + (turn % 2)) * lists + (at % lists);
}

function endedCall(
  at: number,
  member: { readonly center: CallCenter; readonly list: number; readonly contact: number; readonly number: number },
  now: number,
): readonly DomainEvent[] {
  const { center, list, contact, number: member_number } = member;
  const smart_list_id = center.lists[list]!;
  const dispatched_at = instant(now);
  const { callingHoursId: calling_hours_id } = center;
  const told = clocksTold(center, contact);
  const party = { call_id: numberedId(4, at), contact_id: numberedId(3, contact), smart_list_id, member_number };
  const snapshot: CallSnapshot = {
    smart_list_id,
    name: `List ${list}`,
    priority: 'medium',
    member_number,
    max_attempts_total: null,
    ...settingsOf(list),
    dial_timeout_seconds: 30,
    next_list_id: null,
    calling_hours_id,
    ...(told.zones !== undefined && { lane: { calling_hours_id, zones: [told.zones] } }),
  };
  const dispatched: CallDispatched = {
    type: 'CallDispatched',
    data: {
      ...party,
      phone: center.phoneOf(contact),
      attempt_number: 1,
      lease_expires_at: instant(now + LEASE_MS),
      snapshot,
    },
  };
  const ended: CallEnded = {
    type: 'CallEnded',
    data: { ...party, result: 'no_answer', dispatched_at, wrap_up_expires_at: null, ...told },
  };
  const completed: CallCompleted = { type: 'CallCompleted', data: { ...party, by: 'end' } };
  return [dispatched, ended, completed];
}
