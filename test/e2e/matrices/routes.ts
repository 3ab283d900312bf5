import { pairUnderTest } from '../../support/deployments/deployment.js';
import { byId, nextName } from '../../support/api.js';
import { success } from '../../support/client.js';
import { CSV, Imports } from '../../support/imports.js';
import type { Request } from '../../support/http.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace, UNKNOWN_ID, nextPhone } from '../../support/workspace.js';
import type { Scope } from '../../support/workspace.js';

/** Of calls that no test of the matrices loses: it is told of nothing but tests. */
const INTERVALS = [{ days: ['mon'], from: '09:00', to: '17:00' }];
const ENDPOINT = { url: 'https://hooks.example.com/events', event_types: ['call.lost'] };
const ACTION = { outcome_type: 'action', webhook_url: 'https://hooks.example.com/outcome' };

/** A workspace with one resource of every kind. */
export interface World {
  readonly workspace: TestWorkspace;
  /** The id for each id parameter of a path. */
  readonly ids: Readonly<Record<string, string>>;
  readonly phone: string;
  readonly otherListId: string;
  /** A list and a member of it whose attempts are used up. */
  readonly usedUp: { readonly listId: string; readonly contactId: string };
  /** The contact that has the call of `ids` in flight. */
  readonly calledId: string;
  /** An ended call that waits for a disposition. */
  readonly endedCallId: string;
  /** A call like it, whose contact is erased. */
  readonly erasedCallId: string;
  readonly finishedImportId: string;
  /** Calling hours that a list names. */
  readonly namedHoursId: string;
  /** An action outcome that may be applied to the call of `ids`. */
  readonly actionId: string;
}

export async function makeWorld(service: Service): Promise<World> {
  const workspace = await TestWorkspace.make(service);
  const { api } = workspace;
  const [contact, called, ended, erased] = await workspace.contacts(4);
  const list = await api.createList();
  const other = await api.createList({ next_list_id: list.smart_list_id });
  await api.changeContact(called!.contact_id, { external_id: TAKEN_EXTERNAL_ID });
  for (const { smart_list_id } of [list, other]) await api.addMembers(smart_list_id, [byId(contact!)]);
  const { outcome } = await api.createOutcome();
  const group = await api.createDialGroup([list.smart_list_id]);
  const usedUp = await aMemberUsedUp(workspace);
  await api.createDialGroup([other.smart_list_id], { name: takenName(workspace.id) });
  const hours = await api.createCallingHours();
  const { calling_hours_id: namedHoursId } = await api.createCallingHours({ name: takenName(workspace.id) });
  await api.createList({ name: takenName(workspace.id), calling_hours_id: namedHoursId });
  const { outcome: action } = await api.createOutcome(ACTION);
  const call = await api.registerCall(byId(called!));
  const endedCall = await api.registerCall(byId(ended!), { reference: TAKEN_REFERENCE });
  await api.endCall(endedCall.call_id, 'busy');
  const erasedCall = await api.registerCall(byId(erased!));
  await api.endCall(erasedCall.call_id, 'busy');
  await api.eraseContact(erased!.contact_id);
  const hooked = await workspace.call();
  const { delivery_id } = await api.applyOutcome(hooked.call_id, action.outcome_id);
  await api.applyOutcome((await workspace.call()).call_id, action.outcome_id);
  const endpoint = success<{ webhook_endpoint: { endpoint_id: string } }>(
    await workspace.client.post('/webhook-endpoints', ENDPOINT),
    201,
  ).webhook_endpoint.endpoint_id;
  const test = () => workspace.client.post(`/webhook-endpoints/${endpoint}/test`);
  const tested = success<{ delivery_id: string }>(await test(), 202).delivery_id;
  await test();
  const { keyId } = await workspace.key();
  const imports = new Imports(workspace.client);
  const { import_id: finishedImportId } = await imports.done({ kind: 'contacts' }, 'phone\n');
  const importId = await imports.create({ kind: 'contacts' });
  // Two rows are refused, and the quote that is not closed keeps the import open.
  await imports.send(importId, `${TWO_REFUSED}"`);
  const barred = nextPhone();
  success(
    await workspace.client.post('/do-not-call/batch', { entries: [{ phone: barred }, { phone: nextPhone() }] }),
    200,
  );
  const ids = {
    importId,
    smartListId: list.smart_list_id,
    contactId: contact!.contact_id,
    outcomeId: outcome.outcome_id,
    dialGroupId: group.dial_group_id,
    callingHoursId: hours.calling_hours_id,
    callId: call.call_id,
    deliveryId: delivery_id!,
    endpointId: endpoint,
    endpointDeliveryId: tested,
    eventId: await indexedEvent(workspace),
    workspaceId: workspace.id,
    apiKeyId: keyId,
    // Nothing fails ten times in time: apps/service/parked/parked.int.spec.ts has items.
    itemId: UNKNOWN_ID,
    phone: barred,
  };
  return {
    workspace,
    ids,
    phone: contact!.phone,
    otherListId: other.smart_list_id,
    usedUp,
    calledId: called!.contact_id,
    endedCallId: endedCall.call_id,
    erasedCallId: erasedCall.call_id,
    finishedImportId,
    namedHoursId,
    actionId: action.outcome_id,
  };
}

