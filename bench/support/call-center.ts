import type { CallCompleted, CallDispatched, CallEnded, CallSnapshot } from '#dialing/domain';
import type { EventStore } from '../../libs/event-store/index.js';
import { type DomainEvent, instant } from '../../libs/kernel/index.js';
import { appendTo } from './append.js';
import { contactImported, memberAdded, numberedId, numberedPhone } from './events.js';
import { type BenchService, makeList, makeTenant, type Tenant } from './service.js';

/** Each contact is on so many lists. */
const LISTS_A_CONTACT = 5;
const LEASE_MS = 7_200_000;

/** Lists by turns: half of those who wait do so for the end of a gap, each for an instant of its own, and half for midnight. */
const WAITING = [
  { min_retry_seconds: 31_536_000, max_attempts_per_day: null },
  { min_retry_seconds: 0, max_attempts_per_day: 1 },
] as const;
const settingsOf = (list: number) => WAITING[list % WAITING.length]!;

/** A workspace with all its lists in one tier: a pick looks into each of them. */
export interface CallCenter extends Tenant {
  readonly lists: readonly string[];
}

/** What was put on a center. */
export interface Filled {
  readonly members: number;
  readonly waiting: number;
  readonly contacts: number;
  /** Events in the log. */
  readonly events: number;
}

/** A workspace and its empty lists, over HTTP. It is noon there: no midnight comes in the middle. */
export async function createCallCenter(service: BenchService, count: number): Promise<CallCenter> {
  const hour = new Date().getUTCHours();
  // The signs of these names are those of POSIX: Etc/GMT+3 is three hours behind.
  const tenant = await makeTenant(service, hour >= 12 ? `Etc/GMT+${hour - 12}` : `Etc/GMT-${12 - hour}`);
  const lists: string[] = [];
  for (let list = 0; list < count; list += 1) {
    lists.push(await makeList(service, tenant.key, `List ${list}`, settingsOf(list)));
  }
  return { ...tenant, lists };
}

/** Where a center has its members. */
interface Plan {
  readonly lists: number;
  readonly contacts: number;
}

/**
 * Fills it past the service, with the events that the service would have written: contacts, members, and for every second member a call that
 * has just ended.
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

/** The call that the last event of a center completed. */
export function lastCall({ waiting }: Filled): string {
  return numberedId(4, waiting - 1);
}

/** Members in the order in which they are added: all contacts once, then all of them on another list, and so on. */
function memberAt(at: number, { lists, contacts }: Plan): { readonly list: number; readonly contact: number } {
  const contact = at % contacts;
  const turn = Math.floor(at / contacts);
  return { contact, list: (contact + turn * (lists / LISTS_A_CONTACT)) % lists };
}

/**
 * Of each list every second member waits: a run of one member a list is taken and the next one left out, from the first run on in one turn and from
 * the second in the next.
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
