import { Writable } from 'node:stream';
import { pino } from 'pino';
import { clientOf, errorsOf, ID, JSON_TYPE, READER, WRITER } from './testing/client.js';
import type { Sent } from './testing/client.js';
import { ADMIN_TOKEN, startToy } from './testing/toy-app.js';
import type { Toy } from './testing/toy-app.js';
import { seen } from './testing/toy-controller.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

let toy: Toy;
const { post, send } = clientOf(() => toy);

beforeAll(async () => {
  toy = await startToy();
});

afterAll(() => toy.app.close());

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

  it.each([
    ['POST', '/things', WRITER, 400],
    ['GET', '/things', READER, 200],
    ['GET', '/things', {}, 401],
    ['GET', '/nothing', {}, 404],
    ['OPTIONS', '/things', {}, 204],
    ['GET', '/health/ready', {}, 200],
    ['GET', '/metrics', {}, 200],
    ['GET', '/things/%', {}, 404],
  ])('is not cached: %s %s %j', async (method, path, headers, status) => {
    const answer = await send(method, path, { ...headers });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });

  it.each(['/openapi.json', '/docs', '/docs/swagger-ui.css', '/docs/errors'])(
    'the reference is public and may be cached: %s',
    async (path) => {
      const { status, headers } = await send('GET', path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    },
  );

  it('says that an answer is a replay, and that rows lag', async () => {
    expect((await post('{"name":"again"}')).headers.get('idempotent-replayed')).toBe('true');
    expect((await post('{"name":"lagging"}')).headers.get('projection-lag')).toBe('1');
  });

  it('builds the command from the key, the request id and the Idempotency-Key', async () => {
    const headers = { ...WRITER, ...JSON_TYPE, 'x-request-id': 'mine-1', 'idempotency-key': '"abc"' };
    const answer = await send('POST', '/things', headers, '{"name":"x"}');
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
    const correlationId = answer.headers.get('x-correlation-id');
    expect(correlationId).toMatch(UUID);
    expect(seen.context).toMatchObject({
      workspaceId: 'w1',
      actor: { kind: 'api_key', id: 'writer' },
      correlationId,
      causationId: null,
      idempotency: { keyHash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    });
    expect(seen.context).toMatchObject({ scope: 'smart_lists:write', bytes: 12 });
    // Plain data: it can be printed, and a worker without a request can make one.
    expect(JSON.parse(JSON.stringify(seen.context))).toEqual(seen.context);
  });

  it('gives a request without an id a new one, which its events have as well', async () => {
    for (const [path, headers] of [
      ['/things', WRITER],
      ['/admin/things', ADMIN],
    ] as const) {
      const { headers: named } = await send('POST', path, { ...headers, ...JSON_TYPE }, '{"name":"x"}');
      expect(named.get('x-request-id')).toMatch(UUID);
      expect(named.has('x-correlation-id')).toBe(false);
      expect(seen.context).toMatchObject({ correlationId: named.get('x-request-id') });
      const brought = { ...headers, ...JSON_TYPE, 'x-request-id': ID };
      const { headers: echoed } = await send('POST', path, brought, '{"name":"x"}');
      expect(echoed.get('x-request-id')).toBe(ID);
      expect(echoed.get('x-correlation-id')).not.toBe(ID);
      expect(seen.context).toMatchObject({ correlationId: echoed.get('x-correlation-id') });
    }
  });

  it('gives the command the size of the request body in bytes', async () => {
    // The é has 2 bytes.
    const body = '{"name":"é"}';
    await post(body);
    expect(seen.context).toMatchObject({ bytes: 13 });
    await send('POST', '/admin/things', { ...ADMIN, ...JSON_TYPE }, body);
    expect(seen.context).toMatchObject({ bytes: 13 });
    await send('POST', '/admin/things', { ...ADMIN, ...JSON_TYPE });
    expect(seen.context).not.toHaveProperty('bytes');
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
    expect(seen.context).toEqual({
      actor: { kind: 'admin', id: null },
      correlationId: expect.stringMatching(UUID) as unknown,
      causationId: null,
      bytes: 2,
    });
    expect(JSON.parse(JSON.stringify(seen.context))).toEqual(seen.context);
  });

  it('accepts a missing body if every field is optional, and refuses a body where none is defined', async () => {
    expect((await send('PATCH', `/things/${ID}`, WRITER)).status).toBe(200);
    expect((await send('PATCH', `/things/${ID}`, { ...WRITER, ...JSON_TYPE })).status).toBe(200);
    expect((await send('DELETE', `/things/${ID}`, { ...WRITER, ...JSON_TYPE }, '{}')).status).toBe(200);
    const refused = await send('DELETE', `/things/${ID}`, { ...WRITER, ...JSON_TYPE }, '{"a":1}');
    expect([refused.status, errorsOf(refused)]).toEqual([400, ['/a unknown_field']]);
    const missing = await send('POST', '/things', WRITER);
    expect([missing.status, errorsOf(missing)]).toEqual([400, [' required']]);
  });

  it('accepts ids in a path in any case, and treats malformed ones as unknown', async () => {
    expect((await send('PATCH', `/things/${ID.toUpperCase()}`, WRITER)).body).toEqual({ ok: true, thing: { id: ID } });
    for (const id of ['x', '%00', '..%2F', 'x'.repeat(5000), `${ID}0`]) {
      expect(await send('PATCH', `/things/${id}`, WRITER)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('checks the If-Match of a change', async () => {
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

describe('pages', () => {
  const next = async (query: string, path = '/things'): Promise<Sent> => send('GET', `${path}?${query}`, READER);

  it('continue from the token, with any size, but only with the same filters', async () => {
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

describe('the log', () => {
  it('has a line for each request if enabled, with the id of the key and no personal data', async () => {
    const log: string[] = [];
    const sink = new Writable({ write: (line: Buffer, _encoding, done) => (log.push(line.toString()), done()) });
    const other = await startToy({ logger: pino({ level: 'debug' }, sink) });
    const ask = (method: string, path: string, id: string) =>
      fetch(other.url + path, { method, headers: { ...READER, 'x-request-id': id } }).then((answer) => answer.text());
    await ask('GET', '/things?phone=%2B4312345', 'mine-2');
    await ask('GET', '/nothing/+4312345', 'mine-3');
    await ask('DELETE', '/things/+4312345', 'mine-4');
    await other.app.close();
    const ids = /"request_id":"mine-2","correlation_id":"[0-9a-f-]{36}"/;
    expect(log.filter((entry) => ids.test(entry))).toHaveLength(1);
    const lineOf = (id: string) => JSON.parse(log.find((entry) => entry.includes(id))!) as object;
    const key = { workspace_id: 'w1', api_key_id: 'reader' };
    expect(lineOf('mine-2')).toMatchObject({ method: 'GET', route: '/things', status: 200, ...key });
    expect(lineOf('mine-3')).toMatchObject({ method: 'GET', status: 404 });
    expect(lineOf('mine-4')).toMatchObject({ method: 'DELETE', route: '/things/:thingId' });
    expect(log.join('')).not.toMatch(/Bearer|4312345/);
    expect(toy.log.filter((entry) => entry.includes('"msg":"request"'))).toEqual([]);
  });
});

describe('an internal error', () => {
  it('shows nothing of the implementation, and is logged with the request id', async () => {
    const answer = await post('{"name":"crash"}');
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret inside');
    const line = toy.log.find((entry) => entry.includes(String(answer.body['request_id'])));
    expect(line).toContain('secret inside');
    expect(toy.log.join('')).not.toContain('Bearer');
  });
});
