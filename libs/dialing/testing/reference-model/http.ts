import { modelExplain } from './explain.js';
import { ReferenceModel } from './reference-model.js';
import type { GroupFields } from './groups.js';
import type { HoursFields, ModelHours } from './hours.js';
import type { ContactItem, ModelReference } from './lists.js';
import {
  type ModelCall,
  type ModelGroup,
  type ModelList,
  type ModelMembership,
  type ModelOutcome,
  Refused,
} from './state.js';
import {
  showCall,
  showContact,
  showGroup,
  showHours,
  showList,
  showMember,
  showMembers,
  showOutcome,
  showPick,
  showProgress,
} from './views.js';

/** A request as the driver of the scenarios sends it. */
export interface ModelRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

export interface ModelResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const STATUS: Readonly<Record<string, number>> = {
  ...{ not_found: 404, resource_conflict: 409, call_state_conflict: 409, contact_in_call: 409, callback_refused: 409 },
  ...{ validation_failed: 400, invalid_reference: 400, waterfall_cycle: 400 },
};

/**
 * The reference model's answer to a request of docs/reference/http-contract.md about dialing. Bodies are checked only
 * where a scenario or a history sends wrong ones.
 * @throws any error that is not a refusal
 */
export function modelAnswer(model: ReferenceModel, { method, path, body }: ModelRequest): ModelResponse {
  const { pathname, searchParams } = new URL(path, 'http://reference');
  try {
    const parts = pathname.slice(1).split('/').map(decodeURIComponent);
    return route(model, method, parts, (body ?? {}) as Body, searchParams);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: STATUS[error.code]!, body: { ok: false, code: error.code } };
  } finally {
    // Effects that this request made due at once (a wrap-up time of zero) happen before the next request.
    model.setClock(model.now);
  }
}

/**
 * The reference model as a service with workspaces and one test clock: the oracle of test/scenarios/run.mjs (`--self
 * --oracle`). The key of a workspace is its id.
 */
export function openService({ adminToken }: { readonly adminToken: string }): {
  handle(request: ModelRequest): Promise<ModelResponse>;
} {
  const workspaces = new Map<string, ReferenceModel>();
  let clock: ModelRequest = { method: 'PUT', path: '/admin/clock', body: { now: '1970-01-01T00:00:00.000Z' } };
  const handle = (request: ModelRequest): ModelResponse => {
    const [, area, what, id = '', keys] = request.path.split('/');
    if (area !== 'admin') {
      const model = workspaces.get(request.token ?? '');
      return model ? modelAnswer(model, request) : { status: 401, body: { ok: false, code: 'unauthorized' } };
    }
    if (request.token !== adminToken) return { status: 401, body: { ok: false, code: 'unauthorized' } };
    if (what === 'clock') {
      clock = request;
      for (const model of workspaces.values()) modelAnswer(model, clock);
      return { status: 200, body: { ok: true, now: (clock.body as { now: string }).now } };
    }
    if (keys === 'api-keys') return { status: 201, body: { ok: true, secret: id } };
    if (request.method === 'PATCH') return modelAnswer(workspaces.get(id)!, request);
    const model = new ReferenceModel();
    const workspace_id = `workspace-${workspaces.size + 1}`;
    workspaces.set(workspace_id, model);
    modelAnswer(model, clock);
    const made = modelAnswer(model, { ...request, method: 'PATCH', path: `/admin/workspaces/${workspace_id}` });
    return { status: 201, body: { ...made.body, workspace: { workspace_id } } };
  };
  return { handle: async (request) => handle(request) };
}

type Body = Record<string, never>;

/** The handler of a route, with the ids in its path, the body, the query. */
type Act = (model: ReferenceModel, ids: readonly string[], body: Body, query: URLSearchParams) => object;

