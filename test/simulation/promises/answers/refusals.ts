import { byExternalId } from '../model/contact-details.js';
import type { Scope } from '../model/dial-groups.js';
import type { Call } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { isSearchable } from './searches.js';
import { isBrokenFile, lacksScopeOfImport } from './import-refusals.js';
import { type Asked, asking, codeOf, readsRows, SEND_ROWS } from './asked.js';
import type { Claim } from './claims.js';
import { CLOCK_MS } from './fits.js';
import { attemptCount } from '../model/eligibility.js';

/** Endpoints that a workspace may have. */
const MAX_ENDPOINTS = 20;
/** The same of open imports. */
const MAX_OPEN_IMPORTS = 20;

type Body = Readonly<Record<string, unknown>>;

/** Whether a refusal is right in a state. */
type IsRight = (asked: Asked, model: WorkspaceModel) => boolean;

const bodyOf = ({ request }: Asked): Body => (request.body ?? {}) as Body;

/** Whether a request erases contacts: also those that are deleted. */
const erases = ({ route, query }: Asked): boolean => route.endsWith('erase') || query.get('erase') === 'true';

/** Whether something that a path names does not exist. */
const isMissing: IsRight = (asked, model) => {
  const {
    route,
    ids: [id = '', other = ''],
  } = asked;
  const isChange = asked.request.method === 'PATCH';
  if (route.includes('/members/:'))
    return !model.list(id) || (isChange ? !model.isMember(id, other) : !model.membership(id, other));
  if (route.includes(' /smart-lists/')) return !model.list(id);
  if (route.includes(' /imports/')) return isMissingImport(asked, model);
  if (route.includes(' /contacts/')) return !(erases(asked) ? model.contacts.get(id) : model.contact(id));
  if (route.includes(' /calls/')) return !model.calls.has(id);
  if (route.includes('/outcomes/')) return !model.outcomes.has(id);
  if (route.includes(' /dial-groups/')) return !model.groups.get(id);
  if (route.includes(' /calling-hours/')) return !model.callingHours.get(id);
  if (route.includes('/webhook-endpoints/')) return !model.endpoints.has(id);
  if (route.includes('/webhook-deliveries/')) return !model.deliveries.has(id);
  if (route.includes('/api-keys/')) return !model.keys.has(other);
  return route.includes(' /admin/workspaces/') && (!model.created || model.deleted);
};

/** Of an open import that has a list, its list is missing too: no row can be done. */
const isMissingImport: IsRight = ({ route, ids: [id = ''] }, model) => {
  const { settings, state } = model.imports.get(id) ?? {};
  if (!settings) return true;
  return (
    route === SEND_ROWS && state === 'open' && settings.smart_list_id !== null && !model.list(settings.smart_list_id)
  );
};

const hasNoKey: IsRight = ({ keyId, request }, model) => {
  const key = model.keys.get(keyId ?? '');
  // The instant at which a process looks at its clock is not known; it may be wrong by two seconds.
  const hasExpired = (key?.expiresAt ?? Infinity) <= request.answeredAt + 2_000;
  return !key || key.revoked || hasExpired || model.deleted;
};

const lacksScope: IsRight = (asked, model) => {
  const { keyId, request, route } = asked;
  const kinds =
    request.method === 'GET'
      ? ['read']
      : [...(erases(asked) ? ['erase'] : []), ...(route.endsWith('erase') ? [] : ['write'])];
  const isOfEndpoints = route.includes(' /webhook-endpoints') && request.method !== 'GET';
  const area = AREAS.find(([part]) => route.includes(part))?.[1];
  const scopes = model.keys.get(keyId ?? '')?.scopes ?? [];
  if (lacksScopeOfImport(asked, model, scopes)) return true;
  if (isOfEndpoints) return !scopes.includes('webhooks:admin');
  return kinds.some((kind) => !scopes.includes(`${area}:${kind}`));
};

