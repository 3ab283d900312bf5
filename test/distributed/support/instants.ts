import { type Api, byId } from '../../support/api.js';
import type { Random } from '../../support/random.js';
import { TestWorkspace } from '../../support/workspace.js';
import type { ClockedProcesses } from './clocked-processes.js';

export const AGENTS = ['ann', 'ben', 'cleo'];
const CONTACTS = 8;
const OWNER_SECONDS = 900;

/** What happens at the instant before which nobody may be called. */
export const INSTANTS = {
  'calling hours open': '2030-01-14T08:00:00.000Z',
  'callbacks are due': '2030-01-14T08:00:07.001Z',
  'a day begins': '2030-01-14T23:00:00.000Z',
} as const;
export type Happens = keyof typeof INSTANTS;

/** Which limit lets each contact be called once from each list, or once from both together. */
export type Limit = 'daily_cap' | 'contact_windows';

export interface Prepared {
  readonly workspace: TestWorkspace;
  /** The calls that there are from the instant on, and no more, by the limit. */
  readonly expected: number;
  /** The owner of each callback, by list and contact. */
  readonly owners: ReadonlyMap<string, string | undefined>;
}

/** The key of a membership in `owners`. */
export const membership = (list: unknown, contact: unknown): string => `${String(list)} ${String(contact)}`;

/** `seconds` before an instant. */
export const before = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) - seconds * 1_000).toISOString();

/**
 * A workspace of which nobody may be called a millisecond before the instant, and everybody from it on: eight contacts,
 * each on two lists. Both clocks stand there, then.
 */
export async function prepare(
  { both }: ClockedProcesses,
  happens: Happens,
  limit: Limit,
  random: Random,
): Promise<Prepared> {
  const instant = INSTANTS[happens];
  const setClocks = (now: string) => Promise.all(both.map((each) => each.setClock(now)));
  await setClocks(before(instant, 3_600));
  const workspace = await TestWorkspace.make(both[0].service, {
    unlisted: { enabled: false },
    // An attempt an hour before the instant is out of the window from the instant on.
    ...(limit === 'contact_windows' && { contact_windows: [{ hours: 1, attempts: 1 }] }),
  });
  const { api } = workspace;
  const contacts = await workspace.contacts(CONTACTS);
  // Two zones with one clock in winter: the lanes of both open at once.
  for (const { contact_id } of contacts.slice(CONTACTS / 2)) {
    await api.changeContact(contact_id, { time_zone: 'Africa/Lagos' });
  }
  const hours = happens === 'calling hours open' ? await api.createCallingHours({ zone: 'contact' }) : undefined;
  const settings = {
    ...{ min_retry_seconds: 0, max_attempts_per_day: 1 },
    ...(hours && { calling_hours_id: hours.calling_hours_id }),
  };
  const lists = [await api.createList(settings), await api.createList({ ...settings, priority: 'high' })];
  const owners = new Map<string, string | undefined>();
  for (const { smart_list_id: list } of lists) {
    await api.addMembers(list, contacts.map(byId));
    if (happens !== 'callbacks are due') continue;
    for (const { contact_id } of contacts) {
      const owner = random.oneOf([...AGENTS, undefined]);
      owners.set(membership(list, contact_id), owner);
      const owned = owner === undefined ? {} : { callback_agent_id: owner, callback_owner_seconds: OWNER_SECONDS };
      await api.changeMember(list, contact_id, { callback_at: instant, ...owned });
    }
  }
  if (happens === 'a day begins') await callEverybody(api);
  await setClocks(before(instant, 0.001));
  return { workspace, owners, expected: limit === 'daily_cap' ? lists.length * CONTACTS : CONTACTS };
}

async function callEverybody(api: Api): Promise<void> {
  for (;;) {
    const calls = await api.next(50);
    if (calls.length === 0) return;
    for (const { call_id } of calls) await api.endCall(call_id, 'no_answer');
  }
}
