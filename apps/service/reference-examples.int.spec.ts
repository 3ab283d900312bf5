import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { type RunningService, startService } from './service.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Imported {
  readonly contacts: readonly { readonly contact_id: string }[];
}

const ADMIN_TOKEN = 'an-admin-token-of-32-characters!';
const HOURS = { name: 'Hours', intervals: [{ days: ['mon'], from: '09:00', to: '17:00' }] };
const ENDPOINT = { url: 'https://hooks.example.com/events', event_types: ['call.lost'] };

/** The body that the browsable reference sends by default: the example of every field, or its first value. */
function exampleOf(schema: Schema, document: OpenApi): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.enum !== undefined) return schema.enum[0];
  const ref = (schema.$ref ?? schema.anyOf?.[0]?.$ref)?.split('/').at(-1);
  if (ref !== undefined) return exampleOf(document.components.schemas[ref]!, document);
  if (schema.items) return [exampleOf(schema.items, document)];
  const properties = Object.entries(schema.properties ?? {});
  return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property, document)]));
}

describe('the examples of the reference', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'examples-'));
  const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ADMIN_TOKEN, NODE_ENV: 'production' };
  let service: RunningService;

  beforeAll(async () => {
    service = await startService(readConfig(environment));
  });
  afterAll(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function send(method: string, path: string, token: string, body: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
  }

  async function made(path: string, token: string, body: object, ...at: string[]): Promise<string> {
    const answer: unknown = await (await send('POST', path, token, body)).json();
    return String(at.reduce((value, name) => (value as Record<string, unknown>)[name], answer));
  }

  /** A call in progress with a new contact. */
  async function madeCall(token: string): Promise<string> {
    const phone = '+12025550199';
    await send('POST', '/contacts/batch', token, { contacts: [{ phone }] });
    return made('/calls', token, { phone }, 'call', 'call_id');
  }

  async function madeContact(token: string): Promise<string> {
    const body = { contacts: [{ phone: '+12025550198' }] };
    const answer = (await (await send('POST', '/contacts/batch', token, body)).json()) as Imported;
    return answer.contacts[0]!.contact_id;
  }

  it('can be sent unchanged', async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi;
    const zone = { name: 'Ours', time_zone: 'UTC' };
    const workspaceId = await made('/admin/workspaces', ADMIN_TOKEN, zone, 'workspace', 'workspace_id');
    const scopes = [
      'smart_lists:read',
      'smart_lists:write',
      'contacts:read',
      'contacts:write',
      'contacts:erase',
      'calls:write',
      'webhooks:write',
      'webhooks:admin',
    ];
    const keys = `/admin/workspaces/${workspaceId}/api-keys`;
    const key = await made(keys, ADMIN_TOKEN, { name: 'all', scopes }, 'secret');
    const smartListId = await made('/smart-lists', key, { name: 'Another' }, 'smart_list', 'smart_list_id');
    const group = { name: 'Group', smart_list_ids: [smartListId] };
    const ids: Readonly<Record<string, string>> = {
      workspaceId,
      smartListId,
      dialGroupId: await made('/dial-groups', key, group, 'dial_group', 'dial_group_id'),
      callingHoursId: await made('/calling-hours', key, HOURS, 'calling_hours', 'calling_hours_id'),
      outcomeId: await made('/phone-system/outcomes', key, { outcome_name: 'One' }, 'outcome', 'outcome_id'),
      contactId: await madeContact(key),
      callId: await madeCall(key),
      endpointId: await made('/webhook-endpoints', key, ENDPOINT, 'webhook_endpoint', 'endpoint_id'),
    };
    const { contactId: contact_id } = ids;
    await send('POST', `/smart-lists/${smartListId}/members/batch`, key, { members: [{ contact_id }] });
    const tried: unknown[] = [];
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    // Deletions come last: the other operations need the things that they delete.
    operations.sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));
    for (const { path, method, requestBody, security } of operations) {
      // Nothing is held back or parked here; other specs have something to skip.
      if (!requestBody || /^\/admin\/.*\/skip$/.test(path)) continue;
      // A file is no JSON, and has no example.
      if (!requestBody.content['application/json']) continue;
      const target = path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name]!);
      const token = 'admin_token' in security[0]! ? ADMIN_TOKEN : key;
      const body = exampleOf(requestBody.content['application/json'].schema, document);
      const isOfGroup = path.startsWith('/dial-groups');
      const isNamed = isOfGroup || path.startsWith('/calling-hours');
      // A list, a dial group, or calling hours, with the example's name exists once one was made from it.
      if (method === 'patch' && (isNamed || 'priority' in (body as object)))
        Object.assign(body as object, { name: 'B' });
      // The service assigns the ids of outcomes, of endpoints and of lists.
      if (path.endsWith('/recover')) Object.assign(body as object, { endpoint_id: ids['endpointId'] });
      if (isOfGroup) Object.assign(body as object, { smart_list_ids: [ids['smartListId']] });
      if (path.endsWith('/outcomes') && path.startsWith('/calls'))
        Object.assign(body as object, { outcome_id: ids['outcomeId'] });
      const answer = await send(method.toUpperCase(), target, token, body);
      tried.push([method, path, answer.ok || (await answer.json())]);
    }
    expect(tried.length).toBeGreaterThan(10);
    expect(tried).toEqual(tried.map((entry) => [...(entry as unknown[]).slice(0, 2), true]));
  });
});