const AREAS: readonly (readonly [part: string, area: string])[] = [
  ['/memberships', 'smart_lists'],
  [' /imports', 'contacts'],
  [' /contacts', 'contacts'],
  [' /do-not-call', 'contacts'],
  [' /dialer', 'calls'],
  [' /calls', 'calls'],
  [' /webhook-deliveries', 'webhooks'],
  [' /webhook-endpoints', 'webhooks'],
  [' /', 'smart_lists'],
];

const isCallElsewhere: IsRight = (asked, model) => {
  const { route, ids } = asked;
  const body = bodyOf(asked);
  if (route === 'POST /calls') {
    const contact = contactNamed(model, body);
    return contact !== undefined && model.callInFlight(contact) !== undefined;
  }
  const call = model.calls.get(ids[0] ?? '');
  if (!call) return false;
  if (route.endsWith('/heartbeat')) return call.endedAt !== null;
  if (route.endsWith('/end')) return call.endedAt !== null && call.result !== body['result'];
  const outcome = model.outcomes.get(String(body['outcome_id']));
  if (!outcome) return false;
  if (outcome.settings.outcome_type === 'disposition') return call.endedAt === null || call.completedAt !== null;
  return call.endedAt !== null || call.outcomes.some(({ id }) => id === outcome.id);
};

const isTaken: IsRight = (asked, model) => {
  const { route, ids } = asked;
  const { name, call_id } = bodyOf(asked);
  if (route === 'POST /webhook-endpoints') return model.endpoints.size >= MAX_ENDPOINTS;
  if (route === 'POST /imports') return model.imports.open().length >= MAX_OPEN_IMPORTS;
  if (route === 'POST /imports/:/cancel') return model.imports.get(ids[0]!)?.state === 'finished';
  if (route === 'POST /webhook-deliveries/:/redeliver') {
    const { endpointId = '' } = model.deliveries.get(ids[0] ?? '') ?? {};
    return endpointId !== '' && !model.endpoints.has(endpointId);
  }
  if (isOfCalls(asked)) return model.calls.has(String(call_id)) || hasWrongReference(asked, model);
  if (route === 'POST /contacts/batch') {
    const contacts = bodyOf(asked)['contacts'] as readonly ({ readonly contact_id?: string } & Body)[];
    return contacts.some(
      ({ contact_id = '', ...item }, at) =>
        ['requested', 'started'].includes(model.contacts.get(contact_id)?.erasure ?? '') ||
        hasTakenId(model, contact_id, item) ||
        // Of two items of one import, the first one has it.
        contacts
          .slice(0, at)
          .some(({ external_id }) => external_id !== undefined && external_id === item['external_id']),
    );
  }
  if (route === 'PATCH /contacts/:') return hasTakenId(model, ids[0]!, bodyOf(asked));
  const wanted = typeof name === 'string' ? comparable(name) : undefined;
  if (route === 'DELETE /calling-hours/:') return areNamed(model, ids[0]!);
  if (route.includes(' /calling-hours'))
    return model.callingHours.all().some((hours) => comparable(hours.name) === wanted && hours.id !== ids[0]);
  if (route.includes(' /dial-groups'))
    return model.groups.all().some((group) => comparable(group.name) === wanted && group.id !== ids[0]);
  const isRename = route === 'PATCH /smart-lists/:';
  return model
    .liveLists()
    .some((list) => comparable(list.settings.name) === wanted && !(isRename && list.id === ids[0]));
};

/** Whether a list or the workspace names calling hours. */
const areNamed = (model: WorkspaceModel, hoursId: string): boolean =>
  [model.settings, ...model.liveLists().map(({ settings }) => settings)].some(
    ({ calling_hours_id }) => calling_hours_id === hoursId,
  );

const hasTakenId = (model: WorkspaceModel, contactId: string, { external_id }: Body): boolean => {
  const holder = typeof external_id === 'string' ? byExternalId(model.contacts.values(), external_id) : undefined;
  return holder !== undefined && holder.id !== contactId;
};

const isOfCalls = ({ route }: Asked): boolean => [' /calls', ' /dialer'].some((part) => route.includes(part));

const hasWrongReference: IsRight = (asked, model) => {
  const { reference } = bodyOf(asked);
  const own = model.calls.get(asked.ids[0] ?? '')?.details.reference ?? null;
  return reference !== undefined && (own !== null ? own !== reference : model.references.has(reference as string));
};

