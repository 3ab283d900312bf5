import type { Ask, Random, Told } from '../world.js';
import { dialedPhone, hoursOf } from './calling-hours.js';
import type { Known } from './known.js';

/** A request to be, without who asks it. */
export type Wish = Pick<Ask, 'method' | 'path' | 'body' | 'headers'>;

/** Makes a request of a kind, of what is known. */
export type Operation = (known: Known, random: Random) => Wish;

const PRIORITIES = ['highest', 'high', 'medium', 'low', 'lowest'];
const RESULTS = [
  'answered',
  'answered',
  'answered',
  'no_answer',
  'busy',
  'voicemail',
  'failed',
  'cancelled',
  'not_placed',
];
/** Worlds begin at 17:00 UTC: in Yangon the day ends half an hour later, in Kathmandu an hour and a quarter. */
export const ZONES = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Yangon', 'Pacific/Kiritimati'];

export const post = (path: string, body?: unknown): Wish => ({
  method: 'POST',
  path,
  ...(body !== undefined && { body }),
});
const get = (path: string): Wish => ({ method: 'GET', path });

/** When worlds begin. */
const BEGINNING = Date.parse('2031-03-03T17:00:00.000Z');

/** 0 freezes a list: more than a few of those, and little happens. */
const cap = (random: Random): number | null => random.pick([null, null, null, 1, 1, 2, 2, 3, 5, 0]);

/** What places in the queue depend on. */
const limits = (random: Random) => ({
  max_attempts_per_day: cap(random),
  max_attempts_total: cap(random),
  min_retry_seconds: random.pick([0, 0, 1, 10, 60, 600, 3_600]),
});

const GAPS = [0, 1, 10, 600, 3_600];

/** Retry gaps by the results that calls end with most often. */
const gapsByResult = (random: Random) =>
  random.chance(0.2)
    ? null
    : { answered: random.pick(GAPS), not_placed: random.pick(GAPS), ...(random.chance(0.5) && { lost: 0 }) };

const windows = (random: Random) =>
  random.chance(0.2)
    ? null
    : Array.from({ length: 1 + random.below(2) }, () => ({
        attempts: 1 + random.below(3),
        hours: 1 + random.below(3),
      }));

/** Half of them due at once, the other half within the first hour; half of them with an owner. */
const callback = (random: Random) => ({
  callback_at: new Date(BEGINNING + Math.max(0, random.below(7_200_000) - 3_600_000)).toISOString(),
  ...(random.chance(0.5) && { callback_agent_id: agent(random), callback_owner_seconds: random.pick([0, 30, 900]) }),
});

const hoursNamed = (known: Known, random: Random): string | null => (random.chance(0.3) ? null : known.one('hours'));

/** Few, so that some are taken. */
const groupName = (random: Random): string => `group ${random.below(30)}`;

const listsOfGroup = (known: Known): readonly string[] => [...new Set(known.some('lists', 3))];

const listSettings = (known: Known, random: Random) => ({
  ...limits(random),
  priority: random.pick(PRIORITIES),
  dial_timeout_seconds: random.pick([15, 30, 60]),
  ...(known.lists.length > 0 && random.chance(0.6) && { next_list_id: known.one('lists') }),
});

/** Some fields of a body. */
function someOf<Body extends object>(random: Random, body: Body): Partial<Body> {
  const fields = Object.entries(body).filter(() => random.chance(0.35));
  return Object.fromEntries(fields) as Partial<Body>;
}

/** References of a batch: by id, by phone, some of them twice and some to nobody. */
const references = (known: Known, random: Random, most = 12) => ({
  members: known
    .some('contacts', most)
    .map((contact_id, n) => (random.chance(0.1) ? { phone: phoneOf(n) } : { contact_id })),
});

export const phoneOf = (n: number): string => `+1202555${String(1_000 + n)}`;

const destination = (known: Known, random: Random) =>
  random.pick([
    { destination_type: 'none' },
    { destination_type: 'smart_list', destination_id: known.one('lists') },
    { destination_type: 'remove_from_all' },
    { destination_type: 'remove_from_selected', smart_list_ids: [...new Set(known.some('lists', 3))] },
  ]);

const outcome = (known: Known, random: Random) => {
  const isAction = random.chance(0.6);
  const type = isAction
    ? { outcome_type: 'action', webhook_url: `https://receiver-${random.below(3)}.example/hook` }
    : { outcome_type: 'disposition' };
  return { outcome_name: `outcome ${random.below(100)}`, ...type, ...destination(known, random) };
};

