import type { Random } from '../../support/random.js';
import { UNKNOWN_ID } from '../../support/workspace.js';
import type { Tenant } from './tenant.js';
import type { Requests, Writing } from './writing.js';

/** The limits of the API for one batch (docs/reference/http-contract.md#endpoints). */
const [CONTACTS_OF_BATCH, MEMBERS_OF_BATCH] = [1_000, 100];

/** Active lists of a workspace: beyond it none is made. */
const LISTS = 24;
/** Lists that are never deleted, so that there is always one to add to. */
const KEPT_LISTS = 4;

const CAPS = [null, null, null, 1, 2, 3, 5, 0] as const;
const GAPS = [0, 0, 60, 3_600, 86_400] as const;
const PRIORITIES = ['highest', 'high', 'medium', 'low', 'lowest'] as const;

/** Writes of contacts, lists and members. */
export const LIST_WRITES: readonly (readonly [weight: number, requests: Requests])[] = [
  [10, importContacts],
  [2, changeContacts],
  [30, addMembers],
  [9, removeMembers],
  [3, resetMembers],
  [2, resetList],
  [2, removeEverywhere],
  [6, createList],
  [1, cloneList],
  [6, changeList],
  [1, deleteList],
  [2, repeatWrite],
  [2, deleteContact],
  [2, eraseContacts],
];

export function importContacts({ caller, tenant, random, size }: Writing) {
  const count = Math.min(CONTACTS_OF_BATCH, 10 + random.below(size));
  const first = tenant.contacts;
  tenant.contacts += count;
  const contacts = Array.from({ length: count }, (_, n) => contactOf(tenant, first + n, 'Ada'));
  return [
    async () =>
      void (await caller.write({ method: 'POST', path: '/contacts/batch', json: { contacts } }, tenant.token)),
  ];
}

function changeContacts({ caller, tenant, random, step }: Writing) {
  const numbers = [...new Set(Array.from({ length: 5 }, () => tenant.someContact(random)))];
  const contacts = numbers.map((number) => contactOf(tenant, number, `Grace ${step}`));
  return [
    async () =>
      void (await caller.write({ method: 'POST', path: '/contacts/batch', json: { contacts } }, tenant.token)),
  ];
}

function contactOf(tenant: Tenant, number: number, name: string): object {
  return {
    contact_id: tenant.contactId(number),
    phone: tenant.phone(number),
    attributes: { code: number },
    ...(number % 3 > 0 && { name: `${name} ${number}` }),
  };
}

/** References to contacts in a row of their numbers: by id, now and then by phone, and one that is unknown. */
function references(tenant: Tenant, random: Random, count: number): readonly object[] {
  const first = tenant.someContact(random);
  return Array.from({ length: count }, (_, n) => {
    const number = (first + n) % Math.max(1, tenant.contacts);
    if (n === 7) return { contact_id: UNKNOWN_ID };
    return n % 20 === 3 ? { phone: tenant.phone(number) } : { contact_id: tenant.contactId(number) };
  });
}

function batches(writing: Writing, most: number, pathOf: () => string) {
  const { caller, tenant, random, size } = writing;
  return Array.from({ length: Math.max(1, Math.min(most, Math.round(size / MEMBERS_OF_BATCH))) }, () => {
    const count = 1 + random.below(Math.min(MEMBERS_OF_BATCH, size));
    const write = { method: 'POST', path: pathOf(), json: { members: references(tenant, random, count) } } as const;
    return async () => void (await caller.write(write, tenant.token));
  });
}

export function addMembers(writing: Writing) {
  const { tenant, random } = writing;
  if (tenant.lists.length === 0) return [];
  return batches(writing, 16, () => `/smart-lists/${random.oneOf(tenant.lists)}/members/batch`);
}

function removeMembers(writing: Writing) {
  const { tenant, random } = writing;
  if (tenant.lists.length === 0) return [];
  return batches(writing, 4, () => `/smart-lists/${random.oneOf(tenant.lists)}/members/batch-remove`);
}

function resetMembers(writing: Writing) {
  const { tenant, random } = writing;
  if (tenant.lists.length === 0) return [];
  return batches(writing, 2, () => `/smart-lists/${random.oneOf(tenant.lists)}/members/batch-reset`);
}

function resetList({ caller, tenant, random }: Writing) {
  if (tenant.lists.length === 0) return [];
  const json = { completed_only: random.below(2) === 0 };
  const path = `/smart-lists/${random.oneOf(tenant.lists)}/reset`;
  return [async () => void (await caller.write({ method: 'POST', path, json }, tenant.token))];
}

