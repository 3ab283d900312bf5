import { randomUUID } from 'node:crypto';
import type { Client } from './client.js';

/** Shows one line of the story. */
export type Tell = (line: string) => void;

interface List {
  readonly smart_list_id: string;
  readonly name: string;
  readonly priority: string;
  readonly member_count: number;
}

type Counts = Readonly<Record<'inserted' | 'removed' | 'skipped' | 'unmatched', number>>;

const NAMES = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Tony', 'Radia'];

/** A short day at a call floor: contacts, lists, members, outcomes, and somebody who does not want to be called any more. */
export async function tellStory(client: Client, tell: Tell): Promise<void> {
  const phones = await importContacts(client, tell);
  const { leads, followUps } = await makeLists(client, tell);
  await addMembers(client, tell, leads, phones);
  await defineOutcomes(client, tell, followUps);
  await removeEverywhere(client, tell, leads, phones[0]!);
}

async function importContacts(client: Client, tell: Tell): Promise<readonly string[]> {
  const run = String(Date.now()).slice(-6);
  const contacts = NAMES.map((name, at) => ({ name, phone: `+49301${run}${at}` }));
  const answer = await client.call<{ created: number }>('POST', '/contacts/batch', { contacts });
  tell(`1. Contacts: ${answer.created} imported, ${NAMES.join(', ')}.`);
  return contacts.map(({ phone }) => phone);
}

async function makeLists(client: Client, tell: Tell): Promise<{ leads: List; followUps: List }> {
  const make = async (body: object): Promise<List> =>
    (await client.call<{ smart_list: List }>('POST', '/smart-lists', body)).smart_list;
  const tag = randomUUID().slice(0, 4);
  const followUps = await make({ name: `Follow-ups ${tag}`, priority: 'low', min_retry_seconds: 86_400 });
  const leads = await make({
    name: `Fresh leads ${tag}`,
    priority: 'highest',
    max_attempts_total: 5,
    dial_timeout_seconds: 25,
    next_list_id: followUps.smart_list_id,
  });
  tell(`2. Lists: "${leads.name}" (highest), whose exhausted members fall to "${followUps.name}" (low).`);
  return { leads, followUps };
}

async function addMembers(client: Client, tell: Tell, list: List, phones: readonly string[]): Promise<void> {
  const path = `/smart-lists/${list.smart_list_id}/members/batch`;
  const members = [...phones.map((phone) => ({ phone })), { phone: phones[0] }, { phone: '+19995550100' }];
  const key = randomUUID();
  const first = await client.call<Counts>('POST', path, { members }, key);
  tell(`3. Members: ${counts(first)} (one was named twice, one number is nobody's).`);
  const again = await client.call<Counts>('POST', path, { members }, key);
  tell(`   The same request sent again with its Idempotency-Key is answered the same: ${counts(again)}.`);
  await showMembers(client, tell, list);
}

async function defineOutcomes(client: Client, tell: Tell, followUps: List): Promise<void> {
  await client.call('POST', '/phone-system/outcomes', {
    outcome_name: 'Call back tomorrow',
    outcome_type: 'action',
    webhook_url: 'https://hooks.example.com/smart-lists',
    destination_type: 'smart_list',
    destination_id: followUps.smart_list_id,
  });
  await client.call('POST', '/phone-system/outcomes', {
    outcome_name: 'Do not call again',
    outcome_type: 'disposition',
    destination_type: 'remove_from_all',
  });
  const read = await client.call<{
    disposition_popup_enabled: boolean;
    outcomes: { outcome_name: string; outcome_type: string; destination: { destination_type: string } }[];
  }>('GET', '/phone-system/outcomes');
  tell(`4. Outcomes (post-call step ${read.disposition_popup_enabled ? 'on' : 'off'}):`);
  for (const { outcome_name, outcome_type, destination } of read.outcomes) {
    tell(`   - ${outcome_name}: ${outcome_type}, destination ${destination.destination_type}`);
  }
}

async function removeEverywhere(client: Client, tell: Tell, list: List, phone: string): Promise<void> {
  const answer = await client.call<Counts>('POST', '/smart-list-members/batch-remove', { members: [{ phone }] });
  tell(`5. ${NAMES[0]} asks not to be called: ${counts(answer)}, from every list at once.`);
  await showMembers(client, tell, list);
}

async function showMembers(client: Client, tell: Tell, list: List): Promise<void> {
  const { smart_list } = await client.call<{ smart_list: List }>('GET', `/smart-lists/${list.smart_list_id}`);
  const path = `/smart-lists/${list.smart_list_id}/members`;
  const active = await client.call<{ members: { phone: string; status: string }[] }>('GET', path);
  const removed = await client.call<{ members: { phone: string; status_reason: string }[] }>(
    'GET',
    `${path}?status=removed`,
  );
  tell(`   "${smart_list.name}" has ${smart_list.member_count} members:`);
  for (const { phone, status } of active.members) tell(`     ${phone.padEnd(16)} ${status}`);
  for (const { phone, status_reason } of removed.members) tell(`     ${phone.padEnd(16)} removed (${status_reason})`);
}

function counts(answer: Partial<Counts>): string {
  return (['inserted', 'removed', 'skipped', 'unmatched'] as const)
    .filter((name) => answer[name] !== undefined)
    .map((name) => `${answer[name]} ${name}`)
    .join(', ');
}