const ifMatch = (known: Known, id: string, random: Random): Pick<Wish, 'headers'> => {
  const version = known.versions.get(id);
  return version !== undefined && random.chance(0.3) ? { headers: { 'if-match': version } } : {};
};

const changeList = (known: Known, random: Random, changes: object): Wish => {
  const id = known.one('lists');
  return { method: 'PATCH', path: `/smart-lists/${id}`, body: changes, ...ifMatch(known, id, random) };
};

/** @param changes are drawn once the outcome is: in another order, seeds would be other worlds */
const changeOutcome = (known: Known, random: Random, changes: () => object): Wish => {
  const id = known.one('outcomes');
  const body = changes();
  return { method: 'PATCH', path: `/phone-system/outcomes/${id}`, body, ...ifMatch(known, id, random) };
};

const agent = (random: Random): string => `agent-${random.below(3)}`;
/** Few, so that some are asked for twice. */
const reference = (random: Random): string => `reference-${random.below(20)}`;

/** What a client keeps with a call. */
const details = (random: Random) => ({
  agent_id: random.chance(0.1) ? null : agent(random),
  reference: reference(random),
  notes: random.pick(['Asks for an offer.', 'No.', null]),
  duration_seconds: random.below(300),
  recording_url: random.pick(['https://recordings.example/a.wav', null]),
});

/** Few, so that some are asked for twice. */
const externalId = (random: Random): string => `crm-${random.below(12)}`;

/** What is known of a contact besides its phone and its name; the first of its phones is `phone`. */
const person = (random: Random, phone: string) => ({
  external_id: random.chance(0.1) ? null : externalId(random),
  phones: [...new Set([phone, phoneOf(random.below(30)), phoneOf(40 + random.below(10))])]
    .slice(0, 1 + random.below(3))
    .map((each) => ({ phone: each, label: random.pick(['office', null]) })),
  attributes: { tier: random.pick(['gold', 'silver', null]), visits: random.below(3) },
  time_zone: random.pick([...ZONES, null]),
});

/** Some types of events; the first one always, so that it is never none. */
const endpoint = (random: Random) => ({
  url: `https://endpoint-${random.below(3)}.example/events`,
  event_types: [
    'call.ended',
    ...['call.dispatched', 'call.lost', 'call.completed', 'outcome.applied', 'member.exhausted', 'member.moved'].filter(
      () => random.chance(0.5),
    ),
    ...['list.drained', 'import.finished', 'callback.due', 'do_not_call.added'].filter((type) =>
      random.fork(type).chance(0.5),
    ),
  ],
});