function removeEverywhere(writing: Writing) {
  return batches(writing, 1, () => '/smart-list-members/batch-remove');
}

function settings(random: Random, hours: readonly string[]) {
  return {
    priority: random.oneOf(PRIORITIES),
    max_attempts_per_day: random.oneOf(CAPS),
    max_attempts_total: random.oneOf(CAPS),
    min_retry_seconds: random.oneOf(GAPS),
    retry_seconds: random.oneOf([null, null, { answered: 0, busy: 60 }]),
    attempt_windows: random.oneOf([null, null, [{ attempts: 2, hours: 24 }]]),
    dial_timeout_seconds: 15 + 5 * random.below(10),
    // Seldom, since most of the day they are closed.
    calling_hours_id: random.oneOf([null, null, null, null, null, hours[0] ?? null]),
  };
}

export function createList({ caller, tenant, random, step }: Writing) {
  if (tenant.lists.length >= LISTS) return [];
  const next_list_id = tenant.lists.length > 0 && random.below(2) === 0 ? random.oneOf(tenant.lists) : null;
  const json = {
    name: `List ${step}`,
    description: `Made in step ${step}`,
    ...settings(random, tenant.hours),
    next_list_id,
  };
  return [
    async () => {
      const answer = await caller.write({ method: 'POST', path: '/smart-lists', json }, tenant.token);
      learnList(tenant, answer);
    },
  ];
}

function cloneList({ caller, tenant, random }: Writing) {
  if (tenant.lists.length === 0 || tenant.lists.length >= LISTS) return [];
  const path = `/smart-lists/${random.oneOf(tenant.lists)}/clone`;
  return [async () => learnList(tenant, await caller.write({ method: 'POST', path }, tenant.token))];
}

function learnList(tenant: Tenant, answer: Readonly<Record<string, unknown>>): void {
  const { smart_list: list } = answer as { readonly smart_list?: { readonly smart_list_id: string } };
  if (list) tenant.lists.push(list.smart_list_id);
}

function changeList({ caller, tenant, random, step }: Writing) {
  if (tenant.lists.length === 0) return [];
  const path = `/smart-lists/${random.oneOf(tenant.lists)}`;
  const all = { ...settings(random, tenant.hours), name: `Renamed ${step}`, next_list_id: random.oneOf(tenant.lists) };
  const names = Object.keys(all) as (keyof typeof all)[];
  const json = Object.fromEntries(random.sample(names, 1 + random.below(2)).map((name) => [name, all[name]]));
  return [async () => void (await caller.write({ method: 'PATCH', path, json }, tenant.token))];
}

function deleteList({ caller, tenant, random }: Writing) {
  if (tenant.lists.length <= KEPT_LISTS) return [];
  const [id] = tenant.lists.splice(KEPT_LISTS + random.below(tenant.lists.length - KEPT_LISTS), 1);
  tenant.deletedLists.push(id!);
  return [async () => void (await caller.write({ method: 'DELETE', path: `/smart-lists/${id!}` }, tenant.token))];
}

/** The same write twice under one Idempotency-Key, and one that changes nothing, under another. */
function repeatWrite({ caller, tenant, random, step }: Writing) {
  const [id] = tenant.lists;
  if (id === undefined) return [];
  const write = { method: 'PATCH', path: `/smart-lists/${id}` } as const;
  const once = { ...write, json: { description: `Of step ${step}` }, headers: { 'idempotency-key': `a-${step}` } };
  const nothing = { ...write, json: {}, headers: { 'idempotency-key': `b-${step}-${random.below(1_000)}` } };
  return [
    async () => {
      for (const each of [once, once, nothing]) await caller.write(each, tenant.token);
    },
  ];
}

function deleteContact({ caller, tenant, random }: Writing) {
  const path = `/contacts/${tenant.contactId(tenant.someContact(random))}`;
  return [async () => void (await caller.write({ method: 'DELETE', path }, tenant.token))];
}

function eraseContacts({ caller, tenant, random }: Writing) {
  const [one, ...more] = Array.from({ length: 3 }, () => tenant.contactId(tenant.someErasable(random)));
  const single = { method: 'POST', path: `/contacts/${one!}/erase?after_call=true` } as const;
  const json = { contact_ids: [...new Set(more)] };
  const batch = { method: 'POST', path: '/contacts/batch-erase?after_call=true', json } as const;
  return [
    async () => {
      await caller.write(single, tenant.token);
      await caller.write(batch, tenant.token);
    },
  ];
}
