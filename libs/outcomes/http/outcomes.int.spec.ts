import { type DomainEvent, parseAddressRange } from '#kernel';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACES_PROJECTIONS, WorkspacesModule } from '#workspaces';
import { type Answered, MemoryService } from '#workspaces/testing';
import { ALLOWED_ADDRESSES } from '#webhooks/domain';
import { OUTCOMES_PROJECTIONS, OutcomesModule } from '../index.js';

const SPRING = '018f3a00-0000-7000-8000-0000000000a1';
const NEVER = '018f3a00-0000-7000-8000-0000000fffff';
const PATH = '/phone-system/outcomes';
const URL_ = 'https://example.com/hook';

let service: MemoryService;
let workspaceId: string;
let token: string;
beforeAll(async () => {
  service = await MemoryService.start(
    [WorkspacesModule, OutcomesModule],
    [...WORKSPACES_PROJECTIONS, ...SMART_LIST_PROJECTIONS, ...OUTCOMES_PROJECTIONS],
    [{ provide: ALLOWED_ADDRESSES, useValue: [parseAddressRange('127.0.0.0/8')] }],
  );
});
afterAll(() => service.stop());

beforeEach(async () => {
  const made = await service.ask('POST', '/admin/workspaces', { name: 'Demo', time_zone: 'UTC' });
  workspaceId = made.body.workspace.workspace_id as string;
  token = await keyWith('smart_lists:read', 'smart_lists:write');
  await happen({
    type: 'SmartListCreated',
    data: { smart_list_id: SPRING, name: 'Spring', ...SETTINGS_DEFAULTS, source: 'api' },
  });
});

async function keyWith(...scopes: string[]): Promise<string> {
  const made = await service.ask('POST', `/admin/workspaces/${workspaceId}/api-keys`, { name: 'k', scopes });
  return made.body.secret as string;
}
const happen = (...events: DomainEvent[]) => service.happen(workspaceId, ...events);
const ask = (method: string, path = '', body?: unknown, headers = {}): Promise<Answered> =>
  service.ask(method, PATH + path, body, { token, headers });
const create = async (fields: object = {}): Promise<Answered['body']> =>
  (await ask('POST', '', { outcome_name: 'Sold', ...fields })).body;

