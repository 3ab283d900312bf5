import { nextName } from '../../support/api.js';
import { announcing, type Request } from '../../support/http.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { withUnchanged } from '../../support/unchanged.js';
import { UNKNOWN_ID } from '../../support/workspace.js';
import type { Scope } from '../../support/workspace.js';
import {
  ANY_KEY_ROUTES,
  bodyLimitOf,
  JSON_WRITES,
  KEYED_ROUTES,
  makeWorld,
  pathOf,
  ROUTES,
  validRequest,
} from './routes.js';
import type { World } from './routes.js';

const service = shareService();
let world: World;
let unlike: (scope: Scope) => Promise<string>;
beforeAll(async () => {
  world = await makeWorld(service());
  unlike = async (scope) => {
    const other = scope === 'calls:read' ? 'calls:write' : 'calls:read';
    return (await world.workspace.key({ scopes: [other] })).client.token!;
  };
});

const JSON_TYPE = { 'content-type': 'application/json' };
const HUGE = `{"unknown":"${'x'.repeat(1_048_576)}"}`;

/** Each step repairs the first mistake of the previous one, so that the next mistake in order is answered. */
async function climbs(steps: readonly (readonly [code: string, request: Request, token?: string])[]): Promise<void> {
  for (const [code, request, token] of steps) {
    const client = world.workspace.client.as(token ?? world.workspace.client.token);
    await withUnchanged(world.workspace, async () => expectProblem(await client.send(request), code));
  }
}

