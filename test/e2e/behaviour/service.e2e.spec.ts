import { Validator } from '@seriousme/openapi-schema-validator';
import { byId, nextName } from '../../support/api.js';
import { success } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import type { Schema } from '../../support/openapi-document.js';
import { expectProblem } from '../../support/problem.js';
import { ADMIN_TOKEN, startService } from '../../support/service.js';
import { shareWorkspace } from '../../support/shared.js';

const workspace = shareWorkspace();

describe('the service', () => {
  it('[api endpoints health] is live and ready', async () => {
    const client = workspace().service.client();
    for (const path of ['/health/live', '/health/ready']) {
      const answer = await client.get(path);
      expect(answer.status).toBe(200);
      expect(jsonOf(answer)).toMatchObject({ ok: true });
    }
  });

  it('[api endpoints health] /metrics is Prometheus text and contains no id, phone number or key', async () => {
    const [contact] = await workspace().contacts(1);
    const { smart_list_id } = await workspace().api.createList();
    await workspace().client.get(`/smart-lists/${smart_list_id}`);
    const answer = await workspace().service.client().get('/metrics');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    const text = answer.bytes.toString();
    const lines = text.split('\n').filter((line) => line !== '');
    const comment = /^# (HELP|TYPE) [a-zA-Z_:][a-zA-Z0-9_:]* .+$/;
    const label = String.raw`[a-zA-Z_]\w*="(\\.|[^"\\])*"`;
    const value = String.raw`(-?[0-9.e+-]+|NaN|[+-]?Inf)`;
    const sample = new RegExp(`^[a-zA-Z_:][a-zA-Z0-9_:]*(\\{${label}(,${label})*,?\\})? ${value}$`);
    expect(lines.filter((line) => !comment.test(line) && !sample.test(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(20);
    for (const secret of [smart_list_id, contact!.contact_id, contact!.phone, workspace().client.token!, ADMIN_TOKEN]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('/smart-lists/:smartListId');
  });

  it('[api endpoints health] /openapi.json is valid OpenAPI 3.1, with examples that fit their schemas', async () => {
    const answer = await workspace().service.client().get('/openapi.json');
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const document = jsonOf(answer) as { openapi: string };
    expect(document.openapi).toMatch(/^3\.1\./);
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    const { contract } = workspace().service;
    for (const { object, method, template } of contract.operations) {
      expect([`${method} ${template}`, object.summary]).toEqual([
        `${method} ${template}`,
        expect.stringMatching(/\w+ \w+/),
      ]);
      const contents = [object.requestBody?.content, ...Object.values(object.responses).map(({ content }) => content)];
      for (const { schema, example, examples = {} } of contents.flatMap((content) => Object.values(content ?? {}))) {
        const values = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples).map(({ value }) => value),
        ];
        for (const value of values)
          expect([`${method} ${template}`, schema && contract.fits(schema, value)]).toEqual([
            `${method} ${template}`,
            true,
          ]);
      }
    }
    const schemas = Object.entries(contract.document.components!['schemas']!);
    const fields = schemas.flatMap(([name, schema]) => [
      [name, schema] as const,
      ...Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(
        ([field, property]) => [`${name}.${field}`, property] as const,
      ),
    ]);
    const withExample = fields.filter(([, { example }]) => example !== undefined);
    expect(withExample.length).toBeGreaterThan(100);
    for (const [name, { example, ...schema }] of withExample)
      expect([name, example, contract.fits(schema, example)]).toEqual([name, example, true]);
  });

  it('[api endpoints health] /docs loads all its assets from the service itself', async () => {
    const client = workspace().service.client();
    const page = await client.get('/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    const html = page.bytes.toString();
    const named = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1]!);
    expect(named.length).toBeGreaterThan(1);
    for (const url of named) {
      const resolved = new URL(url, 'http://service/docs');
      expect(resolved.host).toBe('service');
      expect([url, (await client.get(resolved.pathname)).status]).toEqual([url, 200]);
    }
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  });

  it('[api rules/read your writes] a write is visible to every key after its 2xx, also under load', async () => {
    const { client, api } = workspace();
    const { client: other } = await workspace().key({ scopes: ['smart_lists:read'] });
    const contacts = await workspace().contacts(50);
    await Promise.all(
      contacts.map(async (contact) => {
        const { smart_list_id: id, name } = await api.createList({ name: nextName('Seen') });
        expect(await other.read(`/smart-lists/${id}`)).toMatchObject({ smart_list: { name } });
        await api.addMembers(id, [byId(contact)]);
        expect(await other.read(`/smart-lists/${id}/members`)).toMatchObject({
          members: [{ contact_id: contact.contact_id }],
        });
        expect(await other.read(`/smart-lists/${id}`)).toMatchObject({ smart_list: { member_count: 1 } });
        const changed = await client.patch(`/smart-lists/${id}`, { priority: 'lowest' });
        expect(changed.headers['projection-lag']).toBeUndefined();
        expect(await other.read(`/smart-lists/${id}`)).toEqual(jsonOf(changed));
        await api.deleteList(id);
        expectProblem(await other.get(`/smart-lists/${id}`), 'not_found');
      }),
    );
  });

  it('[api endpoints admin] without an ADMIN_TOKEN the admin routes are 404, with any token', async () => {
    const service = await startService({ env: { ADMIN_TOKEN: '' } });
    for (const [method, path] of [
      ['GET', '/admin/workspaces'],
      ['POST', '/admin/workspaces'],
      ['PATCH', `/admin/workspaces/${workspace().id}`],
      ['PUT', '/admin/workspaces'],
      ['GET', `/admin/workspaces/${workspace().id}/api-keys`],
    ] as const) {
      for (const token of [undefined, ADMIN_TOKEN, ''])
        expectProblem(await service.client(token).send({ method, path }), 'not_found');
    }
    await service.stop();
  });

  it('a first start outside production prints a key of the workspace Demo once, and curl lines that work', async () => {
    const service = await startService({ env: { NODE_ENV: 'development' } });
    while (!service.stderr.includes('The API reference: ')) await service.client().get('/health/live');
    const [, key = '', body = ''] = /(sl_test_[0-9A-Za-z]{38})[^]*\/contacts\/batch -d '(.*)'$/m.exec(service.stderr)!;
    const client = service.client(key);
    expect((await client.post('/smart-lists', { name: 'First' })).status).toBe(201);
    // A second import of the same contact, by a copied line, must not create another one.
    for (const counts of [{ created: 1 }, { created: 0, unchanged: 1 }]) {
      const answer = await client.post('/contacts/batch', JSON.parse(body));
      expect(success<object>(answer, 200)).toMatchObject(counts);
    }
    expect(service.stdout).not.toContain(key);
    expect(await service.admin.read('/admin/workspaces')).toMatchObject({ workspaces: [{ name: 'Demo' }] });
    await service.stop();
  });

  it('API_BASE_PATH prefixes every path, Location included', async () => {
    const service = await startService({ env: { API_BASE_PATH: '/api/v1' } });
    const admin = service.admin;
    const made = jsonOf(await admin.post('/api/v1/admin/workspaces', { name: 'Based', time_zone: 'UTC' })) as {
      workspace: { workspace_id: string };
    };
    const path = `/api/v1/admin/workspaces/${made.workspace.workspace_id}/api-keys`;
    const { secret } = jsonOf(
      await admin.post(path, { name: 'x', scopes: ['smart_lists:read', 'smart_lists:write'] }),
    ) as { secret: string };
    const client = service.client(secret);
    const created = await client.post('/api/v1/smart-lists', { name: 'Based' });
    expect(created.headers.location).toMatch(/^\/api\/v1\/smart-lists\//);
    expect((await client.get(created.headers.location!)).status).toBe(200);
    expectProblem(await client.get('/smart-lists'), 'not_found');
    await service.stop();
  });
});