const comparable = (name: string): string => name.trim().normalize('NFC').toLowerCase();

const isUnknownReference: IsRight = (asked, model) => {
  const { route, query } = asked;
  const body = bodyOf(asked);
  if (route === 'GET /dialer/preview') return !isScope(model, Object.fromEntries(query));
  if (route === 'POST /dialer/next') return !isScope(model, body);
  if (route === 'POST /calls') return contactNamed(model, body) === undefined;
  if (route === 'POST /webhook-deliveries/recover') return !model.endpoints.has(String(body['endpoint_id']));
  if (route === 'POST /calls/:/outcomes') return !model.outcomes.has(String(body['outcome_id']));
  const { calling_hours_id: hoursId } = body;
  if (typeof hoursId === 'string' && !model.callingHours.get(hoursId)) return true;
  const named = [body['next_list_id'], body['destination_id'], body['smart_list_ids'], body['smart_list_id']].flat();
  return named.some((id) => typeof id === 'string' && !model.list(id));
};

/** Whether a request names an active list, or a dial group, where it names one. */
function isScope(model: WorkspaceModel, { smart_list_id: listId, dial_group_id: groupId }: Scope): boolean {
  if (typeof listId === 'string') return model.list(listId) !== undefined;
  return typeof groupId !== 'string' || model.groups.get(groupId) !== undefined;
}

const isCircle: IsRight = (asked, model) => {
  const next = bodyOf(asked)['next_list_id'];
  for (let at = next as string | null; at !== null; at = model.list(at)?.settings.next_list_id ?? null)
    if (at === asked.ids[0]) return true;
  return false;
};

const isAnotherVersion: IsRight = ({ route, ids, request }, model) => {
  const [, all] = [
    [' /dial-groups/', model.groups] as const,
    [' /calling-hours/', model.callingHours] as const,
    ['/outcomes/', model.outcomes] as const,
    [' /', model.lists] as const,
  ].find(([part]) => route.includes(part))!;
  const version = all.get(ids[0]!)?.version;
  return request.headers?.['if-match'] !== `"${version}"`;
};

const exceedsQuota: IsRight = (asked, model) => {
  const { quotas } = model.settings;
  const body = bodyOf(asked);
  const size = (items: unknown): number => (Array.isArray(items) ? items.length : 1);
  if (asked.route === 'POST /dialer/next' || asked.route === 'POST /calls')
    return model.openCalls.size + 1 > quotas.open_calls;
  if (asked.route === 'POST /contacts/batch') {
    const live = [...model.contacts.values()].filter(({ live: isLive }) => isLive).length;
    return live + size(body['contacts']) > quotas.contacts;
  }
  if (asked.route === SEND_ROWS) return exceedsByRows(asked, model);
  // What is redelivered is compared with a count that is some seconds old.
  if (asked.route.startsWith('POST /webhook-')) return true;
  return model.memberCount() + size(body['members']) > quotas.members || asked.route === 'POST /calls/:/outcomes';
};

/** Each row makes a contact or adds a member at most. */
const exceedsByRows: IsRight = ({ request }, model) => {
  const rows = String(request.body).split('\n').length;
  const live = [...model.contacts.values()].filter(({ live: isLive }) => isLive).length;
  const { contacts, members } = model.settings.quotas;
  return live + rows > contacts || model.memberCount() + rows > members;
};

/** No action has a retry gap. */
const isGapOfAction: IsRight = (asked, model) =>
  typeof bodyOf(asked)['retry_seconds'] === 'number' &&
  model.outcomes.get(asked.ids[0]!)?.settings.outcome_type === 'action';

/** No action has a callback. */
const isCallbackOfAction: IsRight = (asked, model) =>
  bodyOf(asked)['callback_at'] !== undefined &&
  model.outcomes.get(String(bodyOf(asked)['outcome_id']))?.settings.outcome_type === 'action';

function isOfErased(call: Call | undefined, model: WorkspaceModel): boolean {
  if (!call) return false;
  return call.erasedAt !== null || (model.contacts.get(call.party.contact_id)?.erasedAt ?? null) !== null;
}