async function aMemberUsedUp(workspace: TestWorkspace): Promise<World['usedUp']> {
  const { api, client } = workspace;
  const { smart_list_id } = await api.createList({ max_attempts_total: 1 });
  const [contact] = await workspace.contacts(1);
  await api.addMembers(smart_list_id, [byId(contact!)]);
  const answer = await client.post('/dialer/next', { smart_list_id });
  const { calls } = success<{ calls: readonly { call_id: string }[] }>(answer, 200);
  await api.endCall(calls[0]!.call_id, 'busy');
  return { listId: smart_list_id, contactId: contact!.contact_id };
}

/** The id of an event that the index has. */
async function indexedEvent({ client }: TestWorkspace): Promise<string> {
  let found: readonly { readonly event_id: string }[] = [];
  await until('the index of events has one', async () => {
    ({ events: found } = await client.read<{ events: typeof found }>('/events?page_size=1'));
    return found.length > 0;
  });
  return found[0]!.event_id;
}

/** Facts about one route that the served document does not contain. */
export interface RouteRow {
  readonly access: Scope | 'any key' | 'admin' | 'public';
  readonly success: number;
  /** A body that succeeds; absent: no body is needed. */
  readonly body?: (world: World) => object;
  /** A file that succeeds, of a route that takes one in the place of JSON. */
  readonly file?: string;
  readonly paged?: true;
  /** The parameters without which it fails. */
  readonly query?: (world: World) => string;
  /** Its refusals that depend on the state, by code: how to cause each. */
  readonly states?: Readonly<Record<string, (world: World) => Partial<Request>>>;
  /** References in its body: the body with one of them, and the answer to an unknown one. */
  readonly references?: Readonly<Record<string, (reference: { id: string; phone: string }) => object>>;
}

const members = ({ ids }: World) => ({ members: [{ contact_id: ids['contactId'] }] });
const memberReferences = {
  contact_id: ({ id }: { id: string }) => ({ members: [{ contact_id: id }] }),
  phone: ({ phone }: { phone: string }) => ({ members: [{ phone }] }),
};
/** Taken as now. */
const CALLBACK = { callback_at: '2025-01-01T00:00:00.000Z' };
const TWO_REFUSED = 'phone\nx\ny\n';
const rowsOf = (file: string) => () => ({ headers: CSV, body: file });
const stale = () => ({ headers: { 'if-match': '"99"' } });
/** Of the ended call. */
const TAKEN_REFERENCE = 'taken';
/** Of the contact that is called. */
const TAKEN_EXTERNAL_ID = 'crm-taken';
const takenReference = (body: object) => () => ({ json: { ...body, reference: TAKEN_REFERENCE } });
const takenName = (workspaceId: string) => `Taken ${workspaceId}`;
/** Of a list and of a dial group. */
const takenList = ({ workspace }: World) => ({ json: { name: takenName(workspace.id) } });
const groupOf = (...smart_list_ids: string[]) => ({ name: nextName(), smart_list_ids });
const next = (next_list_id: string) => ({ name: nextName(), next_list_id });
const during = (calling_hours_id: string) => ({ name: nextName(), calling_hours_id });

/**
 * Every route of the service (docs/reference/http-contract.md#endpoints); a test compares it with the served document.
 */