describe('outcomes', () => {
  it('are created, read, changed and deleted, in the envelope of the contract', async () => {
    const created = await ask('POST', '', {
      outcome_name: 'Sold',
      destination_type: 'smart_list',
      destination_id: SPRING,
    });
    const { outcome } = created.body;
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"']);
    expect(created.headers.get('location')).toBe(`${PATH}/${outcome.outcome_id}`);
    expect(created.body).toEqual({
      ok: true,
      disposition_popup_enabled: true,
      outcome: {
        outcome_id: expect.any(String),
        outcome_name: 'Sold',
        outcome_type: 'disposition',
        order: 1,
        destination: { destination_type: 'smart_list', destination_id: SPRING, destination_name: 'Spring' },
        webhook_url: null,
        retry_seconds: null,
        version: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    const read = await ask('GET', `/${outcome.outcome_id.toUpperCase()}`);
    expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', created.body]);
    expect((await ask('GET')).body).toEqual({ ok: true, outcomes: [outcome], disposition_popup_enabled: true });

    const action = { outcome_type: 'action', webhook_url: URL_ };
    const changed = await ask('PATCH', `/${outcome.outcome_id}`, action, { 'if-match': '"1"' });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(changed.body).toMatchObject({ disposition_popup_enabled: false, outcome: { ...action, version: 2 } });
    expect((await ask('GET', `/${outcome.outcome_id}`)).body).toEqual(changed.body);

    const deleted = await ask('DELETE', `/${outcome.outcome_id}`, undefined, { 'if-match': '"2"' });
    const id = outcome.outcome_id;
    expect(deleted.body).toEqual({ ok: true, outcome_id: id, deleted: true, disposition_popup_enabled: false });
    expect((await ask('GET')).body).toEqual({ ok: true, outcomes: [], disposition_popup_enabled: false });
  });

  it('are listed by order, then creation', async () => {
    for (const [outcome_name, order] of [
      ['b', 5],
      ['a', -1],
      ['c', 5],
      ['d', undefined],
    ] as const) {
      await create({ outcome_name, order });
    }
    const { outcomes } = (await ask('GET')).body;
    expect(outcomes.map((each: { outcome_name: string }) => each.outcome_name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('read a deleted list as none, alone and in the page of outcomes', async () => {
    const { outcome } = await create({ destination_type: 'remove_from_selected', smart_list_ids: [SPRING] });
    expect(outcome.destination.smart_list_ids).toEqual([SPRING]);
    await happen({ type: 'SmartListDeleted', data: { smart_list_id: SPRING, members_left: 0 } });
    const none = { destination_type: 'none', destination_id: null, destination_name: null };
    expect((await ask('GET', `/${outcome.outcome_id}`)).body.outcome.destination).toEqual(none);
    expect((await ask('GET')).body.outcomes[0].destination).toEqual(none);
  });

  it('may have a webhook to an address that an operator has allowed', async () => {
    expect((await create({ outcome_type: 'action', webhook_url: 'https://127.0.0.1:8443/' })).ok).toBe(true);
  });

  it('of another version than If-Match are not changed', async () => {
    const { outcome } = await create();
    for (const [method, body] of [
      ['PATCH', { outcome_name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await ask(method, `/${outcome.outcome_id}`, body, { 'if-match': '"2"' });
      expect([answer.status, answer.body.code]).toEqual([412, 'precondition_failed']);
    }
  });

  it('that do not exist are not found, with any body', async () => {
    const { outcome } = await create();
    await ask('DELETE', `/${outcome.outcome_id}`);
    for (const id of [outcome.outcome_id, NEVER, 'x']) {
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { outcome_name: 'x' }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await ask(method, `/${id}`, body);
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      }
    }
  });

  it('are read and written with their scopes', async () => {
    for (const [scope, method] of [
      ['smart_lists:write', 'GET'],
      ['smart_lists:read', 'POST'],
    ] as const) {
      const other = await keyWith(scope);
      const body = method === 'POST' ? { outcome_name: 'x' } : undefined;
      expect((await service.ask(method, PATH, body, { token: other })).status).toBe(403);
    }
  });
});

describe('an invalid body', () => {
  const bad: readonly (readonly [object, string])[] = [
    [{ outcome_name: '' }, '/outcome_name'],
    [{ outcome_name: 'x'.repeat(201) }, '/outcome_name'],
    [{ outcome_name: null }, '/outcome_name'],
    [{ outcome_type: 'other' }, '/outcome_type'],
    [{ order: 2 ** 31 }, '/order'],
    [{ order: -(2 ** 31) - 1 }, '/order'],
    [{ order: '1' }, '/order'],
    [{ order: null }, '/order'],
    [{ destination_type: 'elsewhere' }, '/destination_type'],
    [{ destination_type: 'smart_list', destination_id: 'x' }, '/destination_id'],
    [{ destination_type: 'none', destination_id: SPRING }, '/destination_id'],
    [{ destination_type: 'remove_from_selected', smart_list_ids: [] }, '/smart_list_ids'],
    [{ destination_type: 'remove_from_selected', smart_list_ids: [SPRING, SPRING.toUpperCase()] }, '/smart_list_ids/1'],
    [{ destination_type: 'remove_from_selected', smart_list_ids: Array(51).fill(NEVER) }, '/smart_list_ids'],
    [{ outcome_type: 'action', webhook_url: 'http://example.com' }, '/webhook_url'],
    [{ outcome_type: 'action', webhook_url: 'https://10.0.0.1' }, '/webhook_url'],
    [{ outcome_type: 'action', webhook_url: '' }, '/webhook_url'],
    [{ outcome_type: 'disposition', webhook_url: URL_ }, '/webhook_url'],
    [{ version: 3 }, '/version'],
    [{ destination: { destination_type: 'none' } }, '/destination'],
    [{ workspace_id: NEVER }, '/workspace_id'],
  ];

  it.each(bad)('%j is refused on create and on change, there or not, and changes nothing', async (fields, pointer) => {
    const { outcome } = await create();
    const answers = [
      await ask('POST', '', { outcome_name: 'Sold', ...fields }),
      await ask('PATCH', `/${outcome.outcome_id}`, fields),
      await ask('PATCH', `/${NEVER}`, fields),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'validation_failed', pointer]);
    }
    expect((await ask('GET')).body.outcomes).toEqual([outcome]);
  });

  it('requires a name on create, and no field on a change', async () => {
    expect((await ask('POST', '', {})).body.errors[0].pointer).toBe('/outcome_name');
    const { outcome } = await create();
    const unchanged = await ask('PATCH', `/${outcome.outcome_id}`);
    expect([unchanged.status, unchanged.body.outcome]).toEqual([200, outcome]);
  });

  it('with a list that is not active is an invalid reference', async () => {
    const { status, body } = await ask('POST', '', {
      outcome_name: 'x',
      destination_type: 'smart_list',
      destination_id: NEVER,
    });
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_reference', '/destination_id']);
  });
});