/** An entry must expire in the future. */
function hasPastExpiry({ request }: Asked): boolean {
  const { entries } = request.body as { readonly entries: readonly { readonly expires_at?: string }[] };
  return entries.some(({ expires_at = '' }) => Date.parse(expires_at) <= request.answeredAt + CLOCK_MS);
}

/** Nobody could keep a callback: no membership may be left to bear it, or its attempts are used up. */
const canKeepNoCallback: IsRight = ({ route, ids: [id = '', other = ''] }, model) => {
  const party = route === 'POST /calls/:/outcomes' ? model.calls.get(id)?.party : undefined;
  // By which list it would be borne depends on the outcome: whether that has its attempts left is not asked.
  if (party) return true;
  const list = model.list(id);
  const total = list?.settings.max_attempts_total || null;
  return total !== null && attemptCount(model, other, id) >= total;
};

const RIGHT: Readonly<Record<string, IsRight>> = {
  not_found: isMissing,
  unauthorized: hasNoKey,
  insufficient_scope: lacksScope,
  call_state_conflict: isCallElsewhere,
  contact_in_call: ({ ids: [id = ''], query }, model) =>
    query.get('after_call') !== 'true' && model.callInFlight(id) !== undefined,
  contact_erased: (asked, model) => {
    const [id = ''] = asked.ids;
    if (isOfCalls(asked)) return isOfErased(model.calls.get(id), model);
    const delivery = model.deliveries.get(id);
    return (delivery?.number ?? Infinity) < (model.contacts.get(delivery?.contactId ?? '')?.erasedRevision ?? -1);
  },
  resource_conflict: isTaken,
  invalid_reference: isUnknownReference,
  callback_refused: canKeepNoCallback,
  waterfall_cycle: isCircle,
  precondition_failed: isAnotherVersion,
  quota_exceeded: exceedsQuota,
  validation_failed: (asked, model) => {
    if (asked.route === SEND_ROWS) return isBrokenFile(asked);
    if (asked.route === 'POST /calls/:/outcomes') return isCallbackOfAction(asked, model);
    if (asked.route === 'PATCH /phone-system/outcomes/:') return isGapOfAction(asked, model);
    if (asked.route === 'POST /do-not-call/batch') return hasPastExpiry(asked);
    return asked.route === 'GET /contacts' && !isSearchable(asked, model);
  },
};

/** Refusals that say nothing of the workspace, or what other requests of the history decide. */
const ELSEWHERE = new Set(['unavailable', 'rate_limited', 'idempotency_in_progress', 'idempotency_key_reused']);

function contactNamed(model: WorkspaceModel, { contact_id, phone }: Body): string | undefined {
  if (typeof phone === 'string') return model.contactByPhone(phone)?.id;
  return model.contact(String(contact_id))?.id;
}

/**
 * That the refusal was right at some moment between question and answer; none: the log cannot tell.
 * @param shown events of the log that a read has to show
 */
export function claimsOfRefusal(asked: Asked, shown: number): readonly Claim[] {
  const code = codeOf(asked.answer);
  if (ELSEWHERE.has(code) || (asked.route === SEND_ROWS && code === 'resource_conflict')) return [];
  const { logAtAsk, logAtAnswer } = asked.request;
  const isRight = RIGHT[code];
  return [
    {
      workspaceId: asked.workspaceId,
      from: readsRows(asked) ? Math.min(shown, logAtAsk) : logAtAsk,
      to: logAtAnswer,
      sentence: asking(asked),
      refutation: (model) => (isRight?.(asked, model) ? undefined : `${code} was never right meanwhile`),
    },
  ];
}

/** What is refused writes nothing; of a file the rows are done that stand before what it is refused for. */
export function refusedAndDone(asked: Asked): readonly string[] {
  if (asked.answer.status >= 500 || asked.events.length === 0 || asked.route === SEND_ROWS) return [];
  return [`${asking(asked)}: it was refused, and has written ${asked.events.map(({ type }) => type).join(' ')}`];
}
