import { PROBLEMS, routes } from './index.js';
import { clientOf, ID, JSON_TYPE, READER, WRITER } from './testing/client.js';
import { startToy } from './testing/toy-app.js';
import type { Toy } from './testing/toy-app.js';
import { seen } from './testing/toy-controller.js';

interface Parameter {
  readonly name: string;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly requestBody?: { readonly required: boolean };
}

interface OpenApi {
  readonly openapi: string;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The parameters of an operation, including those under the components. */
function parametersOf({ parameters = [] }: Operation, { components }: OpenApi): readonly Parameter[] {
  return parameters.map(
    (one) => (one.$ref ? components['parameters']![one.$ref.split('/').at(-1)!] : one) as Parameter,
  );
}

let toy: Toy;
const { send } = clientOf(() => toy);

beforeAll(async () => {
  toy = await startToy();
});

afterAll(() => toy.app.close());

describe('health, metrics and the reference', () => {
  it('readiness and metrics name the failing checks', async () => {
    const { HealthChecks } = await import('./index.js');
    const other = await startToy();
    let reason: string | undefined = 'The disk is full.';
    other.app.get(HealthChecks).add('disk', () => reason);
    try {
      const red = await fetch(`${other.url}/health/ready`);
      expect(red.status).toBe(503);
      expect(await red.json()).toMatchObject({ errors: [{ code: 'disk', detail: 'The disk is full.' }] });
      const gauges = async () => (await (await fetch(`${other.url}/metrics`)).text()).match(/^health_check_ok.*$/gm);
      const gauge = (check: string, value: number) => `health_check_ok{check="${check}"} ${value}`;
      expect(await gauges()).toEqual([gauge('copy', 1), gauge('disk', 0), gauge('ready', 0)]);
      reason = undefined;
      expect(await gauges()).toEqual([gauge('copy', 1), gauge('disk', 1), gauge('ready', 1)]);
      const ready = await (await fetch(`${other.url}/health/ready`)).json();
      expect(ready).toEqual({ ok: true, checks: { copy: 'ok', disk: 'ok' } });
    } finally {
      await other.app.close();
    }
  });

  it('a failing check of single items is named and red, and does not prevent other requests', async () => {
    const { HealthChecks } = await import('./index.js');
    const other = await startToy();
    other.app.get(HealthChecks).add('items', () => 'Given up: one.', { isEssential: false });
    try {
      const ready = await fetch(`${other.url}/health/ready`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { ok: true, checks: { copy: 'ok', items: 'Given up: one.' } },
      ]);
      const text = await (await fetch(`${other.url}/metrics`)).text();
      expect(text).toContain('health_check_ok{check="items"} 0');
      expect(text).toContain('health_check_ok{check="ready"} 1');
    } finally {
      await other.app.close();
    }
  });

  it('metrics count requests by route and status', async () => {
    await send('PATCH', `/things/${ID}`, WRITER);
    await send('GET', '/nothing');
    await send('GET', '/things/batch', READER);
    const text = await (await fetch(`${toy.url}/metrics`)).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="PATCH",route="\/things\/:thingId",status="200"\} \d+/,
    );
    expect(text).toMatch(/route="none",status="404"/);
    expect(text).toMatch(/route="none",status="405"/);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toContain(ID);
  });

  it('serves the reference from here alone, under its own base path', async () => {
    const based = await startToy({ basePath: '/api/v1' });
    try {
      for (const path of [
        '/docs',
        '/docs/',
        '/docs/swagger-ui-bundle.js',
        '/docs/start.js',
        '/docs/swagger-ui.css',
        '/docs/errors',
        '/openapi.json',
      ]) {
        const answer = await fetch(based.url + path);
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
        await answer.body?.cancel();
      }
      const document = (await (await fetch(`${based.url}/openapi.json`)).json()) as OpenApi & { servers: unknown };
      // A client generated here also works where the service has another base path, or none.
      expect(document.servers).toEqual([{ url: '/api/v1' }]);
      expect(Object.keys(document.paths)).toContain('/things/{thingId}');
      const unknown = (await (await fetch(`${based.url}/nothing`)).json()) as Record<string, string>;
      expect(unknown['type']).toBe('/api/v1/docs/errors#not_found');
      const headers = { ...WRITER, ...JSON_TYPE };
      const made = await fetch(`${based.url}/things`, { method: 'POST', headers, body: '{"name":"x"}' });
      expect(made.headers.get('location')).toBe('/api/v1/things/1');
    } finally {
      await based.app.close();
    }
  });

  it('the document is OpenAPI 3.1 without loose ends, and has every status an endpoint can answer', async () => {
    const document = (await (await fetch(`${toy.url}/openapi.json`)).json()) as OpenApi;
    expect(document.openapi).toBe('3.1.0');
    for (const [, ref] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]*)"/g)) {
      const [group, name] = ref!.split('/');
      expect([ref, document.components[group!]?.[name!]]).toEqual([ref, expect.anything()]);
    }
    for (const { method, path, errors, successStatus } of routes(toy.app)) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      const statuses = Object.keys(operation!.responses);
      expect(statuses).toEqual(
        expect.arrayContaining([successStatus, ...errors.map((code) => PROBLEMS[code].status)].map(String)),
      );
    }
    const change = document.paths['/things/{thingId}']!['patch']!;
    expect(parametersOf(change, document).map(({ name }) => name)).toEqual([
      'thingId',
      'Idempotency-Key',
      'If-Match',
      'X-Request-Id',
    ]);
    expect(change.requestBody?.required).toBe(false);
    expect(change.operationId).toBe('changeThing');
  });

  it('request schemas are closed, have the right required fields, and show defaults, except in a change', async () => {
    const { components } = (await (await fetch(`${toy.url}/openapi.json`)).json()) as OpenApi;
    const schemas = components['schemas']!;
    expect(schemas['MakeThing']).toMatchObject({
      additionalProperties: false,
      properties: { priority: { $ref: '#/components/schemas/ThingPriority', description: 'Left out: `low`.' } },
    });
    expect(schemas['ThingPriority']).toMatchObject({ type: 'string', enum: ['low', 'high'] });
    expect(schemas['Settings']).toMatchObject({ additionalProperties: false });
    expect(schemas['Reference']).toMatchObject({ additionalProperties: false, minProperties: 1, maxProperties: 1 });
    expect(schemas['ChangeThing']).toMatchObject({ additionalProperties: false });
    expect(JSON.stringify(schemas['ChangeThing'])).not.toMatch(/default|Left out/);
    expect(schemas['ThingAnswer']).toEqual(expect.not.objectContaining({ additionalProperties: false }));
    expect(schemas).toEqual(expect.not.objectContaining({ ThingFilter: expect.anything() }));
  });

  it('nothing optional is filled in beforehand where requests are tried out', async () => {
    const document = (await (await fetch(`${toy.url}/openapi.json`)).json()) as OpenApi;
    const parameters = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).flatMap((operation) => parametersOf(operation, document)),
    );
    expect(parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['If-Match', 'Idempotency-Key', 'phone']),
    );
    for (const parameter of parameters) expect(JSON.stringify(parameter)).not.toContain('"example');
  });

  it('finishes what is under way when it is closed', async () => {
    const closing = await startToy();
    let release: () => void = () => undefined;
    seen.release = new Promise((resolve) => (release = resolve));
    const headers = { ...WRITER, ...JSON_TYPE };
    const answer = fetch(`${closing.url}/things`, { method: 'POST', headers, body: '{"name":"waiting"}' });
    seen.body = undefined;
    while (seen.body === undefined) await new Promise(setImmediate);
    const closed = closing.app.close();
    release();
    expect((await answer).status).toBe(201);
    await closed;
    await expect(fetch(closing.url)).rejects.toThrow('fetch failed');
  });

  it('the route table says what tests need to know', () => {
    expect(routes(toy.app)).toContainEqual(
      expect.objectContaining({
        method: 'PATCH',
        path: '/things/:thingId',
        scope: 'smart_lists:write',
        access: 'key',
        kind: 'write',
        ids: ['thingId'],
        takesBody: true,
        paged: false,
      }),
    );
    expect(
      routes(toy.app)
        .filter(({ access }) => access === 'public')
        .map(({ path }) => path),
    ).toEqual(['/health/live', '/health/ready', '/metrics']);
  });
});
