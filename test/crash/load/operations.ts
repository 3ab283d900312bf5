import type { Request } from '../../support/http.js';
import type { Random } from '../../support/random.js';
import { nameOf, phoneOf, withContacts, withNamed } from './expected-state.js';
import type { ExpectedList, ExpectedOutcome, ExpectedState } from './expected-state.js';

/** A write of the load: the request, the expected answer, and the writer's expected state after it. */
export interface Operation {
  readonly request: Request;
  readonly status: number;
  /** What the body of the answer must contain. */
  readonly body: object;
  readonly after: ExpectedState;
  /** The Idempotency-Key; a retry with it has no second effect. */
  readonly key: string | undefined;
}

/** The input from which an operation is made. */
export interface Situation {
  readonly writer: number;
  readonly random: Random;
  readonly now: ExpectedState;
  /** The number of operations that the writer has made; part of names, to keep them unique. */
  readonly number: number;
  /** Ids by name or phone. */
  readonly id: (name: string) => string;
}

type Draft = Omit<Operation, 'key'>;
type Maker = (situation: Situation) => Draft;

const BATCH = 100;
const LISTS = 2;
const OUTCOMES = 2;

/** The next write of a writer: memberships for writers with an even number, other writes for the rest. */
export function nextOperation(situation: Situation): Operation {
  const { writer, random, now, number } = situation;
  const draft = random.oneOf(writer % 2 === 0 ? membershipMakers(now) : otherMakers(now))(situation);
  // One write in five has no key, as clients may send them.
  if (random.below(5) === 0) return { ...draft, key: undefined };
  const key = `writer-${writer}-${number}`;
  return { ...draft, request: { ...draft.request, headers: { 'idempotency-key': key } }, key };
}

function membershipMakers({ contacts, lists }: ExpectedState): readonly Maker[] {
  if (contacts.length === 0) return [importBase];
  if (lists.length === 0) return [createList];
  const makers = [addAll, addAll, addAll, removeSome, removeEverywhere, patchList, deleteList];
  return lists.length < LISTS ? [createList, ...makers] : makers;
}

function otherMakers({ contacts, lists, outcomes }: ExpectedState): readonly Maker[] {
  return [
    contacts.length < 60 ? importFew : rename,
    ...(contacts.length > 0 ? [rename] : []),
    ...(lists.length < LISTS ? [createList] : [deleteList]),
    ...(lists.length > 0 ? [patchList] : []),
    ...(outcomes.length < OUTCOMES ? [createOutcome] : [deleteOutcome]),
    ...(outcomes.length > 0 ? [patchOutcome] : []),
  ];
}

const importing = (start: number, count: number, { writer, now }: Situation): Draft => {
  const contacts = Array.from({ length: count }, (_, at) => [phoneOf(writer, start + at), null] as const);
  return {
    request: { method: 'POST', path: '/contacts/batch', json: { contacts: contacts.map(([phone]) => ({ phone })) } },
    status: 200,
    body: { created: count, updated: 0, unchanged: 0 },
    after: { ...now, contacts: withContacts(now.contacts, contacts) },
  };
};

const importBase: Maker = (situation) => importing(0, BATCH, situation);
const importFew: Maker = (situation) => importing(situation.now.contacts.length, 10, situation);

const rename: Maker = ({ random, now, number, id }) => {
  const changed = random.sample(now.contacts, 5).map(([phone]) => [phone, `Name ${number}`] as const);
  const contacts = changed.map(([phone, name]) => ({ contact_id: id(phone), phone, name }));
  return {
    request: { method: 'POST', path: '/contacts/batch', json: { contacts } },
    status: 200,
    body: { created: 0, updated: changed.length, unchanged: 0 },
    after: { ...now, contacts: withContacts(now.contacts, changed) },
  };
};

const createList: Maker = ({ writer, now, number }) => {
  const list: ExpectedList = { name: nameOf(writer, 'List', number), description: null, version: 1, members: [] };
  return {
    request: { method: 'POST', path: '/smart-lists', json: { name: list.name } },
    status: 201,
    body: { smart_list: { name: list.name, version: 1 } },
    after: { ...now, lists: withNamed(now.lists, list) },
  };
};