describe('the order of refusals', () => {
  it.each(JSON_WRITES)(
    '[api rules/errors order] %s: path, method, key, scope, type, size, shape, replay, id',
    async (route, scope) => {
      const { workspace, ids } = world;
      const key = `order ${route}`.replaceAll(/[^A-Za-z]/g, '-');
      const first = await workspace.client.send({
        ...validRequest('POST /contacts/batch', world),
        headers: { 'idempotency-key': key },
      });
      expect(first.status).toBe(200);
      const unknown = Object.fromEntries(Object.keys(ids).map((name) => [name, UNKNOWN_ID]));
      const { json: _json, ...valid } = validRequest(route, world);
      const wrong = { ...valid, path: pathOf(route, unknown) };
      const all = { 'content-type': 'text/plain', 'idempotency-key': key, 'if-match': '"99"' };
      const shaped = { ...all, ...JSON_TYPE };
      const tooLarge = announcing(bodyLimitOf(route) + 1);
      const steps: (readonly [string, Request, string?])[] = [
        ['not_found', { ...wrong, path: `${wrong.path}/nowhere/at/all`, headers: all, body: HUGE }, 'nonsense'],
        ['method_not_allowed', { ...wrong, method: 'PUT', headers: all, body: HUGE }, 'nonsense'],
        ['unauthorized', { ...wrong, headers: all, body: HUGE }, 'nonsense'],
        ['insufficient_scope', { ...wrong, headers: all, body: HUGE }, await unlike(scope)],
        ['unsupported_media_type', { ...wrong, headers: all, body: HUGE }],
        ['payload_too_large', { ...wrong, headers: { ...shaped, ...tooLarge.headers }, body: tooLarge.body! }],
        ['malformed_json', { ...wrong, headers: shaped, body: '{"unknown":' }],
        ['validation_failed', { ...wrong, headers: shaped, body: '{"unknown":1}' }],
      ];
      const body = ROUTES[route]!.body?.(world);
      const good = { ...wrong, ...(body && { json: body }) };
      steps.push(['idempotency_key_reused', { ...good, headers: { 'idempotency-key': key, 'if-match': '"99"' } }]);
      if (wrong.path !== valid.path) steps.push(['not_found', { ...good, headers: { 'if-match': '"99"' } }]);
      await climbs(steps);
    },
  );

  it('[api rules/errors order] PUT /imports/{importId}/rows: key, scope, type, id, list, state, file', async () => {
    const valid = validRequest('PUT /imports/{importId}/rows', world);
    const wrong = { ...valid, path: `/imports/${UNKNOWN_ID}/rows`, body: '"' };
    const json = { ...wrong, headers: JSON_TYPE };
    await climbs([
      ['unauthorized', json, 'nonsense'],
      ['insufficient_scope', json, await unlike('contacts:write')],
      ['unsupported_media_type', json],
      ['not_found', wrong],
      [
        'resource_conflict',
        { ...wrong, path: `/imports/${world.finishedImportId}/rows`, body: `${valid.body!.toString()}z\n` },
      ],
      ['validation_failed', { ...wrong, path: valid.path }],
    ]);
  });

  it('[api rules/errors order] 404 of an id, 412, 400 of the state, 409', async () => {
    const { ids, otherListId, workspace } = world;
    const path = `/smart-lists/${ids['smartListId']}`;
    const taken = (await workspace.api.createList()).name;
    const headers = { 'if-match': '"99"' };
    const patch = (json: object) => ({ method: 'PATCH', path, json });
    await climbs([
      [
        'not_found',
        { ...patch({ name: taken, next_list_id: UNKNOWN_ID }), path: `/smart-lists/${UNKNOWN_ID}`, headers },
      ],
      ['precondition_failed', { ...patch({ name: taken, next_list_id: UNKNOWN_ID }), headers }],
      ['invalid_reference', patch({ name: taken, next_list_id: UNKNOWN_ID })],
      ['waterfall_cycle', patch({ name: taken, next_list_id: otherListId })],
      ['waterfall_cycle', patch({ name: taken, next_list_id: ids['smartListId'] })],
      ['invalid_reference', patch({ name: taken, calling_hours_id: UNKNOWN_ID })],
      ['resource_conflict', patch({ name: taken })],
      ['invalid_reference', { method: 'POST', path: '/smart-lists', json: { name: taken, next_list_id: UNKNOWN_ID } }],
    ]);
    const outcome = `/phone-system/outcomes/${ids['outcomeId']}`;
    const bad = { outcome_name: nextName(), destination_type: 'smart_list', destination_id: UNKNOWN_ID };
    await climbs([
      ['not_found', { method: 'PATCH', path: `/phone-system/outcomes/${UNKNOWN_ID}`, json: bad, headers }],
      ['precondition_failed', { method: 'PATCH', path: outcome, json: bad, headers }],
      ['invalid_reference', { method: 'PATCH', path: outcome, json: bad }],
    ]);
  });

  it('[api rules/errors order] a replay comes before the check of the id, which may have been deleted', async () => {
    const { api, client } = world.workspace;
    const { smart_list_id } = await api.createList();
    const headers = { 'idempotency-key': nextName('gone').replaceAll(' ', '-') };
    const path = `/smart-lists/${smart_list_id}`;
    const first = await client.delete(path, headers);
    const again = await client.delete(path, headers);
    expect([again.status, again.bytes.toString()]).toEqual([200, first.bytes.toString()]);
    expectProblem(await client.delete(path), 'not_found');
  });

  it('[api rules/errors order] 429 comes after 401 and before 403', async () => {
    const limited = await makeWorld(service());
    const { client, id } = limited.workspace;
    const { client: narrow } = await limited.workspace.key({ scopes: ['calls:read'] });
    const once = { requests: 1, seconds: 3_600 };
    await service().admin.patch(`/admin/workspaces/${id}`, { rate_limits: { read: once, write: once } });
    for (const key of [client, narrow]) {
      await key.get('/smart-lists');
      await key.post('/smart-lists', { name: nextName() });
    }
    for (const route of [...KEYED_ROUTES.map(([keyed]) => keyed), ...ANY_KEY_ROUTES]) {
      const request = { ...validRequest(route, limited), headers: { 'content-type': 'text/plain' } };
      expectProblem(await client.send(request), 'rate_limited');
      expectProblem(await narrow.send(request), 'rate_limited');
      expectProblem(await client.as('nonsense').send(request), 'unauthorized');
      expectProblem(
        await client.send({ ...request, path: `${pathOf(route, limited.ids)}/nowhere/at/all` }),
        'not_found',
      );
    }
  });
});
