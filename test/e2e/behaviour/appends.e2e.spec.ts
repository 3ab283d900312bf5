import { APPENDS, type AppendKind, isRunOf } from '../../docs/events/appends.js';
import { byId, nextName } from '../../support/api.js';
import { success } from '../../support/client.js';
import { decided, type LoggedEvent, START } from '../../support/log.js';
import { Imports } from '../../support/imports.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { redeliver, shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { Endpoints } from '../../support/webhook-endpoints.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const service = shareService({ env: { ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' } });
const receiver = shareReceivers();
const RUN_MS = 120_000;

/** Writes that need a service of their own, and the spec that drives each. */
const DRIVEN_ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /admin/secrets/reseal, for each workspace': 'secrets-key.e2e.spec.ts',
  'POST /admin/held-streams/skip': 'held-back.e2e.spec.ts',
  'erased contacts whose keys were put back': 'restored-keys.e2e.spec.ts',
  // An item is parked after ten failures, minutes later: there the time of the process is made to run faster.
  'POST /admin/parked/{itemId}/retry': 'apps/service/parked/parked.int.spec.ts',
  'POST /admin/parked/{itemId}/skip': 'apps/service/parked/parked.int.spec.ts',
  'a parked delivery that is skipped': 'apps/service/parked/parked.int.spec.ts',
  'an item of a to-do list that failed too often': 'apps/service/parked/parked.int.spec.ts',
  '`smartlists log copy --workspace`': 'test/distributed/moved-workspace.e2e.spec.ts',
};
const driven = new Set(Object.keys(DRIVEN_ELSEWHERE));

const kindOf = (write: string): AppendKind => {
  const kind = APPENDS.find((each) => each.write === write);
  if (!kind) throw new Error(`no kind of write is called ${write}`);
  return kind;
};
const typesOf = (events: readonly LoggedEvent[]): string => events.map(({ type }) => type).join(' ');

/** Expects an action to be one append with exactly these events in a row, declared for its kind of write. */
async function drives<Result>(write: string, run: string, action: () => Promise<Result>): Promise<Result> {
  const kind = kindOf(write);
  const before = await service().log.head();
  const result = await action();
  const events = (await service().log.after(before)).filter(({ metadata }) => metadata.actor.kind === kind.by);
  expect({ write, run: typesOf(decided(events)) }).toEqual({ write, run });
  expect({ write, declared: isRunOf(kind, run.split(' ')) }).toEqual({ write, declared: true });
  driven.add(write);
  return result;
}

/** Waits until a worker has appended these events in a row. */
async function works(write: string, run: string): Promise<void> {
  const { by } = kindOf(write);
  await until(`${write}: ${run}`, async () =>
    (await appends()).some((each) => each.by === by && typesOf(each.events) === run),
  );
  expect({ write, declared: isRunOf(kindOf(write), run.split(' ')) }).toEqual({ write, declared: true });
  driven.add(write);
}

/** The log as read so far: each poll reads the new events only. */
const log: LoggedEvent[] = [];

/** The last events of chunks: the next chunk has the same cause and, while the clock stands, the same instant. */
const ENDS_OF_CHUNKS = [
  'SweepAdvanced',
  'AttributeIndexingAdvanced',
  'ContactZonesRefreshAdvanced',
  'CallsErased',
  'ContactErasureAnnounced',
  'EventsForwarded',
];

/** The log in appends: events with one cause and one instant. */
async function appends(): Promise<readonly { readonly by: string; readonly events: readonly LoggedEvent[] }[]> {
  const open = new Map<string, LoggedEvent[]>();
  const all: { by: string; events: LoggedEvent[] }[] = [];
  log.push(...(await service().log.after(log.at(-1)?.position ?? START)));
  for (const event of log) {
    const { actor, correlation_id, causation_id, occurred_at } = event.metadata;
    const by = actor.kind === 'system' ? `system ${actor.id}` : actor.kind;
    const name = [event.stream, by, correlation_id, causation_id, occurred_at].join(' ');
    let events = open.get(name);
    if (!events) {
      all.push({ by, events: (events = []) });
      open.set(name, events);
    }
    events.push(event);
    if (ENDS_OF_CHUNKS.includes(event.type) || by === 'system first-start') open.delete(name);
  }
  return all;
}

const START_AT = Date.parse('2030-03-04T09:00:00.000Z');
let seconds = 0;
/** Puts the clock ahead. */
async function later(by: number): Promise<void> {
  seconds += by;
  const now = new Date(START_AT + seconds * 1_000).toISOString();
  success(await service().admin.send({ method: 'PUT', path: '/admin/clock', json: { now } }), 200);
}

describe('the log of a service that has done every kind of write', () => {
  let workspace: TestWorkspace;
  const api = () => workspace.api;
  const admin = (path: string) => `/admin/workspaces/${workspace.id}${path}`;

  beforeEach(async () => {
    await later(0);
    workspace = await TestWorkspace.make(service(), { lease_seconds: 60, wrap_up_seconds: 30 });
  }, RUN_MS);

  it('has the appends of the admin', async () => {
    const body = { name: 'Another', time_zone: 'UTC' };
    const { workspace: another } = await drives('POST /admin/workspaces', 'WorkspaceCreated', async () =>
      success<{ workspace: { workspace_id: string } }>(await service().admin.post('/admin/workspaces', body), 201),
    );
    const path = `/admin/workspaces/${another.workspace_id}`;
    await drives('PATCH /admin/workspaces/{workspaceId}', 'WorkspaceChanged', () =>
      service().admin.patch(path, { lease_seconds: 70 }),
    );
    const limits = { contact_windows: [{ attempts: 3, hours: 24 }] };
    await drives('PATCH /admin/workspaces/{workspaceId}', 'NumberKeyMade WorkspaceChanged', () =>
      service().admin.patch(path, limits),
    );
    const { keyId } = await drives('POST /admin/workspaces/{workspaceId}/api-keys', 'ApiKeyCreated', () =>
      workspace.key(),
    );
    await drives('DELETE /admin/workspaces/{workspaceId}/api-keys/{apiKeyId}', 'ApiKeyRevoked', () =>
      service().admin.delete(admin(`/api-keys/${keyId}`)),
    );
    await drives('POST /admin/workspaces/{workspaceId}/signing-secrets', 'SigningSecretRotated', () =>
      service().admin.post(`${path}/signing-secrets`),
    );
    await drives('DELETE /admin/workspaces/{workspaceId}', 'WorkspaceDeleted', () =>
      service().admin.send({ method: 'DELETE', path, json: { name: 'Another' } }),
    );
    await works('the first start with a store of personal keys', 'PersonalKeysMade');
    await works('the first start outside production: the workspace "Demo"', 'WorkspaceCreated');
    await works('the first start outside production: its key', 'ApiKeyCreated');
  });

  it('has the appends of contacts, lists and members', async () => {
    const [ann, bob] = await workspace.contacts(2);
    await drives('POST /contacts/batch', 'ContactChanged ContactImported', () =>
      api().importContacts([{ ...ann!, name: 'Ann' }, { phone: nextPhone() }]),
    );
    await drives('PATCH /contacts/{contactId}', 'ContactChanged ContactDetailsChanged', () =>
      api().changeContact(ann!.contact_id, { name: null, time_zone: 'UTC' }),
    );
    await drives('PATCH /contacts/{contactId}', 'ContactDetailsChanged', () =>
      api().changeContact(bob!.contact_id, { attributes: { tier: 'gold' } }),
    );
    const settings = { wrap_up_seconds: 31, searchable_attributes: ['tier'] };
    await drives('PATCH /admin/workspaces/{workspaceId}', 'WorkspaceChanged SearchableAttributesChanged', () =>
      service().admin.patch(admin(''), settings),
    );
    const indexed = 'ContactAttributesIndexed AttributeIndexingAdvanced';
    await works('a chunk of the contacts that are indexed by new searchable attributes', indexed);
    await drives('POST /contacts/refresh-zones', 'ContactZonesRefreshRequested', () =>
      workspace.client.post('/contacts/refresh-zones'),
    );
    const told = 'a chunk of the contacts whose zones are told by a newer table of numbers';
    await works(told, 'ContactZonesRefreshAdvanced');
    const numbers = [nextPhone(), nextPhone()];
    const entries = numbers.map((phone) => ({ phone }));
    await drives('POST /do-not-call/batch', 'NumberKeyMade DoNotCallAdded DoNotCallAdded', () =>
      workspace.client.post('/do-not-call/batch', { entries }),
    );
    await drives('POST /do-not-call/batch-remove', 'DoNotCallRemoved DoNotCallRemoved', () =>
      workspace.client.post('/do-not-call/batch-remove', { phones: numbers }),
    );
    const list = await drives('POST /smart-lists', 'SmartListCreated', () => api().createList());
    await drives('POST /smart-lists/{smartListId}/clone', 'SmartListCreated', () =>
      api().cloneList(list.smart_list_id),
    );
    await api().createList({ next_list_id: list.smart_list_id });
    const members = [byId(ann!), byId(bob!)];
    const path = 'POST /smart-lists/{smartListId}/members';
    await drives(`${path}/batch`, 'MemberAdded MemberAdded', () => api().addMembers(list.smart_list_id, members));
    const [call] = await api().next();
    await api().endCall(call!.call_id, 'busy');
    await drives(`${path}/batch-reset`, 'MembersReset', () => api().resetMembers(list.smart_list_id, members));
    const change = (callback_at: string | null) => () =>
      api().changeMember(list.smart_list_id, ann!.contact_id, { callback_at });
    await drives('PATCH /smart-lists/{smartListId}/members/{contactId}', 'CallbackSet', change('2020-01-01T00:00:00Z'));
    await drives('PATCH /smart-lists/{smartListId}/members/{contactId}', 'CallbackCleared', change(null));
    await change('2020-01-01T00:00:00Z')();
    await works('callbacks that are due', 'CallbackDue');
    await change(null)();
    await drives('POST /smart-lists/{smartListId}/reset', 'SmartListReset', () =>
      api().resetList(list.smart_list_id, false),
    );
    await drives(`${path}/batch-remove`, 'MemberRemoved ListDrained', () =>
      api().removeMembers(list.smart_list_id, members),
    );
    await api().addMembers(list.smart_list_id, members);
    await drives('POST /smart-list-members/batch-remove', 'MemberRemoved', () => api().removeEverywhere([byId(bob!)]));
    await drives('any write with an Idempotency-Key that changes nothing', 'CommandRecorded', () =>
      workspace.client.patch(`/smart-lists/${list.smart_list_id}`, { name: list.name }, { 'idempotency-key': 'k' }),
    );
    const group = await drives('POST /dial-groups', 'DialGroupCreated', () =>
      api().createDialGroup([list.smart_list_id]),
    );
    const groupPath = '/dial-groups/{dialGroupId}';
    await drives(`PATCH ${groupPath}`, 'DialGroupChanged', () =>
      api().changeDialGroup(group.dial_group_id, { name: 'North' }),
    );
    const hours = await drives('POST /calling-hours', 'CallingHoursCreated', () => api().createCallingHours());
    const ofHours = `/calling-hours/${hours.calling_hours_id}`;
    await drives('PATCH /calling-hours/{callingHoursId}', 'CallingHoursChanged', () =>
      workspace.client.patch(ofHours, { zone: 'workspace' }),
    );
    await drives('DELETE /calling-hours/{callingHoursId}', 'CallingHoursDeleted', () =>
      workspace.client.delete(ofHours),
    );
    const deletes = 'SmartListDeleted SmartListChanged DialGroupChanged MemberRemoved';
    await drives('DELETE /smart-lists/{smartListId}', deletes, () => api().deleteList(list.smart_list_id));
    await drives(`DELETE ${groupPath}`, 'DialGroupDeleted', () => api().deleteDialGroup(group.dial_group_id));
    const other = await api().createList();
    await api().addMembers(other.smart_list_id, members);
    await drives('DELETE /contacts/{contactId}', 'ContactDeleted MemberRemoved', () =>
      api().deleteContact(ann!.contact_id),
    );
    await api().deleteContact(bob!.contact_id);
  });

  it(
    'has the appends of calls, outcomes and deliveries',
    async () => {
      await workspace.service.admin.patch(admin(''), { unlisted: { enabled: false } });
      const [next, other] = [await api().createList(), await api().createList({ max_attempts_total: 0 })];
      const settings = { max_attempts_total: 1, next_list_id: next.smart_list_id, priority: 'highest' };
      const { smart_list_id: list } = await api().createList(settings);
      const contacts = await workspace.contacts(4);
      await api().addMembers(list, contacts.map(byId));
      const webhooks = new Webhooks(workspace);
      const gone = await receiver((_request, response) => response.writeHead(410).end());
      const post = 'POST /phone-system/outcomes';
      const destination = { destination_type: 'smart_list', destination_id: other.smart_list_id };
      const action = await drives(post, 'SigningSecretRotated OutcomeCreated', () =>
        webhooks.action(gone.url, destination),
      );

      const dispatch = () =>
        drives('POST /dialer/next', 'CallDispatched', async () => (await api().next())[0]!.call_id);
      const end = (call: string, run: string) =>
        drives('POST /calls/{callId}/end', run, () => api().endCall(call, 'answered'));
      const first = await dispatch();
      for (const [paused, type] of [
        [true, 'DialingPaused'],
        [false, 'DialingResumed'],
      ] as const)
        await drives('PATCH /dialer', type, () => api().pauseDialing(paused));
      await later(1);
      await drives('POST /calls/{callId}/heartbeat', 'CallHeartbeat', () => api().heartbeat(first));
      await drives('PATCH /calls/{callId}', 'CallDetailsRecorded', () => api().changeCall(first, { agent_id: 'ada' }));
      const moves = 'OutcomeApplied MemberAdded MemberRemoved DeliveryRequested';
      const { delivery_id } = await drives('POST /calls/{callId}/outcomes, of an action', moves, () =>
        api().applyOutcome(first, action),
      );
      await end(first, 'CallEnded CallCompleted');
      await end(await dispatch(), 'CallEnded CallCompleted MemberRemoved MemberAdded');
      await works('an attempt to deliver', 'DeliveryAttempted DeliveryCancelled');
      await drives('POST /webhook-deliveries/{deliveryId}/redeliver', 'DeliveryRequested', () =>
        redeliver(workspace.client, delivery_id!),
      );

      const { outcome } = await drives(post, 'OutcomeCreated', () => api().createOutcome());
      const path = 'PATCH /phone-system/outcomes/{outcomeId}';
      await drives(path, 'OutcomeChanged', () => api().changeOutcome(outcome.outcome_id, { order: 9 }));
      const third = await dispatch();
      await end(third, 'CallEnded');
      const completes = 'OutcomeApplied CallCompleted MemberRemoved MemberAdded';
      await drives('POST /calls/{callId}/outcomes, of a disposition', completes, () =>
        api().applyOutcome(third, outcome.outcome_id),
      );
      await dispatch();
      const [caller] = await workspace.contacts(1);
      await drives('POST /calls', 'CallRegistered', () => api().registerCall(byId(caller!)));
      await later(61);
      await works('a lease that has passed', 'CallEnded CallCompleted');
      await works('a lease that has passed', 'CallEnded CallCompleted MemberRemoved MemberAdded ListDrained');
      await end((await workspace.call()).call_id, 'CallEnded');
      await later(31);
      await works('a wrap-up time that is over', 'CallCompleted');
      await drives('DELETE /phone-system/outcomes/{outcomeId}', 'OutcomeDeleted', () =>
        api().deleteOutcome(outcome.outcome_id),
      );
      await api().deleteList(list);
    },
    RUN_MS,
  );

  it(
    'has the appends of erasures',
    async () => {
      const webhooks = new Webhooks(workspace);
      const away = await receiver((_request, response) => response.writeHead(503).end());
      const action = await webhooks.action(away.url);
      const { smart_list_id: list } = await api().createList();
      const [ann, bob, cat, dan] = await workspace.contacts(4);
      await api().addMembers(list, [byId(ann!)]);
      const { call_id } = await api().registerCall(byId(ann!));
      await api().applyOutcome(call_id, action);
      const requested = 'ContactDeleted MemberRemoved ContactErasureRequested ListDrained';
      await drives('POST /contacts/{contactId}/erase', requested, () =>
        api().eraseContact(ann!.contact_id, '?after_call=true'),
      );
      await api().endCall(call_id, 'busy');
      await works('the erasure of a contact whose call has ended', 'ContactErased');
      await works('a delivery about an erased contact', 'DeliveryCancelled DeliveryErased');
      await works('a chunk of the calls of an erased contact', 'CallsErased');
      const announced = 'DeliveryRequested ContactErasureAnnounced';
      await works('receivers that are told of the erasure of a contact', announced);
      await works('the end of an erasure', 'ContactErasureCompleted');
      await drives('POST /contacts/{contactId}/erase', 'ContactDeleted ContactErased', () =>
        api().eraseContact(bob!.contact_id),
      );
      await drives('DELETE /contacts/{contactId}?erase=true', 'ContactDeleted ContactErased', () =>
        workspace.client.delete(`/contacts/${cat!.contact_id}?erase=true`),
      );
      await drives('POST /contacts/batch-erase', 'ContactDeleted ContactErased', () =>
        workspace.client.post('/contacts/batch-erase', { contact_ids: [cat!.contact_id, dan!.contact_id] }),
      );
    },
    RUN_MS,
  );

  it('has the appends of imports', async () => {
    const imports = new Imports(workspace.client);
    const put = 'PUT /imports/{importId}/rows';
    const [ann] = await workspace.contacts(1);
    const { smart_list_id } = await api().createList();
    const rows = `contact_id,phone,external_id\n${ann!.contact_id},${ann!.phone},ann\n,${nextPhone()},bob\n`;
    const id = await drives('POST /imports', 'ImportCreated', () =>
      imports.create({ kind: 'contacts', smart_list_id }),
    );
    const details = 'ContactDetailsChanged ContactImported ContactDetailsChanged';
    // The quote that is not closed keeps the import open.
    const contacts = () => imports.send(id, `${rows}"`);
    await drives(`${put}, some rows of contacts`, `${details} MemberAdded MemberAdded ImportAdvanced`, contacts);
    await drives(`${put}, the end of the file`, 'ImportFinished', () => imports.send(id, rows));
    const { smart_list_id: other } = await api().createList();
    const members = await imports.create({ kind: 'members', smart_list_id: other });
    const adding = () => imports.send(members, 'external_id\nann\nbob\nbob\n"');
    await drives(`${put}, some rows of members`, 'MemberAdded MemberAdded ImportAdvanced', adding);
    const removals = await imports.create({ kind: 'removals' });
    const removing = () => imports.send(removals, 'external_id\nann\nbob\n"');
    await drives(`${put}, some rows of removals`, 'MemberRemoved ImportAdvanced ListDrained ListDrained', removing);
    const cancel = () => workspace.client.post(`/imports/${removals}/cancel`);
    await drives('POST /imports/{importId}/cancel', 'ImportCancelled', cancel);
  });

  it(
    'has the appends of webhook endpoints',
    async () => {
      const away = await receiver((_request, response) => response.writeHead(503).end());
      const endpoints = new Endpoints(workspace);
      const { endpoint_id: id } = await drives('POST /webhook-endpoints', 'WebhookEndpointCreated', () =>
        endpoints.create(away.url, ['call.ended']),
      );
      const path = 'webhook-endpoints/{endpointId}';
      const at = `/webhook-endpoints/${id}`;
      const { client } = workspace;
      await drives(`PATCH /${path}`, 'WebhookEndpointChanged', () => client.patch(at, { description: 'CRM' }));
      await drives(`POST /${path}/signing-secrets`, 'WebhookEndpointSecretRotated', () => endpoints.rotate(id));
      await drives('POST /signing-secrets', 'SigningSecretRotated', () => client.post('/signing-secrets'));
      await api().endCall((await workspace.call()).call_id, 'busy');
      await works('events that endpoints subscribed to', 'DeliveryRequested EventsForwarded');
      await works('an attempt that changes the health of its endpoint', 'WebhookEndpointHealthChanged');
      await later(5 * 86_400);
      await drives(`POST /${path}/test`, 'DeliveryRequested', () => endpoints.test(id));
      await works('an attempt that changes the health of its endpoint', 'WebhookEndpointPaused');
      await drives(`POST /${path}/resume`, 'WebhookEndpointResumed', () => client.post(`${at}/resume`));
      const recovery = { endpoint_id: id, since: '2030-01-01T00:00:00.000Z' };
      await api().endCall((await workspace.call()).call_id, 'busy');
      await drives(`DELETE /${path}`, 'WebhookEndpointDeleted', () => client.delete(at));
      await later(60);
      await works('a delivery whose endpoint is deleted or paused', 'DeliveryCancelled');
      const gone = await receiver((_request, response) => response.writeHead(410).end());
      const { endpoint_id: other } = await endpoints.create(gone.url, ['call.lost']);
      await endpoints.test(other);
      await endpoints.whenAre(other, 'endpoint.test cancelled');
      await drives('POST /webhook-deliveries/recover', 'DeliveryRequested', () =>
        client.post('/webhook-deliveries/recover', { ...recovery, endpoint_id: other }),
      );
    },
    RUN_MS,
  );

  it(
    'has the appends of retention',
    async () => {
      const own = await TestWorkspace.make(service(), { deliveries_keep_days: 1 });
      const webhooks = new Webhooks(own);
      const away = await receiver((_request, response) => response.writeHead(503).end());
      const { delivery_id } = await own.api.applyOutcome((await own.call()).call_id, await webhooks.action(away.url));
      await webhooks.whenIs(delivery_id!, 'retrying');
      await later(2 * 86_400);
      await works('the retention of personal data, at most daily', 'PersonalDataExpired');
      await works('a delivery on its way whose message has ended', 'DeliveryCancelled');
    },
    RUN_MS,
  );

  it(
    'has the appends of lowered caps and long sweeps',
    async () => {
      const next = await api().createList({ name: nextName('Next'), max_attempts_total: 0 });
      const settings = { next_list_id: next.smart_list_id, priority: 'highest', min_retry_seconds: 0 };
      const { smart_list_id: list } = await api().createList(settings);
      const contacts = await workspace.contacts(2_001);
      await api().addMembers(list, [byId(contacts[0]!)]);
      await api().endCall((await api().next())[0]!.call_id, 'answered');
      const write = 'PATCH /smart-lists/{smartListId}';
      await drives(write, 'SmartListChanged MemberRemoved MemberAdded ListDrained', () =>
        api().changeList(list, { max_attempts_total: 1 }),
      );
      await api().changeList(list, { max_attempts_total: null });
      for (let at = 1; at < contacts.length; at += 100) {
        await api().addMembers(list, contacts.slice(at, at + 100).map(byId));
      }
      await api().addMembers(list, [byId((await workspace.contacts(1))[0]!)]);
      await api().endCall((await api().next())[0]!.call_id, 'answered');
      await drives(write, 'SmartListChanged', () => api().changeList(list, { max_attempts_total: 1 }));
      await works('a chunk of the members that a lowered cap exhausts', 'MemberRemoved MemberAdded SweepAdvanced');
      await drives('DELETE /smart-lists/{smartListId}', 'SmartListDeleted', () => api().deleteList(list));
      await works('a chunk of the end of a deleted list', 'MemberRemoved SweepAdvanced');
    },
    RUN_MS,
  );

  it(
    'has no other appends, and contains every declared kind of write',
    async () => {
      const undeclared = (await appends()).filter(
        ({ by, events }) =>
          !APPENDS.some(
            (kind) =>
              kind.by === by &&
              isRunOf(
                kind,
                events.map(({ type }) => type),
              ),
          ),
      );
      expect(undeclared.map(({ by, events }) => `${by}: ${typesOf(events)}`)).toEqual([]);
      expect([...driven].sort()).toEqual(APPENDS.map(({ write }) => write).sort());
    },
    RUN_MS,
  );
});