/** What a client of a workspace asks for. */
export const OPERATIONS = {
  next: (_known, random) => post('/dialer/next', { limit: random.pick([1, 1, 1, 2, 5]) }),
  end: (known, random) => post(`/calls/${known.one('calls')}/end`, { result: random.pick(RESULTS) }),
  heartbeat: (known) => post(`/calls/${known.one('calls')}/heartbeat`),
  apply: (known) => post(`/calls/${known.one('calls')}/outcomes`, { outcome_id: known.one('outcomes') }),
  register: (known, random) =>
    post('/calls', random.chance(0.2) ? { phone: phoneOf(random.below(30)) } : { contact_id: known.one('contacts') }),
  nextAs: (_known, random) => {
    const limit = random.pick([1, 1, 2]);
    return post('/dialer/next', { limit, ...someOf(random, details(random)), ...(limit > 1 && { reference: null }) });
  },
  endWith: (known, random) =>
    post(`/calls/${known.one('calls')}/end`, { result: random.pick(RESULTS), ...someOf(random, details(random)) }),
  applyWith: (known, random) =>
    post(`/calls/${known.one('calls')}/outcomes`, {
      outcome_id: known.one('outcomes'),
      ...someOf(random, details(random)),
    }),
  changeCall: (known, random) => ({
    method: 'PATCH',
    path: `/calls/${known.one('calls')}`,
    body: someOf(random, details(random)),
  }),
  readCalls: (_known, random) => {
    const filter = random.pick(['', '', `&agent_id=${agent(random)}`, `&reference=${reference(random)}`]);
    return get(`/calls?page_size=200&order=${random.pick(['oldest_first', 'newest_first'])}${filter}`);
  },
  readCall: (known) => get(`/calls/${known.one('calls')}`),
  preview: (_known, random) => get(`/dialer/preview?limit=${1 + random.below(5)}`),
  readStats: () => get('/dialer/stats'),
  explain: (known) => get(`/smart-lists/${known.one('lists')}/members/${known.one('contacts')}/explain`),
  createList: (known, random) => post('/smart-lists', { name: known.name(), ...listSettings(known, random) }),
  changeLimits: (known, random) => changeList(known, random, someOf(random, limits(random))),
  changePriority: (known, random) => changeList(known, random, { priority: random.pick(PRIORITIES) }),
  renameList: (known, random) => changeList(known, random, { name: known.name() }),
  changeWaterfall: (known, random) =>
    changeList(known, random, { next_list_id: random.chance(0.2) ? null : known.one('lists') }),
  cloneList: (known) => post(`/smart-lists/${known.one('lists')}/clone`),
  deleteList: (known, random) => {
    const id = known.one('lists');
    return { method: 'DELETE', path: `/smart-lists/${id}`, ...ifMatch(known, id, random) };
  },
  readList: (known) => get(`/smart-lists/${known.one('lists')}`),
  readProgress: (known) => get(`/smart-lists/${known.one('lists')}/progress`),
  readMembers: (known) => get(`/smart-lists/${known.one('lists')}/members?page_size=200`),
  readMember: (known) => get(`/smart-lists/${known.one('lists')}/members/${known.one('contacts')}`),
  readMemberships: (known, random) =>
    get(`/contacts/${known.one('contacts')}/memberships?page_size=${random.pick([1, 200, 200])}`),
  addMembers: (known, random) => post(`/smart-lists/${known.one('lists')}/members/batch`, references(known, random)),
  removeMembers: (known, random) =>
    post(`/smart-lists/${known.one('lists')}/members/batch-remove`, references(known, random)),
  enterNumbers: (_known, random) =>
    post('/do-not-call/batch', {
      entries: Array.from({ length: 1 + random.below(4) }, () => ({
        phone: phoneOf(random.below(30)),
        ...(random.chance(0.3) && { reason: 'asked' }),
        ...(random.chance(0.5) && { expires_at: new Date(BEGINNING + random.below(3_600_000)).toISOString() }),
      })),
    }),
  removeNumbers: (_known, random) =>
    post('/do-not-call/batch-remove', {
      phones: Array.from({ length: 1 + random.below(4) }, () => phoneOf(random.below(30))),
    }),
  readNumbers: () => get('/do-not-call'),
  setCallback: (known, random) => ({
    method: 'PATCH',
    path: `/smart-lists/${known.one('lists')}/members/${known.one('contacts')}`,
    body: random.chance(0.2) ? { callback_at: null } : callback(random),
  }),
  applyLater: (known, random) =>
    post(`/calls/${known.one('calls')}/outcomes`, { outcome_id: known.one('outcomes'), ...callback(random) }),
  nextFor: (_known, random) => post('/dialer/next', { limit: 1 + random.below(2), agent_id: agent(random) }),
  previewFor: (_known, random) => get(`/dialer/preview?limit=${1 + random.below(3)}&agent_id=${agent(random)}`),
  // Most contacts, so that some are in a call.
  resetMembers: (known, random) =>
    post(`/smart-lists/${known.one('lists')}/members/batch-reset`, references(known, random, 25)),
  // Most often of those who have used up their attempts, as is usual.
  resetList: (known, random) =>
    post(`/smart-lists/${known.one('lists')}/reset`, random.pick([undefined, {}, { completed_only: false }])),
  removeEverywhere: (known, random) => post('/smart-list-members/batch-remove', references(known, random, 4)),
  importContacts: (known, random) => {
    const erased = known.erased.at(-1);
    // Who comes back soon after an erasure must not be sealed with a key that is shredded.
    const again = erased !== undefined && random.chance(0.4) ? [erased] : [];
    const ids = known.contacts.length > 0 ? [...again, ...known.some('contacts', 4)] : [];
    const changed = ids.map((contact_id) => ({
      contact_id,
      phone: phoneOf(random.below(40)),
      name: random.pick(['Ada', null]),
    }));
    return post('/contacts/batch', { contacts: [...changed, { phone: phoneOf(random.below(40)) }] });
  },
  importPeople: (known, random) => {
    const ids = known.contacts.length > 0 ? [...known.some('contacts', 3), undefined] : [undefined];
    const contacts = ids.map((contact_id) => {
      const phone = phoneOf(random.below(40));
      return { ...(contact_id !== undefined && { contact_id }), phone, ...someOf(random, person(random, phone)) };
    });
    return post('/contacts/batch', { contacts, ...(random.chance(0.5) && { partial: true }) });
  },
  changeContact: (known, random) => {
    const phone = phoneOf(random.below(40));
    const body = { ...someOf(random, { name: random.pick(['Eve', null]), ...person(random, phone) }) };
    return { method: 'PATCH', path: `/contacts/${known.one('contacts')}`, body };
  },
  refreshZones: () => post('/contacts/refresh-zones'),
  readContacts: (_known, random) => {
    const filter = random.chance(0.5) ? `external_id=${externalId(random)}` : 'page_size=200';
    return get(`/contacts?${filter}&order=${random.pick(['ascending', 'descending'])}`);
  },
  readContact: (known) => get(`/contacts/${known.one('contacts')}`),
  deleteContact: (known) => ({ method: 'DELETE', path: `/contacts/${known.one('contacts')}` }),
  eraseContact: (known, random) => {
    const path = `/contacts/${known.one('contacts')}`;
    const afterCall = random.chance(0.5) ? 'after_call=true' : '';
    if (random.chance(0.3)) return { method: 'DELETE', path: `${path}?erase=true&${afterCall}` };
    return post(`${path}/erase?${afterCall}`);
  },
  eraseContacts: (known, random) =>
    post(`/contacts/batch-erase${random.chance(0.5) ? '?after_call=true' : ''}`, {
      contact_ids: [...new Set(known.some('contacts', 4))],
    }),
  createOutcome: (known, random) => post('/phone-system/outcomes', outcome(known, random)),
  changeOutcome: (known, random) =>
    changeOutcome(known, random, () =>
      random.chance(0.5) ? { outcome_name: `outcome ${random.below(100)}` } : destination(known, random),
    ),
  deleteOutcome: (known) => ({ method: 'DELETE', path: `/phone-system/outcomes/${known.one('outcomes')}` }),
  readOutcome: (known) => get(`/phone-system/outcomes/${known.one('outcomes')}`),
  readDeliveries: () => get('/webhook-deliveries'),
  redeliver: (known) => post(`/webhook-deliveries/${known.one('deliveries')}/redeliver`),
  createEndpoint: (_known, random) => post('/webhook-endpoints', endpoint(random)),
  changeEndpoint: (known, random) => ({
    method: 'PATCH',
    path: `/webhook-endpoints/${known.one('endpoints')}`,
    body: someOf(random, endpoint(random)),
  }),
  deleteEndpoint: (known) => ({ method: 'DELETE', path: `/webhook-endpoints/${known.one('endpoints')}` }),
  testEndpoint: (known) => post(`/webhook-endpoints/${known.one('endpoints')}/test`),
  recover: (known) =>
    post('/webhook-deliveries/recover', { endpoint_id: known.one('endpoints'), since: '2000-01-01T00:00:00.000Z' }),
  readEndpoint: (known) => get(`/webhook-endpoints/${known.one('endpoints')}`),
  pauseList: (known, random) => changeList(known, random, { paused: random.chance(0.4) }),
  pauseDialing: (_known, random) => ({ method: 'PATCH', path: '/dialer', body: { paused: random.chance(0.3) } }),
  readDialer: () => get('/dialer'),
  tryPause: (known, random) => {
    const wish = changeList(known, random, { paused: random.chance(0.5) });
    return { ...wish, path: `${wish.path}?dry_run=true` };
  },
  nextOfList: (known, random) =>
    post('/dialer/next', { limit: 1 + random.below(2), smart_list_id: known.one('lists') }),
  previewList: (known, random) =>
    get(`/dialer/preview?limit=${1 + random.below(3)}&smart_list_id=${known.one('lists')}`),
  createGroup: (known, random) =>
    post('/dial-groups', { name: groupName(random), smart_list_ids: listsOfGroup(known) }),
  changeGroup: (known, random) => {
    const id = known.one('groups');
    const version = known.versions.get(id);
    return {
      method: 'PATCH',
      path: `/dial-groups/${id}`,
      body: someOf(random, { name: groupName(random), smart_list_ids: listsOfGroup(known) }),
      ...(version !== undefined && random.chance(0.3) && { headers: { 'if-match': version } }),
    };
  },
  deleteGroup: (known) => ({ method: 'DELETE', path: `/dial-groups/${known.one('groups')}` }),
  readGroup: (known) => get(`/dial-groups/${known.one('groups')}`),
  nextOfGroup: (known, random) =>
    post('/dialer/next', { limit: 1 + random.below(2), dial_group_id: known.one('groups') }),
  previewGroup: (known, random) =>
    get(`/dialer/preview?limit=${1 + random.below(3)}&dial_group_id=${known.one('groups')}`),
  createHours: (_known, random) => post('/calling-hours', hoursOf(random)),
  changeHours: (known, random) => {
    const id = known.one('hours');
    const path = `/calling-hours/${id}`;
    return { method: 'PATCH', path, body: someOf(random, hoursOf(random)), ...ifMatch(known, id, random) };
  },
  deleteHours: (known, random) => {
    const id = known.one('hours');
    return { method: 'DELETE', path: `/calling-hours/${id}`, ...ifMatch(known, id, random) };
  },
  readHours: (known) => get(`/calling-hours/${known.one('hours')}`),
  nameHours: (known, random) => changeList(known, random, { calling_hours_id: hoursNamed(known, random) }),
  tryHours: (known, random) => {
    const wish = changeList(known, random, { calling_hours_id: hoursNamed(known, random) });
    return { ...wish, path: `${wish.path}?dry_run=true` };
  },
  changeZones: (known, random) => ({
    method: 'PATCH',
    path: `/contacts/${known.one('contacts')}`,
    body: random.chance(0.5)
      ? { time_zone: random.pick([...ZONES, 'America/Detroit', null]) }
      : { phone: dialedPhone(random.below(30)) },
  }),
  changeGaps: (known, random) => changeList(known, random, { retry_seconds: gapsByResult(random) }),
  changeWindows: (known, random) => changeList(known, random, { attempt_windows: windows(random) }),
  changeOutcomeGap: (known, random) =>
    changeOutcome(known, random, () => ({ retry_seconds: random.pick([...GAPS, null]) })),
  tryLimits: (known, random) => {
    const body = { ...limits(random), priority: random.pick(PRIORITIES) };
    const wish = changeList(known, random, someOf(random, body));
    return { ...wish, path: `${wish.path}?dry_run=true` };
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;

/** How often each is asked in a run that leaves none out. */
export const USUAL: Readonly<Record<OperationName, number>> = {
  ...{ next: 30, end: 30, heartbeat: 4, apply: 14, register: 4 },
  ...{
    readCall: 3,
    preview: 4,
    explain: 2,
    readList: 2,
    readMembers: 3,
    readContact: 2,
    readOutcome: 1,
    readDeliveries: 1,
  },
  ...{
    createList: 3,
    changeLimits: 6,
    changePriority: 2,
    renameList: 1,
    changeWaterfall: 3,
    cloneList: 1,
    deleteList: 1,
  },
  ...{ addMembers: 12, removeMembers: 4, removeEverywhere: 1, importContacts: 3, deleteContact: 1 },
  ...{ eraseContact: 2, eraseContacts: 1 },
  ...{ createOutcome: 2, changeOutcome: 2, deleteOutcome: 1, redeliver: 1 },
  tryLimits: 3,
  ...{ importPeople: 4, changeContact: 6, readContacts: 3 },
  refreshZones: 12,
  ...{ nextAs: 10, endWith: 8, applyWith: 4, changeCall: 6, readCalls: 3 },
  ...{ readMember: 6, readMemberships: 6, readStats: 6, readProgress: 6 },
  resetMembers: 10,
  ...{ setCallback: 12, applyLater: 12, nextFor: 12, previewFor: 3 },
  ...{ enterNumbers: 12, removeNumbers: 6, readNumbers: 2 },
  resetList: 6,
  ...{ pauseList: 6, pauseDialing: 3, readDialer: 2, tryPause: 2 },
  ...{ nextOfList: 12, previewList: 3 },
  ...{ createGroup: 6, changeGroup: 3, deleteGroup: 1, readGroup: 2, nextOfGroup: 16, previewGroup: 4 },
  ...{ createHours: 2, changeHours: 4, deleteHours: 2, readHours: 2, nameHours: 8, tryHours: 2, changeZones: 6 },
  ...{ changeGaps: 4, changeWindows: 4, changeOutcomeGap: 20 },
  ...{ createEndpoint: 4, changeEndpoint: 3, deleteEndpoint: 1, testEndpoint: 1, recover: 1, readEndpoint: 1 },
};

/** The ids of the calls that a request for somebody to call was answered with. */
export function callsOf(told: Told): readonly string[] {
  if (told.kind !== 'answered' || told.status !== 200) return [];
  const { calls } = told.body as { readonly calls: readonly { readonly call_id: string }[] };
  return calls.map(({ call_id }) => call_id);
}
