import { randomUUID } from 'node:crypto';
import type { List } from './api.js';
import { AT_WORK, BY_LAW, type Hours, type Place, PLACES } from './calling-hours.js';
import { type Client, Refused } from './client.js';

/** Prints one line. */
export type PrintLine = (line: string) => void;

/** Names of the outcomes that agents apply to ended calls. */
export const DISPOSITIONS = [
  'Sold',
  'Call back later',
  'Not interested',
  'Do not call again',
  'Nobody reached',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** The data with which a day begins. */
export interface SeedData {
  /** Highest priority first. */
  readonly lists: readonly List[];
  /** Names, by contact id. */
  readonly people: ReadonlyMap<string, string>;
  /** Where they are, by contact id. */
  readonly places: ReadonlyMap<string, Place>;
  /** Calling hours, by list id. */
  readonly hours: ReadonlyMap<string, Hours>;
  /** The id of the list that bears callbacks, and how often it calls a contact in a day. */
  readonly callbackList: string;
  readonly callbacksPerDay: number;
  /** Outcome ids. */
  readonly outcomes: Readonly<Record<Disposition, string>>;
}

const FIRST = ['Ada', 'Alan', 'Barbara', 'Claude', 'Donald', 'Edsger', 'Frances', 'Grace', 'Hedy', 'Ivan'].concat([
  'Jean',
  'Katherine',
  'Leslie',
  'Margaret',
  'Niklaus',
  'Peter',
  'Radia',
  'Sophie',
  'Tony',
  'Vera',
]);
const LAST = ['Adler', 'Berg', 'Conrad', 'Dietz', 'Engel', 'Fuchs', 'Graf', 'Huber', 'Ivers', 'Jung'];
const PEOPLE = FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`));
const CALLBACKS_PER_DAY = 2;

/** Creates contacts, lists, members and outcomes over HTTP. */
export async function createSeedData(client: Client, print: PrintLine): Promise<SeedData> {
  await requireEmptyWorkspace(client);
  const contacts = await importContacts(client, print);
  const hours = await makeHours(client, print);
  const lists = await makeLists(client, print, hours);
  const [hot, callbacks, spring, nurture] = lists;
  const added = [
    await addMembers(client, hot!, pick(contacts, 0, 1, 2)),
    await addMembers(client, spring!, pick(contacts, 2, 3, 4, 5, 6, 7)),
    await addMembers(client, nurture!, pick(contacts, 8, 9)),
  ];
  print(`Members: ${added.join(', ')}; each batch was sent twice, with an Idempotency-Key.`);
  const outcomes = await defineOutcomes(client, print, lists);
  return {
    ...{ lists, outcomes },
    people: new Map(contacts.map(({ contact_id }, at) => [contact_id, PEOPLE[at]!])),
    places: new Map(contacts.map(({ contact_id }, at) => [contact_id, placeOf(at)])),
    hours: new Map(lists.map((list) => [list.smart_list_id, list === spring ? AT_WORK : BY_LAW])),
    callbackList: callbacks!.smart_list_id,
    callbacksPerDay: CALLBACKS_PER_DAY,
  };
}

function placeOf(at: number): Place {
  return PLACES[Math.floor(at / LAST.length) % PLACES.length]!;
}

/** @throws Refused for a workspace with data: the simulation would call its contacts and count attempts for them. */
async function requireEmptyWorkspace(client: Client): Promise<void> {
  const { smart_lists } = await client.call<{ smart_lists: unknown[] }>('GET', '/smart-lists?page_size=1');
  const { contacts } = await client.call<{ contacts: unknown[] }>('GET', '/contacts?page_size=1');
  if (smart_lists.length + contacts.length === 0) return;
  throw new Refused('This workspace has lists or contacts already, and the demo would call them: use a new one.');
}

async function importContacts(client: Client, print: PrintLine): Promise<readonly { contact_id: string }[]> {
  const phone = (at: number): string => `${placeOf(at).prefix}${placeOf(at).firstNumber + at}`;
  const body = { contacts: PEOPLE.map((name, at) => ({ name, phone: phone(at) })) };
  const answer = await client.call<{ created: number; contacts: { contact_id: string }[] }>(
    'POST',
    '/contacts/batch',
    body,
  );
  const cities = PEOPLE.map((_, at) => placeOf(at).city);
  const counts = [...new Set(cities)].map((city) => `${cities.filter((each) => each === city).length} in ${city}`);
  print(
    `Contacts: ${answer.created} imported, ${PEOPLE[0]} to ${PEOPLE.at(-1)}; by their numbers ${counts.join(', ')}.`,
  );
  return answer.contacts;
}

/** The ids of both calling hours. */
async function makeHours(client: Client, print: PrintLine): Promise<{ byLaw: string; atWork: string }> {
  const make = async ({ name, ...interval }: Hours): Promise<string> => {
    const body = { name, zone: 'contact', intervals: [interval] };
    type Made = { calling_hours: { calling_hours_id: string } };
    return (await client.call<Made>('POST', '/calling-hours', body)).calling_hours.calling_hours_id;
  };
  const ids = { byLaw: await make(BY_LAW), atWork: await make(AT_WORK) };
  print(`Calling hours, by the clocks of the contacts: ${inWords(BY_LAW)}; ${inWords(AT_WORK)}.`);
  return ids;
}

function inWords({ name, days, from, to }: Hours): string {
  return `"${name}", ${days[0]} to ${days.at(-1)} from ${from} to ${to}`;
}

async function makeLists(
  client: Client,
  print: PrintLine,
  { byLaw, atWork }: { readonly byLaw: string; readonly atWork: string },
): Promise<readonly List[]> {
  const make = async (settings: object): Promise<List> => {
    const body = { calling_hours_id: byLaw, ...settings };
    const { smart_list } = await client.call<{ smart_list: List }>('POST', '/smart-lists', body);
    return smart_list;
  };
  const customers = await make({ name: 'Customers', priority: 'low', max_attempts_per_day: 0 });
  const nurture = await make({
    name: 'Nurture',
    priority: 'low',
    max_attempts_per_day: 1,
    min_retry_seconds: 86_400,
  });
  const next_list_id = nurture.smart_list_id;
  const spring = await make({
    name: 'Spring campaign',
    calling_hours_id: atWork,
    max_attempts_per_day: 2,
    max_attempts_total: 3,
    next_list_id,
  });
  const callbacks = await make({
    name: 'Callbacks',
    priority: 'high',
    max_attempts_per_day: CALLBACKS_PER_DAY,
    min_retry_seconds: 1_800,
  });
  const hot = await make({
    name: 'Hot leads',
    priority: 'highest',
    max_attempts_total: 2,
    min_retry_seconds: 900,
    dial_timeout_seconds: 25,
    next_list_id,
  });
  print('Lists: "Hot leads" (highest): two attempts, then its members move to "Nurture";');
  print('       "Callbacks" (high): whom agents have promised to call; "Spring campaign" (medium), to people at work,');
  print('       which moves members to "Nurture" after three attempts;');
  print('       "Nurture" (low): once a day; "Customers" (low), frozen: its members are not called.');
  return [hot, callbacks, spring, nurture, customers];
}

/** The contacts whose number ends in one of these digits. */
function pick<Contact>(contacts: readonly Contact[], ...digits: readonly number[]): readonly Contact[] {
  return contacts.filter((_, at) => digits.includes(at % 10));
}

async function addMembers(client: Client, list: List, contacts: readonly { contact_id: string }[]): Promise<string> {
  const path = `/smart-lists/${list.smart_list_id}/members/batch`;
  let inserted = 0;
  for (let from = 0; from < contacts.length; from += 100) {
    const members = contacts.slice(from, from + 100).map(({ contact_id }) => ({ contact_id }));
    const key = randomUUID();
    await client.call('POST', path, { members }, key);
    // As after a lost answer: a retry with the same Idempotency-Key has no second effect and gets the same answer.
    const answer = await client.call<{ inserted: number }>('POST', path, { members }, key);
    inserted += answer.inserted;
  }
  return `${inserted} on "${list.name}"`;
}

async function defineOutcomes(client: Client, print: PrintLine, lists: readonly List[]): Promise<SeedData['outcomes']> {
  const [hot, callbacks, spring, nurture, customers] = lists.map(({ smart_list_id }) => smart_list_id);
  const destinations: Readonly<Record<Disposition, object>> = {
    Sold: { destination_type: 'smart_list', destination_id: customers },
    'Call back later': { destination_type: 'smart_list', destination_id: callbacks },
    'Not interested': { destination_type: 'remove_from_selected', smart_list_ids: [hot, spring, nurture] },
    'Do not call again': { destination_type: 'do_not_call' },
    'Nobody reached': { destination_type: 'none' },
  };
  const ids: Partial<Record<Disposition, string>> = {};
  for (const outcome_name of DISPOSITIONS) {
    const body = { outcome_name, ...destinations[outcome_name] };
    const { outcome } = await client.call<{ outcome: { outcome_id: string } }>('POST', '/phone-system/outcomes', body);
    ids[outcome_name] = outcome.outcome_id;
  }
  print(`Outcomes: ${DISPOSITIONS.map((name) => `"${name}"`).join(', ')}.`);
  return ids as SeedData['outcomes'];
}