/** Colons stand for ids. A route answers 200, or the status behind its arrow. */
const ROUTES: Readonly<Record<string, Act>> = {
  'PUT admin clock': (model, _, body) => ({ now: model.setClock(Date.parse(body['now']!)) }),
  'PATCH admin workspaces :': (model, _, body) => ({ workspace: model.patchWorkspace(settingsOfWorkspace(body)) }),
  'POST contacts batch': (model, _, body) => importContacts(model, body),
  'GET contacts :': (model, [id]) => ({ contact: showContact(model, model.contact(id!)) }),
  'PATCH contacts :': (model, [id], body) => ({ contact: showContact(model, model.patchContact(id!, body)) }),
  'DELETE contacts :': (model, [id]) => deleted(model.deleteContact(id!)),
  'POST contacts : erase': (model, [id]) => deleted(model.eraseContact(id!)),
  'POST smart-lists -> 201': (model, _, body) =>
    list(model, model.createList(settingsOf(body) as unknown as ModelList)),
  'GET smart-lists :': (model, [id]) => list(model, model.list(id!)),
  'PATCH smart-lists :': (model, [id], body) => list(model, model.patchList(id!, settingsOf(body))),
  'DELETE smart-lists :': (model, [id]) => deleted(model.deleteList(id!)),
  'POST smart-lists : clone -> 201': (model, [id], body) => list(model, model.cloneList(id!, body['name']!)),
  'GET smart-lists : members': (model, [id], _, query) => ({
    members: showMembers(model, id!, query.get('status')),
    next_page_token: null,
  }),
  'GET smart-lists : progress': (model, [id]) => ({ members: showProgress(model, id!) }),
  'PATCH smart-lists : members :': (model, [id, contact], body) => ({
    member: showMember(model, model.changeMember(id!, contact!, body)),
  }),
  'GET smart-lists : members : explain': (model, [id, contact]) => modelExplain(model, memberOf(model, id!, contact!)),
  'POST smart-lists : members batch': (model, [id], body) => model.addMembers(id!, references(body)),
  'POST smart-lists : members batch-remove': (model, [id], body) => model.removeMembers([id!], references(body)),
  'POST smart-lists : members batch-reset': (model, [id], body) => model.resetMembers(id!, references(body)),
  'POST smart-lists : reset': (model, [id], body) => model.resetList(id!, body['completed_only']),
  'POST smart-list-members batch-remove': (model, _, body) => model.removeMembers('all', references(body)),
  'POST do-not-call batch': (model, _, body) => model.register.enter(body['entries'] ?? [], 'api', model.now),
  'POST do-not-call batch-remove': (model, _, body) => model.register.remove(body['phones'] ?? [], model.now),
  'GET do-not-call :': (model, [phone]) => ({ entry: model.register.show(phone!, model.now) }),
  'POST calling-hours -> 201': (model, _, body) => hours(model.createHours(hoursOf(body))),
  'GET calling-hours :': (model, [id]) => hours(model.hours.get(id!)),
  'PATCH calling-hours :': (model, [id], body) => hours(model.hours.patch(id!, hoursOf(body))),
  'DELETE calling-hours :': (model, [id]) => ({ calling_hours_id: id, ...deleted(model.deleteHours(id!)) }),
  'POST dial-groups -> 201': (model, _, body) => group(model.createGroup(body as unknown as GroupFields)),
  'GET dial-groups :': (model, [id]) => group(model.group(id!)),
  'PATCH dial-groups :': (model, [id], body) => group(model.patchGroup(id!, body)),
  'DELETE dial-groups :': (model, [id]) => deleted(model.deleteGroup(id!)),
  'POST phone-system outcomes -> 201': (model, _, body) => ({
    outcome: showOutcome(model.createOutcome(outcomeOf(body))),
  }),
  'DELETE phone-system outcomes :': (model, [id]) => deleted(model.deleteOutcome(id!)),
  'POST dialer next': (model, _, body) => ({
    calls: model.next(body['limit'], model.scope(body), body['agent_id'] ?? null).map(showCall),
  }),
  'GET dialer': (model) => dialer(model),
  'PATCH dialer': (model, _, body) => dialer(model.pauseDialing(body['paused']!)),
  'GET dialer preview': (model, _, __, query) => ({
    next: model
      .picks(Number(query.get('limit') ?? 1), model.scope(Object.fromEntries(query)), query.get('agent_id'))
      .map(showPick),
  }),
  'POST calls -> 201': (model, _, body) => call(model.registerCall(body as unknown as ModelReference, body['call_id'])),
  'GET calls :': (model, [id]) => call(model.call(id!)),
  'POST calls : end': (model, [id], body) => call(model.endCall(id!, body['result']!)),
  'POST calls : heartbeat': (model, [id]) => call(model.heartbeat(id!)),
  'POST calls : outcomes': (model, [id], body) => call(model.applyOutcome(id!, body['outcome_id']!, body)),
};

