import type { Gate, List, Member, PreviewedCall } from './api.js';
import type { Client } from './client.js';
import { localTime } from './simulated-time.js';
import type { SeedData, PrintLine } from './seed-data.js';

/** Explains why one contact that the waterfall has moved is, or is not, called. */
export async function explainContact(client: Client, seedData: SeedData, print: PrintLine): Promise<void> {
  const [hot, , spring, nurture] = seedData.lists;
  const { members } = await client.call<{ members: Member[] }>(
    'GET',
    `/smart-lists/${nurture!.smart_list_id}/members?page_size=200`,
  );
  const moved = members.filter(({ source }) => source === 'waterfall');
  const chosen = moved.find(({ attempt_count }) => attempt_count > 0) ?? moved[0] ?? members[0];
  if (!chosen) return;
  const name = seedData.people.get(chosen.contact_id)!;
  print(`Why is ${name} called, or not? GET /smart-lists/…/members/…/explain says:`);
  for (const list of [hot!, spring!, nurture!]) {
    if (list === nurture || (await wasOn(client, list, chosen.contact_id))) {
      await explain(client, list, { name, contactId: chosen.contact_id }, print);
    }
  }
}

/** What members wait for that the table shows in columns of their own, and the list that is searched for one. */
const WAITS = [
  { status_reason: 'calling_hours', from: 'Spring campaign' },
  { status_reason: 'callback_scheduled', from: 'Callbacks' },
] as const;

/** Explains why one member waits for calling hours, and why one waits for its callback. */
export async function explainWaits(client: Client, seedData: SeedData, print: PrintLine): Promise<void> {
  print('Why do others wait?');
  for (const { status_reason, from } of WAITS) {
    const list = seedData.lists.find(({ name }) => name === from)!;
    const path = `/smart-lists/${list.smart_list_id}/members?page_size=200&status=waiting`;
    const { members } = await client.call<{ members: Member[] }>('GET', path);
    const chosen = members.find((member) => member.status_reason === status_reason);
    if (!chosen) continue;
    const name = seedData.people.get(chosen.contact_id)!;
    await explain(client, list, { name, contactId: chosen.contact_id }, print, 'failed');
  }
}

async function wasOn(client: Client, list: List, contactId: string): Promise<boolean> {
  const path = `/smart-lists/${list.smart_list_id}/members?page_size=200`;
  for (const status of ['', '&status=removed']) {
    const { members } = await client.call<{ members: Member[] }>('GET', `${path}${status}`);
    if (members.some(({ contact_id }) => contact_id === contactId)) return true;
  }
  return false;
}

async function explain(
  client: Client,
  list: List,
  { name, contactId }: { readonly name: string; readonly contactId: string },
  print: PrintLine,
  shown: 'all' | 'failed' = 'all',
): Promise<void> {
  const path = `/smart-lists/${list.smart_list_id}/members/${contactId}/explain`;
  const { eligible, gates } = await client.call<{ eligible: boolean; gates: Gate[] }>('GET', path);
  const failed = gates.find(({ passed }) => !passed);
  const when = failed?.until ? ` before ${localTime(failed.until)}` : '';
  print(`  From "${list.name}" ${name} is ${eligible ? 'called when its turn comes' : `not called${when}`}:`);
  const shownGates = shown === 'all' ? gates : gates.filter(({ passed }) => !passed);
  for (const gate of shownGates) print(`    ${gate.passed ? 'yes' : 'NO '}  ${inWords(gate)}`);
}

/** A gate as text: its value and its threshold. */
function inWords({ gate, passed, value, threshold, until, zones }: Gate): string {
  const limit = threshold === null ? 'without a limit' : `of at most ${threshold}`;
  const untilTime = until ? `, until ${localTime(until)}` : '';
  switch (gate) {
    case 'membership':
      return passed ? 'is on the list' : `is no longer on the list: ${String(value).replaceAll('_', ' ')}`;
    case 'do_not_call':
      return passed ? 'the number may be dialed' : 'the number is in the do-not-call register';
    case 'dialing_not_paused':
      return passed ? 'dialing is not paused' : 'dialing is paused';
    case 'list_not_paused':
      return passed ? 'the list is not paused' : 'the list is paused';
    case 'caps_not_zero':
      return passed ? 'the list is not frozen' : 'the list is frozen by a cap of 0';
    case 'no_call_in_flight':
      return passed ? 'has no call in flight' : 'is in a call';
    case 'total_cap':
      return `attempts: ${value}, ${limit}`;
    case 'daily_cap':
      return `attempts today: ${value}, ${limit}${untilTime}`;
    case 'callback':
      return value === null ? 'has no callback' : `callback at ${localTime(String(value))}${untilTime}`;
    case 'attempt_windows':
      if (value === null) return 'the list has no windows';
      return `attempts in the window: ${value}, ${limit}${untilTime}`;
    case 'contact_windows':
      if (value === null) return 'the workspace has no limits of a contact';
      return `attempts over all lists: ${value}, ${limit}${untilTime}`;
    case 'retry_gap':
      if (value === null) return 'no call from here has ended, or a callback has taken the place of the gap';
      return `last call ended ${duration(value)} ago, the gap is ${duration(threshold)}${untilTime}`;
    case 'calling_hours':
      if (threshold === null) return 'no calling hours are set';
      return `calling hours are ${value} in ${zones!.join(' and ')}${untilTime}`;
  }
}

/** Seconds as minutes or hours. */
function duration(seconds: number | string | null): string {
  const minutes = Math.floor(Number(seconds) / 60);
  if (minutes < 120) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Shows the contacts that would be dispatched first, without dispatching them. */
export async function previewNextMorning(client: Client, seedData: SeedData, print: PrintLine): Promise<void> {
  const { next } = await client.call<{ next: PreviewedCall[] }>('GET', '/dialer/preview?limit=5');
  const names = new Map(seedData.lists.map(({ smart_list_id, name }) => [smart_list_id, name]));
  print('Tomorrow at nine the first would be (GET /dialer/preview):');
  for (const { contact_id, smart_list_id, attempt_number } of next) {
    const from = smart_list_id === null ? 'no list' : `"${names.get(smart_list_id)}"`;
    print(`  ${seedData.people.get(contact_id)!.padEnd(18)} from ${from}, attempt ${attempt_number}`);
  }
  if (next.length === 0) print('  no contact');
}
