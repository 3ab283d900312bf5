import { connect } from 'node:net';
import { PROBLEMS, routes } from './index.js';
import { ADMIN_TOKEN, seen, startToy } from './testing/toy-app.js';
import type { Toy } from './testing/toy-app.js';
import { sendRaw } from './testing/raw.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const WRITER = { authorization: 'Bearer writer' };
const READER = { authorization: 'Bearer reader' };
const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };
const ID = '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4';

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: { readonly required: boolean };
}

interface OpenApi {
  readonly openapi: string;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

type Body = string | Uint8Array<ArrayBuffer>;

let toy: Toy;

beforeAll(async () => {
  toy = await startToy();
});

afterAll(() => toy.app.close());

interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

async function send(method: string, path: string, headers: RequestInit['headers'] = {}, body?: Body): Promise<Sent> {
  const answer = await fetch(toy.url + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson && text ? JSON.parse(text) : {} };
}

const post = (body: Body, path = '/things'): Promise<Sent> => send('POST', path, { ...WRITER, ...JSON_TYPE }, body);
const errorsOf = ({ body }: Sent): string[] =>
  ((body['errors'] ?? []) as { pointer: string; code: string }[]).map(({ pointer, code }) => `${pointer} ${code}`);

describe('an endpoint', () => {
  it('answers a command with its status and headers', async () => {
    const answer = await post(JSON.stringify({ name: ' Spring ' }));
    expect(answer).toMatchObject({ status: 201, body: { ok: true, thing: { name: 'Spring' } } });
    expect(answer.headers.get('location')).toBe('/things/1');
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.headers.has('idempotent-replayed')).toBe(false);
    expect(answer.headers.has('projection-lag')).toBe(false);
    expect(answer.headers.get('ratelimit-policy')).toBe('"write";q=6000;w=60');
    expect(answer.headers.get('ratelimit')).toBe('"write";r=5999;t=1');
  });

  it('says that an answer is a replay, and that rows lag', async () => {
    expect((await post('{"name":"again"}')).headers.get('idempotent-replayed')).toBe('true');
    expect((await post('{"name":"lagging"}')).headers.get('projection-lag')).toBe('1');
  });

  it('makes the command of the key, the request id and the Idempotency-Key', async () => {
    const headers = { ...WRITER, ...JSON_TYPE, 'x-request-id': 'mine-1', 'idempotency-key': '"abc"' };
    const answer = await send('POST', '/things', headers, '{"name":"x"}');
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
    expect(seen.command).toMatchObject({
      workspaceId: 'w1',
      actor: { kind: 'api_key', id: 'writer' },
      correlationId: 'mine-1',
      causationId: null,
      idempotency: { keyHash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    });
    const { authorize } = seen.command as { authorize: (view: unknown) => void };
    expect(() => authorize({})).toThrow('revoked meanwhile');
  });

  it('ignores an Idempotency-Key on admin routes, and refuses a malformed one elsewhere', async () => {
    const twice: [string, string][] = Object.entries({ ...WRITER, ...JSON_TYPE });
    const repeated = await send(
      'POST',
      '/things',
      [...twice, ['idempotency-key', 'a'], ['idempotency-key', 'b']],
      '{"name":"x"}',
    );
    expect(repeated).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    await send('POST', '/admin/things', { ...ADMIN, ...JSON_TYPE, 'idempotency-key': 'a b' }, '{}');
    expect(seen.command).toEqual(expect.not.objectContaining({ idempotency: expect.anything() }));
    expect(seen.command).toMatchObject({ workspaceId: 'w9', actor: { kind: 'admin', id: null } });
  });

  it('takes no body where every field is optional, and refuses one where none belongs', async () => {
    expect((await send('PATCH', `/things/${ID}`, WRITER)).status).toBe(200);
    expect((await send('PATCH', `/things/${ID}`, { ...WRITER, ...JSON_TYPE })).status).toBe(200);
    expect((await send('DELETE', `/things/${ID}`, { ...WRITER, ...JSON_TYPE }, '{}')).status).toBe(200);
    const refused = await send('DELETE', `/things/${ID}`, { ...WRITER, ...JSON_TYPE }, '{"a":1}');
    expect([refused.status, errorsOf(refused)]).toEqual([400, ['/a unknown_field']]);
    const missing = await send('POST', '/things', WRITER);
    expect([missing.status, errorsOf(missing)]).toEqual([400, [' required']]);
  });

  it('reads ids of a path in any case, and takes others for unknown ones', async () => {
    expect((await send('PATCH', `/things/${ID.toUpperCase()}`, WRITER)).body).toEqual({ ok: true, thing: { id: ID } });
    for (const id of ['x', '%00', '..%2F', 'x'.repeat(5000), `${ID}0`]) {
      expect(await send('PATCH', `/things/${id}`, WRITER)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('holds a change to If-Match', async () => {
    expect((await send('PATCH', `/things/${ID}`, { ...WRITER, 'if-match': '"3"' })).status).toBe(200);
    const refused = await send('PATCH', `/things/${ID}`, { ...WRITER, 'if-match': '"2"' });
    expect(refused).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
  });

  it('does not start when a controller has a route without a guard', async () => {
    const { Controller, Get, Module } = await import('@nestjs/common');
    class Open {
      read(): string {
        return 'everything';
      }
    }
    Get('/open')(Open.prototype, 'read', Object.getOwnPropertyDescriptor(Open.prototype, 'read')!);
    Controller()(Open);
    class OpenModule {}
    const { Credentials, ReadyGate, createHttpApp } = await import('./index.js');
    const ports = [Credentials, ReadyGate].map((provide) => ({ provide, useValue: {} }));
    Module({ controllers: [Open], providers: ports, exports: [ReadyGate] })(OpenModule);
    const { httpOptions } = await import('./testing/toy-app.js');
    const app = await createHttpApp(OpenModule, httpOptions());
    await expect(app.init()).rejects.toThrow('no @Endpoint');
  });
});

describe('refusals come in the order of the contract', () => {
  const bad = { 'content-type': 'text/plain' };
  const huge = 'x'.repeat(1_048_577);

  it.each([
    ['path', 'POST', '/nothing', bad, huge, 404, 'not_found'],
    ['method', 'PUT', '/things', bad, huge, 405, 'method_not_allowed'],
    ['method, unknown to most', 'PROPFIND', '/things', {}, undefined, 405, 'method_not_allowed'],
    ['key', 'POST', '/things', bad, huge, 401, 'unauthorized'],
    ['key, malformed', 'POST', '/things', { ...bad, authorization: 'Basic eDp5' }, huge, 401, 'unauthorized'],
    ['key, unknown', 'POST', '/things', { ...bad, authorization: 'Bearer nobody' }, huge, 401, 'unauthorized'],
    ['scope', 'POST', '/things', { ...bad, ...READER }, huge, 403, 'insufficient_scope'],
    [
      'scope, of a key that is looked up',
      'POST',
      '/things',
      { authorization: 'Bearer promised' },
      undefined,
      403,
      'insufficient_scope',
    ],
    ['write scope does not include read', 'GET', '/things', WRITER, undefined, 403, 'insufficient_scope'],
    ['media type', 'POST', '/things', { ...bad, ...WRITER }, huge, 415, 'unsupported_media_type'],
    [
      'media type like JSON',
      'POST',
      '/things',
      { 'content-type': 'application/problem+json', ...WRITER },
      '{}',
      415,
      'unsupported_media_type',
    ],
    ['media type missing', 'POST', '/things', WRITER, new Uint8Array([123, 125]), 415, 'unsupported_media_type'],
    [
      'encoding',
      'POST',
      '/things',
      { ...JSON_TYPE, ...WRITER, 'content-encoding': 'gzip' },
      '{}',
      415,
      'unsupported_media_type',
    ],
    ['size', 'POST', '/things', { ...JSON_TYPE, ...WRITER }, huge, 413, 'payload_too_large'],
    ['JSON', 'POST', '/things', { ...JSON_TYPE, ...WRITER }, '{"name":', 400, 'malformed_json'],
    [
      'shape, before the id',
      'PATCH',
      '/things/nothing',
      { ...JSON_TYPE, ...WRITER },
      '{"x":1}',
      400,
      'validation_failed',
    ],
    ['id', 'PATCH', '/things/nothing', { ...JSON_TYPE, ...WRITER, 'if-match': '"9"' }, '{}', 404, 'not_found'],
    ['failure of a look-up', 'GET', '/things', { authorization: 'Bearer broken' }, undefined, 500, 'internal'],
  ])('%s', async (_what, method, path, headers, body, status, code) => {
    const answer = await send(method, path, headers, body);
    expect(answer).toMatchObject({ status, body: { status, code, ok: false, instance: path } });
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('x-request-id')).toBe(answer.body['request_id']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(answer.headers.has('ratelimit')).toBe(
      [403, 415, 413, 400].includes(status) || (status === 404 && path !== '/nothing'),
    );
  });

  it('429 before 403, with what is left on every answer to the key', async () => {
    const slow = { authorization: 'Bearer slow' };
    expect((await send('POST', '/things', slow)).headers.get('ratelimit')).toBe('"write";r=1;t=5');
    expect((await send('POST', '/things', slow)).headers.get('ratelimit')).toBe('"write";r=0;t=5');
    const refused = await send('POST', '/things', slow);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', type: 'https://iana.org/assignments/http-problem-types#quota-exceeded' },
    });
    expect(refused.headers.get('ratelimit-policy')).toBe('"write";q=2;w=10');
    expect(refused.headers.get('ratelimit')).toBe('"write";r=0;t=5');
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await send('GET', '/things', slow)).headers.get('ratelimit')).toBe('"read";r=1;t=5');
    toy.time.now += 5_000;
    expect((await send('POST', '/things', slow)).status).toBe(403);
  });

  it('405 says what the path takes; OPTIONS and HEAD do what they should', async () => {
    expect((await send('DELETE', '/things')).headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect(await send('OPTIONS', '/things')).toMatchObject({ status: 204 });
    expect((await send('OPTIONS', '/things')).headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect((await send('OPTIONS', '/nothing')).status).toBe(404);
    expect((await send('HEAD', '/things', READER)).status).toBe(200);
    expect((await send('HEAD', '/things')).status).toBe(401);
  });

  it('503 for every key while there is no complete copy of the rows, never 401 or 404', async () => {
    toy.gate.ready = false;
    try {
      const paths = ['/things', '/preview'];
      for (const headers of [READER, {}, { authorization: 'Bearer nobody' }]) {
        for (const path of paths) {
          const answer = await send('GET', path, headers);
          expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
          expect(answer.headers.get('retry-after')).toBe('1');
        }
      }
      expect((await send('POST', '/admin/things', ADMIN)).status).toBe(503);
      const ready = await send('GET', '/health/ready');
      expect([ready.status, ready.body['detail'], errorsOf(ready)]).toEqual([503, 'Not ready: ready.', [' ready']]);
      expect((await send('GET', '/health/live')).status).toBe(200);
    } finally {
      toy.gate.ready = true;
    }
  });
});

describe('the admin token', () => {
  it('opens the admin routes, and nothing else does', async () => {
    expect((await send('POST', '/admin/things', { ...ADMIN, ...JSON_TYPE }, '{}')).status).toBe(201);
    for (const authorization of ['Bearer writer', `Bearer ${ADMIN_TOKEN}x`, '']) {
      expect((await send('POST', '/admin/things', { authorization })).status).toBe(401);
    }
    expect((await send('GET', '/things', ADMIN)).status).toBe(401);
  });

  it('unset, there are no such routes', async () => {
    const without = await startToy({ adminToken: undefined });
    try {
      for (const method of ['POST', 'GET', 'OPTIONS']) {
        const answer = await fetch(`${without.url}/admin/things`, { method, headers: ADMIN });
        expect(answer.status).toBe(404);
      }
    } finally {
      await without.app.close();
    }
  });
});

describe('bad input is a 4xx and never reaches a handler', () => {
  it.each<[string, Body, string, string[]]>([
    ['an unknown field', '{"name":"x","organization_id":"1"}', 'validation_failed', ['/organization_id unknown_field']],
    ['__proto__', '{"name":"x","__proto__":{"a":1}}', 'validation_failed', ['/__proto__ unknown_field']],
    ['constructor', '{"name":"x","constructor":1}', 'validation_failed', ['/constructor unknown_field']],
    [
      'toString in an object of a list',
      '{"members":[{"toString":1,"phone":"+43"}]}',
      'validation_failed',
      ['/members/0/toString unknown_field'],
    ],
    ['a number in a string', '{"name":"x","cap":"5"}', 'validation_failed', ['/cap wrong_type']],
    ['true for a number', '{"name":"x","cap":true}', 'validation_failed', ['/cap wrong_type']],
    ['null where it is no value', '{"name":null}', 'validation_failed', ['/name wrong_type']],
    ['a list in a list', '{"members":[[]]}', 'validation_failed', ['/members/0 wrong_type']],
    ['a top-level list', '[]', 'validation_failed', [' wrong_type']],
    ['a top-level text', '"x"', 'validation_failed', [' wrong_type']],
    ['a top-level null', 'null', 'validation_failed', [' wrong_type']],
    ['half a surrogate pair', '{"name":"\\ud800"}', 'validation_failed', ['/name invalid_characters']],
    ['NUL', '{"name":"a\\u0000"}', 'validation_failed', ['/name invalid_characters']],
    ['a key twice', '{"name":"x","name":"y"}', 'malformed_json', []],
    ['a byte order mark', '\ufeff{"name":"x"}', 'malformed_json', []],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'malformed_json', []],
    ['100,000 levels', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'malformed_json', []],
    ['an empty batch', '{"members":[]}', 'validation_failed', ['/members too_short']],
  ])('%s', async (_what, body, code, errors) => {
    seen.body = undefined;
    const path = typeof body === 'string' && body.startsWith('{"members"') ? '/things/batch' : '/things';
    const answer = await post(body, path);
    expect([answer.status, answer.body['code'], errorsOf(answer)]).toEqual([400, code, errors]);
    expect(seen.body).toBeUndefined();
  });

  it('10 MB, with and without saying so', async () => {
    const body = Buffer.alloc(10_000_000, ' ');
    expect(await post(body)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
    const head =
      'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer writer\r\nContent-Type: application/json\r\n';
    const answer = await sendRaw(toy.port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`);
    expect(answer.status).toBe(413);
  });

  it('exactly 1 MiB is read', async () => {
    const body = '{"name":"x"}'.padEnd(1_048_576, ' ');
    expect((await post(body)).status).toBe(201);
  });

  it('numbers with an integral value are integers', async () => {
    expect((await post('{"name":"x","cap":5.0}')).status).toBe(201);
    expect(seen.body).toEqual({ name: 'x', cap: 5 });
    expect((await post('{"name":"x","cap":1e3}')).status).toBe(201);
  });

  it('query parameters: known ones once and not empty, unknown ones ignored however often', async () => {
    const codes = async (query: string): Promise<string[]> => errorsOf(await send('GET', `/things?${query}`, READER));
    expect(await codes('page_size=1&page_size=1')).toEqual(['/page_size duplicate']);
    expect(await codes('priority=')).toEqual(['/priority too_short']);
    expect(await codes('page_token=')).toEqual(['/page_token too_short']);
    expect(await codes('page_size=1.0&priority=x')).toEqual(['/page_size wrong_type', '/priority not_allowed_value']);
    expect((await send('GET', '/things?x=1&x=2&y=&__proto__=1', READER)).status).toBe(200);
    expect((await send('GET', '/preview?limit=51', READER)).body['code']).toBe('validation_failed');
    expect((await send('GET', '/preview?limit=50', READER)).body['thing']).toEqual({ limit: 50 });
  });
});

describe('pages', () => {
  const next = async (query: string, path = '/things'): Promise<Sent> => send('GET', `${path}?${query}`, READER);

  it('go on where the token says, for any size, but only for the same filters', async () => {
    const { body } = await next('priority=low');
    expect(body['page']).toEqual({ size: 50, filters: { priority: 'low' } });
    const token = String(body['next_page_token']);
    const second = await next(`priority=low&page_size=200&page_token=${token}`);
    expect(second.body['page']).toEqual({ size: 200, after: [7, 'a'], filters: { priority: 'low' } });
    for (const query of [
      `page_token=${token}`,
      `priority=high&page_token=${token}`,
      'page_token=%20',
      'page_token=AAAA',
    ]) {
      expect(await next(query)).toMatchObject({ status: 400, body: { code: 'invalid_page_token' } });
    }
  });
});

describe('a fault of ours', () => {
  it('says nothing of the inside, and is logged with the request id', async () => {
    const answer = await post('{"name":"crash"}');
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret inside');
    const line = toy.log.find((entry) => entry.includes(String(answer.body['request_id'])));
    expect(line).toContain('secret inside');
    expect(toy.log.join('')).not.toContain('Bearer');
  });
});

describe('what is no proper HTTP request', () => {
  const get = (target: string, ...headers: string[]): string =>
    [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');

  it.each([
    ['a line that is none', 'nonsense\r\n\r\n', 400, 'malformed_request'],
    ['a method that is none', 'FOO /things HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['no Host', 'GET /things HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      'POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
      'malformed_request',
    ],
    ['a header with a bare line feed', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\u0000\r\n\r\n', 400, 'malformed_request'],
    ['headers of 20 KB', get('/things', `X-Long: ${'x'.repeat(20_000)}`), 431, 'malformed_request'],
    ['a target of 9 KB', get(`/things?${'x'.repeat(9_000)}`), 414, 'malformed_request'],
    ['a path that does not decode', get('/things/%ff'), 404, 'not_found'],
    ['a path with a broken escape', get('/things/%'), 404, 'not_found'],
    ['the target *', get('*'), 404, 'not_found'],
    ['another server', get('http://else.where/x'), 404, 'not_found'],
    ['an expectation', get('/things', 'Expect: miracles'), 401, 'unauthorized'],
  ])('%s', async (_what, request, status, code) => {
    const answer = await sendRaw(toy.port, request);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const problem = JSON.parse(answer.body) as Record<string, unknown>;
    expect(problem).toMatchObject({ status, code, ok: false });
    expect(answer.headers.get('x-request-id')).toBe(problem['request_id']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('a body that ends early leaves the service as it was', async () => {
    const head =
      'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer writer\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
    await new Promise<void>((resolve) => {
      const socket = connect(toy.port, '127.0.0.1', () => socket.end(head));
      socket.on('close', () => resolve()).resume();
    });
    expect((await send('GET', '/health/live')).status).toBe(200);
  });
});

describe('health, metrics and the reference', () => {
  it('readiness names what is not well', async () => {
    const { HealthChecks } = await import('./index.js');
    const other = await startToy();
    let reason: string | undefined = 'The disk is full.';
    other.app.get(HealthChecks).add('disk', () => reason);
    try {
      const red = await fetch(`${other.url}/health/ready`);
      expect(red.status).toBe(503);
      expect(await red.json()).toMatchObject({ errors: [{ code: 'disk', detail: 'The disk is full.' }] });
      reason = undefined;
      expect(await (await fetch(`${other.url}/health/ready`)).json()).toEqual({ ok: true, checks: { disk: 'ok' } });
    } finally {
      await other.app.close();
    }
  });

  it('metrics count requests by route and status', async () => {
    await send('PATCH', `/things/${ID}`, WRITER);
    const text = await (await fetch(`${toy.url}/metrics`)).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="PATCH",route="\/things\/:thingId",status="200"\} \d+/,
    );
    expect(text).toMatch(/route="none",status="404"/);
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
      }
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
    const { parameters, requestBody } = document.paths['/things/{thingId}']!['patch']!;
    expect(parameters?.map(({ name }) => name)).toEqual(['thingId', 'Idempotency-Key', 'If-Match']);
    expect(requestBody?.required).toBe(false);
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