const patchList: Maker = ({ random, now, number, id }) => {
  const list = random.oneOf(now.lists);
  const changed = { ...list, description: `Change ${number}`, version: list.version + 1 };
  return {
    request: { method: 'PATCH', path: `/smart-lists/${id(list.name)}`, json: { description: changed.description } },
    status: 200,
    body: { smart_list: { description: changed.description, version: changed.version } },
    after: { ...now, lists: withNamed(now.lists, changed) },
  };
};

const deleteList: Maker = ({ random, now, id }) => {
  const gone = random.oneOf(now.lists);
  return {
    request: { method: 'DELETE', path: `/smart-lists/${id(gone.name)}` },
    status: 200,
    body: { smart_list_id: id(gone.name), deleted: true },
    after: { ...now, lists: now.lists.filter((list) => list !== gone) },
  };
};

const addAll: Maker = ({ random, now, id }) => {
  const list = random.oneOf(now.lists);
  const phones = now.contacts.map(([phone]) => phone);
  const members = phones.map((phone, at) => (at % 2 === 0 ? { phone } : { contact_id: id(phone) }));
  return {
    request: { method: 'POST', path: `/smart-lists/${id(list.name)}/members/batch`, json: { members } },
    status: 200,
    body: { inserted: phones.length - list.members.length, skipped: list.members.length, unmatched: 0 },
    after: { ...now, lists: withNamed(now.lists, { ...list, members: phones }) },
  };
};

const removeSome: Maker = ({ random, now, id }) => {
  const list = random.oneOf(now.lists);
  const phones = random.sample(now.contacts, 40 + random.below(61)).map(([phone]) => phone);
  const left = list.members.filter((phone) => !phones.includes(phone));
  const removed = list.members.length - left.length;
  return {
    request: {
      method: 'POST',
      path: `/smart-lists/${id(list.name)}/members/batch-remove`,
      json: { members: phones.map((phone) => ({ phone })) },
    },
    status: 200,
    body: { removed, skipped: phones.length - removed, unmatched: 0 },
    after: { ...now, lists: withNamed(now.lists, { ...list, members: left }) },
  };
};

const removeEverywhere: Maker = ({ now }) => {
  const phones = now.contacts.map(([phone]) => phone);
  const removed = phones.filter((phone) => now.lists.some(({ members }) => members.includes(phone))).length;
  return {
    request: {
      method: 'POST',
      path: '/smart-list-members/batch-remove',
      json: { members: phones.map((phone) => ({ phone })) },
    },
    status: 200,
    body: { removed, skipped: phones.length - removed, unmatched: 0 },
    after: { ...now, lists: now.lists.map((list) => ({ ...list, members: [] })) },
  };
};

const createOutcome: Maker = ({ writer, now, number }) => {
  const outcome: ExpectedOutcome = { name: nameOf(writer, 'Outcome', number), order: number, version: 1 };
  return {
    request: { method: 'POST', path: '/phone-system/outcomes', json: { outcome_name: outcome.name, order: number } },
    status: 201,
    body: { outcome: { outcome_name: outcome.name, order: number, version: 1 } },
    after: { ...now, outcomes: withNamed(now.outcomes, outcome) },
  };
};

const patchOutcome: Maker = ({ random, now, number, id }) => {
  const outcome = random.oneOf(now.outcomes);
  const changed = { ...outcome, order: -number, version: outcome.version + 1 };
  return {
    request: { method: 'PATCH', path: `/phone-system/outcomes/${id(outcome.name)}`, json: { order: changed.order } },
    status: 200,
    body: { outcome: { order: changed.order, version: changed.version } },
    after: { ...now, outcomes: withNamed(now.outcomes, changed) },
  };
};

const deleteOutcome: Maker = ({ random, now, id }) => {
  const gone = random.oneOf(now.outcomes);
  return {
    request: { method: 'DELETE', path: `/phone-system/outcomes/${id(gone.name)}` },
    status: 200,
    body: { outcome_id: id(gone.name), deleted: true },
    after: { ...now, outcomes: now.outcomes.filter((outcome) => outcome !== gone) },
  };
};