const list = (model: ReferenceModel, found: ModelList) => ({ smart_list: showList(model, found) });
const hours = (found: ModelHours) => ({ calling_hours: showHours(found) });
const hoursOf = (body: Body) => body as unknown as Partial<HoursFields>;
const group = (found: ModelGroup) => ({ dial_group: showGroup(found) });
const dialer = ({ workspace: { dialing_paused_at: at } }: ReferenceModel) => ({
  dialer: { paused: at !== null, paused_at: at === null ? null : new Date(at).toISOString() },
});
const deleted = (_: void) => ({ deleted: true });
const call = (found: ModelCall) => ({ call: showCall(found) });

function route(model: ReferenceModel, method: string, path: readonly string[], body: Body, query: URLSearchParams) {
  for (const [pattern, act] of Object.entries(ROUTES)) {
    const [shape, status = '200'] = pattern.split(' -> ');
    const words = shape!.split(' ');
    const fits = [method, ...path].every((part, at) => words[at] === ':' || words[at] === part);
    if (!fits || words.length !== path.length + 1) continue;
    const ids = path.filter((_, at) => words[at + 1] === ':');
    return { status: Number(status), body: { ok: true, ...act(model, ids, body, query) } };
  }
  throw new Refused('not_found');
}

function importContacts(model: ReferenceModel, body: Body): object {
  const items = (body['contacts'] ?? []) as ContactItem[];
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const item of items) {
    const known = model.contacts.find(({ id, live }) => live && id === item.contact_id);
    const isAsIs = (field: 'name' | 'time_zone') => item[field] === undefined || known?.[field] === item[field];
    const same = known?.phone === item.phone && isAsIs('name') && isAsIs('time_zone');
    counts[known ? (same ? 'unchanged' : 'updated') : 'created'] += 1;
  }
  const contacts = model.importContacts(items).map(({ id, phone }) => ({ contact_id: id, phone }));
  return { ...counts, contacts };
}

function references(body: Body): readonly ModelReference[] {
  const members = (body['members'] ?? []) as { contact_id?: string; phone?: string }[];
  const wellFormed = ({ contact_id, phone }: (typeof members)[number]) =>
    (contact_id === undefined) !== (phone === undefined) && (phone === undefined || /^\+[1-9]\d{1,14}$/.test(phone));
  if (members.length < 1 || members.length > 100 || !members.every(wellFormed)) throw new Refused('validation_failed');
  return members as ModelReference[];
}

const RESULTS = ['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'cancelled', 'not_placed', 'lost'];

/** The settings of a list, whose gaps are those of results, and whose windows are not too large. */
function settingsOf(body: Body): Body {
  const gaps = Object.keys(body['retry_seconds'] ?? {});
  const windows = (body['attempt_windows'] ?? []) as readonly { readonly attempts: number }[];
  const isWrong = gaps.some((result) => !RESULTS.includes(result)) || windows.some(({ attempts }) => attempts > 32);
  if (isWrong) throw new Refused('validation_failed');
  return body;
}

/** The settings of a workspace, whose windows are not too large. */
function settingsOfWorkspace(body: Body): Body {
  const windows = (body['contact_windows'] ?? []) as readonly { readonly attempts: number }[];
  if (windows.some(({ attempts }) => attempts > 32)) throw new Refused('validation_failed');
  return body;
}

function outcomeOf(body: Body): Omit<ModelOutcome, 'id'> {
  const { outcome_name: name, outcome_type: type = 'disposition', destination_type = 'none' } = body;
  const { destination_id = null, smart_list_ids = [], retry_seconds = null } = body;
  return { name: name!, type, destination_type, destination_id, smart_list_ids, retry_seconds };
}

function memberOf(model: ReferenceModel, listId: string, contactId: string): ModelMembership {
  const found = model.members(listId).find(({ contact }) => contact.id === contactId);
  if (!found) throw new Refused('not_found');
  return found;
}
