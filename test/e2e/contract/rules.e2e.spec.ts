import { nextName } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { expectProblem } from '../../support/problem.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const workspace = shareWorkspace();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the rules for all endpoints', () => {
  it('[api rules/bodies integral numbers] 5.0 and 1e3 are integers, 5.5 is not', async () => {
    const { client } = workspace();
    const send = (numbers: string) =>
      client.send({
        method: 'POST',
        path: '/smart-lists',
        headers: { 'content-type': 'application/json' },
        body: `{"name":"${nextName()}",${numbers}}`,
      });
    const answer = await send(
      '"max_attempts_total":5.0,"min_retry_seconds":1e3,"dial_timeout_seconds":3.0e1,"max_attempts_per_day":-0',
    );
    expect(jsonOf(answer)).toMatchObject({
      smart_list: { max_attempts_total: 5, min_retry_seconds: 1000, dial_timeout_seconds: 30, max_attempts_per_day: 0 },
    });
    expect(answer.bytes.toString()).toContain('"max_attempts_per_day":0');
    for (const text of ['5.5', '1e400', '-1e400', '1e-3', '9007199254740993', '1e309']) {
      expectProblem(await send(`"max_attempts_total":${text}`), 'validation_failed');
    }
  });

  it('[api rules/bodies query] unknown, repeated and empty parameters are refused', async () => {
    for (const name of ['unknown', 'Page_size', '__proto__', 'constructor']) {
      const refusal = { code: 'validation_failed', pointer: `/${name}`, rule: 'unknown_parameter' };
      await expectRefused(workspace(), { method: 'GET', path: `/smart-lists?page_size=5&${name}=1` }, refusal);
    }
    const bad = [
      'page_size=1&page_size=1',
      'page_size=',
      'page_size=0',
      'page_size=201',
      'page_size=5.5',
      'page_size=x',
      'page_size=-1',
    ];
    for (const query of [
      ...bad,
      'page_size=%201',
      'page_size=1e1',
      'page_size=0x10',
      'page_size=99999999999999999999',
    ]) {
      const refusal = { code: 'validation_failed', pointer: '/page_size' };
      await expectRefused(workspace(), { method: 'GET', path: `/smart-lists?${query}` }, refusal);
    }
    for (const query of ['page_token=', 'page_token=a&page_token=b']) {
      await expectRefused(workspace(), { method: 'GET', path: `/smart-lists?${query}` }, { code: 'validation_failed' });
    }
  });

  it('[api rules/location] the Location of every 201 can be read', async () => {
    const { client, api } = workspace();
    const list = await api.createList();
    for (const [path, body] of [
      ['/smart-lists', { name: nextName() }],
      [`/smart-lists/${list.smart_list_id}/clone`, undefined],
      ['/phone-system/outcomes', { outcome_name: 'Located' }],
    ] as const) {
      const made = await client.post(path, body);
      expect(made.status).toBe(201);
      const there = await client.get(made.headers.location!);
      expect(there.bytes.equals(made.bytes)).toBe(true);
      expect(there.headers.etag).toBe(made.headers.etag);
    }
  });

  it('[api rules/if-match] is checked on PATCH and DELETE of lists and outcomes', async () => {
    const { client, api } = workspace();
    const list = `/smart-lists/${(await api.createList()).smart_list_id}`;
    const outcome = `/phone-system/outcomes/${(await api.createOutcome()).outcome.outcome_id}`;
    for (const [path, change] of [
      [list, { priority: 'low' }],
      [outcome, { order: 77 }],
    ] as const) {
      for (const tag of ['"2"', 'W/"1"', '1', '""', '"1', '"0"', '"1 "', 'nonsense']) {
        const headers = { 'if-match': tag };
        await expectRefused(
          workspace(),
          { method: 'PATCH', path, json: change, headers },
          { code: 'precondition_failed' },
        );
        await expectRefused(workspace(), { method: 'DELETE', path, headers }, { code: 'precondition_failed' });
      }
      expect((await client.patch(path, change, { 'if-match': '"7", "1"' })).headers.etag).toBe('"2"');
      expect((await client.patch(path, {}, { 'if-match': '*' })).headers.etag).toBe('"2"');
      await expectRefused(
        workspace(),
        { method: 'DELETE', path, headers: { 'if-match': '"1"' } },
        { code: 'precondition_failed' },
      );
      expect((await client.get(path, { 'if-none-match': '"2"' })).status).toBe(200);
      expect((await client.patch(path, {}, { 'if-none-match': '*' })).status).toBe(200);
      expect((await client.delete(path, { 'if-match': '"2"' })).status).toBe(200);
    }
  });

  it('[api rules/versions] a version of the document is accepted, left out it is the newest, others are refused', async () => {
    const { client } = workspace();
    const { ApiVersion } = client.contract.document.components!['schemas']!;
    const dates = (ApiVersion as { readonly enum: readonly string[] }).enum;
    const [newest] = dates;
    for (const date of dates) {
      const answer = await client.get('/smart-lists', { 'api-version': date });
      expect([answer.status, answer.headers['api-version']]).toEqual([200, date]);
    }
    for (const path of ['/health/live', '/nowhere', '/smart-lists', '/openapi.json', '/metrics', '/docs/errors']) {
      expect([path, (await client.get(path)).headers['api-version']]).toEqual([path, newest]);
    }
    for (const date of ['2020-01-01', 'latest', '2026-11-1', ` `, `${newest}, ${newest}`]) {
      const answer = await client.get('/smart-lists', { 'api-version': date });
      const { errors } = expectProblem(answer, 'validation_failed');
      const detail = expect.stringContaining(dates.join(', ')) as string;
      expect(errors).toEqual([{ pointer: '/API-Version', code: 'unknown_version', detail }]);
      expect(answer.headers['api-version']).toBe(newest);
    }
    // Health and the reference read no version: whoever asks for them has no client yet.
    expect((await client.get('/health/live', { 'api-version': 'x' })).status).toBe(200);
  });

  it('[api rules/request id] one of a client is echoed and not stored; the correlation id is also sent', async () => {
    const { client, service } = workspace();
    const head = await service.log.head();
    const made = await client.post('/smart-lists', { name: nextName() }, { 'x-request-id': 'order+436601234567' });
    expect(made.headers['x-request-id']).toBe('order+436601234567');
    const id = made.headers['x-correlation-id'];
    expect(id).toMatch(UUID);
    const [written] = await service.log.after(head);
    expect(written!.metadata.correlation_id).toBe(id);
    expect(JSON.stringify(written)).not.toContain('436601234567');
  });

  it('[api rules/request id] every answer has a new one, which is the correlation id of the events', async () => {
    const { client, service } = workspace();
    const head = await service.log.head();
    const made = await client.post('/smart-lists', { name: nextName() });
    const id = made.headers['x-request-id'];
    expect(id).toMatch(UUID);
    const written = await service.log.after(head);
    expect(written).toHaveLength(1);
    expect(written[0]!.metadata).toMatchObject({ correlation_id: id, actor: { kind: 'api_key' }, causation_id: null });
    const others = await Promise.all(
      ['/health/live', '/nowhere', '/smart-lists', '/openapi.json', '/metrics', '/docs'].map((path) =>
        client.get(path),
      ),
    );
    const ids = [made, ...others].map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('[api rules/errors shape] type, title, status, detail, instance, ok, code, request_id, errors', async () => {
    const { client } = workspace();
    const answer = await client.post('/smart-lists', { name: '', priority: 'urgent', extra: 1 });
    const problem = expectProblem(answer, 'validation_failed');
    expect(Object.keys(problem).sort()).toEqual(
      ['type', 'title', 'status', 'detail', 'instance', 'ok', 'code', 'request_id', 'errors'].sort(),
    );
    expect((problem.errors ?? []).map(({ pointer }) => pointer).sort()).toEqual(['/extra', '/name', '/priority']);
  });

  it('[api rules/errors reference] type leads to a page that documents every code', async () => {
    const { client, service } = workspace();
    const { type } = expectProblem(await client.get(`/smart-lists/${UNKNOWN_ID}`), 'not_found');
    const page = await service.client().get(new URL(type, 'http://localhost').pathname);
    expect(page.status).toBe(200);
    const { ErrorCode, Problem } = client.contract.document.components!['schemas']!;
    expect(Problem).toMatchObject({ properties: { code: { $ref: '#/components/schemas/ErrorCode' } } });
    const codes = new Set(ErrorCode!['enum'] as readonly string[]);
    expect(codes.size).toBeGreaterThan(10);
    for (const code of codes) expect(page.bytes.toString()).toContain(code);
  });

  it('[api uuid] a path id that is not a UUID gets the 404 of an unknown one', async () => {
    for (const id of [
      'x',
      '123',
      `${UNKNOWN_ID}x`,
      UNKNOWN_ID.replaceAll('-', ''),
      '%00',
      '%F0%9F%98%80',
      'a%2Fb',
      '..%2f',
      'null',
    ]) {
      await expectRefused(workspace(), { method: 'GET', path: `/smart-lists/${id}` }, { code: 'not_found' });
      await expectRefused(workspace(), { method: 'GET', path: `/smart-lists/${id}/members` }, { code: 'not_found' });
    }
  });

  it('[api limits] 1,000 active lists, 500 outcomes and 500 API keys, then resource_conflict', async () => {
    const full = await TestWorkspace.make(workspace().service);
    const { api, client, service, id } = full;
    const fill = async (count: number, make: () => Promise<unknown>) => {
      for (let at = 0; at < count; at += 50) await Promise.all(Array.from({ length: Math.min(50, count - at) }, make));
    };
    await fill(1_000, () => api.createList());
    await fill(500, () => api.createOutcome());
    const keys = `/admin/workspaces/${id}/api-keys`;
    await fill(499, () => service.admin.post(keys, { name: 'x', scopes: ['calls:read'] }));
    const [list] = await api.lists(1_00);
    const clone = `/smart-lists/${list!.smart_list_id}/clone`;
    const head = await service.log.head();
    expectProblem(await client.post('/smart-lists', { name: nextName() }), 'resource_conflict');
    expectProblem(await client.post(clone), 'resource_conflict');
    expectProblem(await client.post('/phone-system/outcomes', { outcome_name: 'x' }), 'resource_conflict');
    expectProblem(await service.admin.post(keys, { name: 'x', scopes: ['calls:read'] }), 'resource_conflict');
    expect(await service.log.head()).toBe(head);
    await api.deleteList(list!.smart_list_id);
    expect((await client.post('/smart-lists', { name: nextName() })).status).toBe(201);
    expect(await api.lists()).toHaveLength(1_000);
    expect((await api.outcomes()).outcomes).toHaveLength(500);
  });
});