export const ROUTES: Readonly<Record<string, RouteRow>> = {
  'GET /me': { access: 'any key', success: 200 },
  'POST /smart-lists': {
    access: 'smart_lists:write',
    success: 201,
    body: () => ({ name: nextName() }),
    states: {
      invalid_reference: () => ({ json: next(UNKNOWN_ID) }),
      resource_conflict: takenList,
    },
    references: { next_list_id: ({ id }) => next(id), calling_hours_id: ({ id }) => during(id) },
  },
  'GET /smart-lists': { access: 'smart_lists:read', success: 200, paged: true },
  'GET /smart-lists/{smartListId}': { access: 'smart_lists:read', success: 200 },
  'PATCH /smart-lists/{smartListId}': {
    access: 'smart_lists:write',
    success: 200,
    body: () => ({ name: nextName() }),
    states: {
      precondition_failed: stale,
      invalid_reference: () => ({ json: { next_list_id: UNKNOWN_ID } }),
      waterfall_cycle: ({ otherListId }) => ({ json: { next_list_id: otherListId } }),
      resource_conflict: takenList,
    },
    references: { next_list_id: ({ id }) => ({ next_list_id: id }), calling_hours_id: ({ id }) => during(id) },
  },
  'POST /smart-lists/{smartListId}/clone': {
    access: 'smart_lists:write',
    success: 201,
    body: () => ({ name: nextName() }),
    states: { resource_conflict: takenList },
  },
  'DELETE /smart-lists/{smartListId}': {
    access: 'smart_lists:write',
    success: 200,
    states: { precondition_failed: stale },
  },
  'GET /smart-lists/{smartListId}/progress': { access: 'smart_lists:read', success: 200 },
  'GET /smart-lists/{smartListId}/members': { access: 'smart_lists:read', success: 200, paged: true },
  'GET /smart-lists/{smartListId}/members/{contactId}': { access: 'smart_lists:read', success: 200 },
  'PATCH /smart-lists/{smartListId}/members/{contactId}': {
    access: 'smart_lists:write',
    success: 200,
    body: () => CALLBACK,
    states: {
      callback_refused: ({ usedUp: { listId, contactId } }) => ({
        path: `/smart-lists/${listId}/members/${contactId}`,
      }),
    },
  },
  'GET /smart-lists/{smartListId}/members/{contactId}/explain': { access: 'smart_lists:read', success: 200 },
  'POST /smart-lists/{smartListId}/members/batch': {
    access: 'smart_lists:write',
    success: 200,
    body: members,
    references: memberReferences,
  },
  'POST /smart-lists/{smartListId}/members/batch-remove': {
    access: 'smart_lists:write',
    success: 200,
    body: members,
    references: memberReferences,
  },
  'POST /smart-lists/{smartListId}/members/batch-reset': {
    access: 'smart_lists:write',
    success: 200,
    body: members,
    references: memberReferences,
  },
  'POST /smart-lists/{smartListId}/reset': {
    access: 'smart_lists:write',
    success: 200,
    body: () => ({ completed_only: false }),
  },
  'POST /smart-list-members/batch-remove': {
    access: 'smart_lists:write',
    success: 200,
    body: members,
    references: memberReferences,
  },
  'GET /calling-hours': { access: 'smart_lists:read', success: 200, paged: true },
  'POST /calling-hours': {
    access: 'smart_lists:write',
    success: 201,
    body: () => ({ name: nextName(), intervals: INTERVALS }),
    states: {
      resource_conflict: ({ workspace }) => ({ json: { intervals: INTERVALS, name: takenName(workspace.id) } }),
    },
  },
  'GET /calling-hours/{callingHoursId}': { access: 'smart_lists:read', success: 200 },
  'PATCH /calling-hours/{callingHoursId}': {
    access: 'smart_lists:write',
    success: 200,
    body: () => ({ name: nextName() }),
    states: { precondition_failed: stale, resource_conflict: takenList },
  },
  'DELETE /calling-hours/{callingHoursId}': {
    access: 'smart_lists:write',
    success: 200,
    states: {
      precondition_failed: stale,
      resource_conflict: ({ namedHoursId }) => ({ path: `/calling-hours/${namedHoursId}` }),
    },
  },
  'GET /dial-groups': { access: 'smart_lists:read', success: 200, paged: true },
  'POST /dial-groups': {
    access: 'smart_lists:write',
    success: 201,
    body: ({ otherListId }) => groupOf(otherListId),
    states: {
      invalid_reference: () => ({ json: groupOf(UNKNOWN_ID) }),
      resource_conflict: ({ workspace, otherListId }) => ({
        json: { ...groupOf(otherListId), name: takenName(workspace.id) },
      }),
    },
    references: { smart_list_ids: ({ id }) => groupOf(id) },
  },
  'GET /dial-groups/{dialGroupId}': { access: 'smart_lists:read', success: 200 },
  'PATCH /dial-groups/{dialGroupId}': {
    access: 'smart_lists:write',
    success: 200,
    body: () => ({ name: nextName() }),
    states: {
      precondition_failed: stale,
      invalid_reference: () => ({ json: { smart_list_ids: [UNKNOWN_ID] } }),
      resource_conflict: takenList,
    },
    references: { smart_list_ids: ({ id }) => ({ smart_list_ids: [id] }) },
  },
  'DELETE /dial-groups/{dialGroupId}': {
    access: 'smart_lists:write',
    success: 200,
    states: { precondition_failed: stale },
  },
  'GET /phone-system/outcomes': { access: 'smart_lists:read', success: 200 },
  'POST /phone-system/outcomes': {
    access: 'smart_lists:write',
    success: 201,
    body: () => ({ outcome_name: nextName() }),
    states: { invalid_reference: () => ({ json: destination(UNKNOWN_ID) }) },
    references: { destination_id: ({ id }) => destination(id), smart_list_ids: ({ id }) => selected(id) },
  },
  'GET /phone-system/outcomes/{outcomeId}': { access: 'smart_lists:read', success: 200 },
  'PATCH /phone-system/outcomes/{outcomeId}': {
    access: 'smart_lists:write',
    success: 200,
    body: () => ({ outcome_name: nextName() }),
    states: { precondition_failed: stale, invalid_reference: () => ({ json: destination(UNKNOWN_ID) }) },
    references: { destination_id: ({ id }) => destination(id), smart_list_ids: ({ id }) => selected(id) },
  },
  'DELETE /phone-system/outcomes/{outcomeId}': {
    access: 'smart_lists:write',
    success: 200,
    states: { precondition_failed: stale },
  },
  'POST /contacts/batch': {
    access: 'contacts:write',
    success: 200,
    body: () => ({ contacts: [{ phone: nextPhone() }] }),
    states: {
      resource_conflict: ({ ids, phone }) => ({
        json: { contacts: [{ contact_id: ids['contactId'], phone, external_id: TAKEN_EXTERNAL_ID }] },
      }),
    },
  },
  'POST /contacts/refresh-zones': { access: 'contacts:write', success: 202 },
  'POST /do-not-call/batch': {
    access: 'contacts:write',
    success: 200,
    body: () => ({ entries: [{ phone: nextPhone() }] }),
  },
  'POST /do-not-call/batch-remove': { access: 'contacts:write', success: 200, body: () => ({ phones: [nextPhone()] }) },
  'GET /do-not-call': { access: 'contacts:read', success: 200, paged: true },
  'GET /do-not-call/{phone}': { access: 'contacts:read', success: 200 },
  'GET /contacts': {
    access: 'contacts:read',
    success: 200,
    paged: true,
    states: { validation_failed: () => ({ path: '/contacts?attribute=undeclared:x' }) },
  },
  'GET /contacts/{contactId}': { access: 'contacts:read', success: 200 },
  'PATCH /contacts/{contactId}': {
    access: 'contacts:write',
    success: 200,
    body: () => ({ name: nextName() }),
    states: { resource_conflict: () => ({ json: { external_id: TAKEN_EXTERNAL_ID } }) },
  },
  'GET /contacts/{contactId}/memberships': { access: 'smart_lists:read', success: 200, paged: true },
  'DELETE /contacts/{contactId}': {
    access: 'contacts:write',
    success: 200,
    states: { contact_in_call: ({ calledId }) => ({ path: `/contacts/${calledId}?erase=true` }) },
  },
  'POST /contacts/{contactId}/erase': {
    access: 'contacts:erase',
    success: 200,
    states: { contact_in_call: ({ calledId }) => ({ path: `/contacts/${calledId}/erase` }) },
  },
  'POST /contacts/batch-erase': {
    access: 'contacts:erase',
    success: 200,
    body: ({ ids }) => ({ contact_ids: [ids['contactId']] }),
  },
  'POST /dialer/next': {
    access: 'calls:write',
    success: 200,
    body: () => ({ limit: 1 }),
    states: {
      resource_conflict: takenReference({}),
      invalid_reference: () => ({ json: { smart_list_id: UNKNOWN_ID } }),
    },
  },
  'GET /dialer/preview': {
    access: 'calls:read',
    success: 200,
    states: { invalid_reference: () => ({ path: `/dialer/preview?smart_list_id=${UNKNOWN_ID}` }) },
  },
  'GET /dialer': { access: 'calls:read', success: 200 },
  // Nothing is paused, so nothing changes for the routes that follow.
  'PATCH /dialer': { access: 'calls:write', success: 200, body: () => ({ paused: false }) },
  'GET /dialer/stats': { access: 'calls:read', success: 200 },
  'POST /calls': {
    access: 'calls:write',
    success: 201,
    body: ({ ids }) => ({ contact_id: ids['contactId'] }),
    states: {
      invalid_reference: () => ({ json: { contact_id: UNKNOWN_ID } }),
      call_state_conflict: ({ calledId }) => ({ json: { contact_id: calledId } }),
      resource_conflict: ({ ids }) => ({ json: { contact_id: ids['contactId'], call_id: ids['callId'] } }),
    },
    references: { contact_id: ({ id }) => ({ contact_id: id }), phone: ({ phone }) => ({ phone }) },
  },
  'GET /calls': { access: 'calls:read', success: 200, paged: true },
  'GET /calls/{callId}': { access: 'calls:read', success: 200 },
  'PATCH /calls/{callId}': {
    access: 'calls:write',
    success: 200,
    body: () => ({ agent_id: nextName() }),
    states: {
      resource_conflict: takenReference({}),
      contact_erased: ({ erasedCallId }) => ({ path: `/calls/${erasedCallId}`, json: { notes: 'late' } }),
    },
  },
  'POST /calls/{callId}/heartbeat': {
    access: 'calls:write',
    success: 200,
    states: { call_state_conflict: ({ endedCallId }) => ({ path: `/calls/${endedCallId}/heartbeat` }) },
  },
  'POST /calls/{callId}/end': {
    access: 'calls:write',
    success: 200,
    body: () => ({ result: 'answered' }),
    states: {
      call_state_conflict: ({ endedCallId }) => ({ path: `/calls/${endedCallId}/end` }),
      resource_conflict: takenReference({ result: 'answered' }),
      contact_erased: ({ erasedCallId }) => ({
        path: `/calls/${erasedCallId}/end`,
        json: { result: 'busy', notes: 'late' },
      }),
    },
  },
  'POST /calls/{callId}/outcomes': {
    access: 'calls:write',
    success: 200,
    body: ({ actionId }) => ({ outcome_id: actionId }),
    states: {
      invalid_reference: () => ({ json: { outcome_id: UNKNOWN_ID } }),
      call_state_conflict: ({ endedCallId }) => ({ path: `/calls/${endedCallId}/outcomes` }),
      // The call was registered: no list has the member.
      callback_refused: ({ ids, endedCallId }) => ({
        path: `/calls/${endedCallId}/outcomes`,
        json: { outcome_id: ids['outcomeId'], ...CALLBACK },
      }),
      resource_conflict: ({ actionId }) => ({ json: { outcome_id: actionId, reference: TAKEN_REFERENCE } }),
      contact_erased: ({ ids, erasedCallId }) => ({
        path: `/calls/${erasedCallId}/outcomes`,
        json: { outcome_id: ids['outcomeId'], notes: 'late' },
      }),
    },
    references: { outcome_id: ({ id }) => ({ outcome_id: id }) },
  },
  'GET /webhook-deliveries': { access: 'webhooks:read', success: 200, paged: true },
  'GET /webhook-deliveries/{deliveryId}': { access: 'webhooks:read', success: 200 },
  'POST /webhook-deliveries/{deliveryId}/redeliver': { access: 'webhooks:write', success: 202 },
  'POST /webhook-deliveries/recover': {
    access: 'webhooks:write',
    success: 202,
    body: ({ ids }) => ({ endpoint_id: ids['endpointId'], since: '2030-01-01T00:00:00.000Z' }),
    states: { invalid_reference: () => ({ json: { endpoint_id: UNKNOWN_ID, since: '2030-01-01T00:00:00.000Z' } }) },
    references: { endpoint_id: ({ id }) => ({ endpoint_id: id, since: '2030-01-01T00:00:00.000Z' }) },
  },
  'POST /imports': {
    access: 'contacts:write',
    success: 201,
    body: () => ({ kind: 'contacts' }),
    states: { invalid_reference: () => ({ json: { kind: 'removals', smart_list_id: UNKNOWN_ID } }) },
    references: { smart_list_id: ({ id }) => ({ kind: 'removals', smart_list_id: id }) },
  },
  'PUT /imports/{importId}/rows': {
    access: 'contacts:write',
    success: 200,
    file: TWO_REFUSED,
    states: {
      validation_failed: rowsOf(`${TWO_REFUSED}"`),
      // Blank lines count, so that they cannot go on for ever.
      payload_too_large: rowsOf(`${TWO_REFUSED}${'\n'.repeat(1_000_001)}`),
      resource_conflict: rowsOf('phone\nz\ny\n'),
    },
  },
  'GET /imports': { access: 'contacts:read', success: 200, paged: true },
  'GET /imports/{importId}': { access: 'contacts:read', success: 200 },
  'GET /imports/{importId}/refused-rows': { access: 'contacts:read', success: 200, paged: true },
  'POST /imports/{importId}/cancel': {
    access: 'contacts:write',
    success: 200,
    states: { resource_conflict: ({ finishedImportId }) => ({ path: `/imports/${finishedImportId}/cancel` }) },
  },
  'POST /webhook-endpoints': {
    access: 'webhooks:admin',
    success: 201,
    body: () => ENDPOINT,
  },
  'GET /webhook-endpoints': { access: 'webhooks:read', success: 200 },
  'GET /webhook-endpoints/{endpointId}': { access: 'webhooks:read', success: 200 },
  'PATCH /webhook-endpoints/{endpointId}': {
    access: 'webhooks:admin',
    success: 200,
    body: () => ({ description: nextName() }),
    states: { precondition_failed: stale },
  },
  'DELETE /webhook-endpoints/{endpointId}': {
    access: 'webhooks:admin',
    success: 200,
    states: { precondition_failed: stale },
  },
  'POST /webhook-endpoints/{endpointId}/test': { access: 'webhooks:admin', success: 202 },
  'POST /webhook-endpoints/{endpointId}/resume': { access: 'webhooks:admin', success: 200 },
  'GET /webhook-endpoints/{endpointId}/signing-secrets': { access: 'webhooks:admin', success: 200 },
  'POST /webhook-endpoints/{endpointId}/signing-secrets': {
    access: 'webhooks:admin',
    success: 201,
  },
  'GET /webhook-endpoints/{endpointId}/deliveries': { access: 'webhooks:read', success: 200, paged: true },
  'GET /webhook-endpoints/{endpointId}/deliveries/{endpointDeliveryId}': { access: 'webhooks:read', success: 200 },
  'GET /signing-secrets': { access: 'webhooks:admin', success: 200 },
  'POST /signing-secrets': { access: 'webhooks:admin', success: 201 },
  'GET /exports/contacts': { access: 'contacts:read', success: 200 },
  'GET /exports/members': {
    access: 'smart_lists:read',
    success: 200,
    query: ({ ids }) => `smart_list_id=${ids['smartListId']}`,
    states: { not_found: () => ({ path: `/exports/members?smart_list_id=${UNKNOWN_ID}` }) },
  },
  'GET /exports/calls': { access: 'calls:read', success: 200 },
  'GET /exports/refused-rows': {
    access: 'contacts:read',
    success: 200,
    query: ({ ids }) => `import_id=${ids['importId']}`,
    states: { not_found: () => ({ path: `/exports/refused-rows?import_id=${UNKNOWN_ID}` }) },
  },
  'GET /events': { access: 'events:read', success: 200, paged: true },
  'GET /events/{eventId}': { access: 'events:read', success: 200 },
  'GET /admin/workspaces': { access: 'admin', success: 200, paged: true },
  'POST /admin/workspaces': { access: 'admin', success: 201, body: () => ({ name: 'New', time_zone: 'UTC' }) },
  'GET /admin/workspaces/{workspaceId}': { access: 'admin', success: 200 },
  'PATCH /admin/workspaces/{workspaceId}': {
    access: 'admin',
    success: 200,
    body: () => ({ name: 'Renamed' }),
    states: { invalid_reference: () => ({ json: { calling_hours_id: UNKNOWN_ID } }) },
  },
  'DELETE /admin/workspaces/{workspaceId}': {
    access: 'admin',
    success: 200,
    body: () => ({ name: 'Test' }),
    states: { validation_failed: () => ({ json: { name: 'Another' } }) },
  },
  'GET /admin/workspaces/{workspaceId}/api-keys': { access: 'admin', success: 200 },
  'POST /admin/workspaces/{workspaceId}/api-keys': {
    access: 'admin',
    success: 201,
    body: () => ({ name: 'New', scopes: ['calls:read'] }),
  },
  'DELETE /admin/workspaces/{workspaceId}/api-keys/{apiKeyId}': { access: 'admin', success: 200 },
  'POST /admin/workspaces/{workspaceId}/signing-secrets': { access: 'admin', success: 201 },
  'POST /admin/secrets/reseal': { access: 'admin', success: 200, paged: true },
  'GET /admin/held-streams': { access: 'admin', success: 200, paged: true },
  'POST /admin/held-streams/skip': {
    access: 'admin',
    // Nothing is held back in a log without events of a newer version; held-back.e2e.spec.ts tests the success and the
    // conflict.
    success: 404,
    body: ({ ids }) => ({ stream: `workspace-${ids['workspaceId']}`, revision: 0, reason: 'a slip' }),
  },
  'GET /admin/parked': { access: 'admin', success: 200, paged: true },
  'GET /admin/parked/{itemId}': { access: 'admin', success: 404 },
  'POST /admin/parked/{itemId}/retry': { access: 'admin', success: 404 },
  'POST /admin/parked/{itemId}/skip': { access: 'admin', success: 404, body: () => ({ reason: 'a slip' }) },
  'GET /admin/projections': { access: 'admin', success: 200 },
  'POST /admin/projections/rebuild': { access: 'admin', success: pairUnderTest() === 'embedded' ? 202 : 409 },
  // Nothing was rebuilt, or it is under way; rebuild.e2e.spec.ts tests the success.
  'POST /admin/projections/back': { access: 'admin', success: 409 },
  'GET /health/live': { access: 'public', success: 200 },
  'GET /health/ready': { access: 'public', success: 200 },
  'GET /metrics': { access: 'public', success: 200 },
};

