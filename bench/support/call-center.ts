import type { CallCompleted, CallDispatched, CallEnded, CallSnapshot } from '#dialing/domain';
import type { EventStore } from '../../libs/event-store/index.js';
import { type DomainEvent, instant } from '../../libs/kernel/index.js';
import { appendTo } from './append.js';
import { contactImported, memberAdded, numberedId, numberedPhone } from './events.js';
import { type BenchService, makeList, makeTenant, type Tenant } from './service.js';

/** Number of lists that each contact is on. */
const LISTS_A_CONTACT = 5;
const LEASE_MS = 7_200_000;

/** Settings of lists in turn: half of the waiting members wait for the end of a retry gap, half for midnight. */
const WAITING = [
  { min_retry_seconds: 31_536_000, max_attempts_per_day: null },
  { min_retry_seconds: 0, max_attempts_per_day: 1 },
] as const;
const settingsOf = (list: number) => WAITING[list % WAITING.length]!;

/** A workspace with all its lists in one tier: a pick reads each of them. */
export interface CallCenter extends Tenant {
  readonly lists: readonly string[];
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
export async function createCallCenter(service: BenchService, count: number): Promise<CallCenter> {
  const hour = new Date().getUTCHours();
  // These names have the signs of POSIX: Etc/GMT+3 is three hours behind UTC.
  const tenant = await makeTenant(service, hour >= 12 ? `Etc/GMT+${hour - 12}` : `Etc/GMT-${12 - hour}`);
  const lists: string[] = [];
  for (let list = 0; list < count; list += 1) {
    lists.push(await makeList(service, tenant.key, `List ${list}`, settingsOf(list)));
  }
  return { ...tenant, lists };
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
  await append(contacts, (at) => [contactImported(numberedId(3, at), numberedPhone(at))]);
  const lastMember = await append(members, (at) => {
    const { list, contact } = memberAt(at, plan);
    return [memberAdded(center.lists[list]!, numberedId(3, contact))];
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
  };
  const dispatched: CallDispatched = {
    type: 'CallDispatched',
    data: {
      ...party,
      phone: numberedPhone(contact),
      attempt_number: 1,
      lease_expires_at: instant(now + LEASE_MS),
      snapshot,
    },
  };
  const ended: CallEnded = {
    type: 'CallEnded',
    data: { ...party, result: 'no_answer', dispatched_at, wrap_up_expires_at: null },
  };
  const completed: CallCompleted = { type: 'CallCompleted', data: { ...party, by: 'end' } };
  return [dispatched, ended, completed];
}