function destination(destination_id: string): object {
  return { outcome_name: nextName(), destination_type: 'smart_list', destination_id };
}

function selected(id: string): object {
  return { outcome_name: nextName(), destination_type: 'remove_from_selected', smart_list_ids: [id] };
}

/** The largest body of a route, in bytes. */
export const bodyLimitOf = (route: string): number => (route === 'POST /contacts/batch' ? 4 : 1) * 1_048_576;

export const methodOf = (route: string): string => route.split(' ')[0]!;
export const templateOf = (route: string): string => route.split(' ')[1]!;

/** The names of the ids in the path of a route. */
export function idsOf(route: string): readonly string[] {
  return [...templateOf(route).matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!);
}

/** The path of a route with these ids. */
export function pathOf(route: string, ids: Readonly<Record<string, string>>): string {
  return templateOf(route).replace(/\{([^}]+)\}/g, (_braces, name: string) => ids[name] ?? name);
}

/** A request to a route that succeeds in a world. */
export function validRequest(route: string, world: World): Request {
  const { body, file, query } = ROUTES[route]!;
  const json = body?.(world);
  const sent = file === undefined ? json && { json } : { headers: CSV, body: file };
  const asked = query?.(world);
  const path = `${pathOf(route, world.ids)}${asked === undefined ? '' : `?${asked}`}`;
  return { method: methodOf(route), path, ...sent };
}

const WITHOUT_SCOPE: readonly string[] = ['any key', 'admin', 'public'];

/** The routes that every key opens, whatever its scopes. */
export const ANY_KEY_ROUTES = Object.keys(ROUTES).filter((route) => ROUTES[route]!.access === 'any key');

/** The routes that a key opens by its scopes, with the scope each needs. */
export const KEYED_ROUTES = Object.entries(ROUTES)
  .filter(([, { access }]) => !WITHOUT_SCOPE.includes(access))
  .map(([route, { access }]) => [route, access as Scope] as const);

/** Those among them that write and take JSON. */
export const JSON_WRITES = KEYED_ROUTES.filter(
  ([route]) => !route.startsWith('GET ') && ROUTES[route]!.file === undefined,
);
