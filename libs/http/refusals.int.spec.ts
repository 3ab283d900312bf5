import { VirtualTimers } from '#kernel/testing';
import type { CommandContext } from '#kernel';
import { clientOf, errorsOf, JSON_TYPE, READER, WRITER } from './testing/client.js';
import { ADMIN_TOKEN, startToy } from './testing/toy-app.js';
import { seen } from './testing/toy-controller.js';
import type { Toy } from './testing/toy-app.js';

const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

let toy: Toy;
const { send } = clientOf(() => toy);

beforeAll(async () => {
  toy = await startToy();
});

afterAll(() => toy.app.close());

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
    [
      'charset',
      'POST',
      '/things',
      { 'content-type': 'application/json; charset=utf-16', ...WRITER },
      huge,
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

  it('404 and 405 of a path count as a read of a known key, say what is left, and stay what they are', async () => {
    const slow = { authorization: 'Bearer slow' };
    toy.time.now += 10_000;
    const left = async (method: string, path: string, headers: Record<string, string>): Promise<unknown> => {
      const answer = await send(method, path, headers);
      return [answer.status, answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')];
    };
    expect(await left('GET', '/nothing', slow)).toEqual([404, '"read";q=2;w=10', '"read";r=1;t=5']);
    expect(await left('PUT', '/things', slow)).toEqual([405, '"read";q=2;w=10', '"read";r=0;t=5']);
    expect(await left('GET', '/nothing', slow)).toEqual([404, '"read";q=2;w=10', '"read";r=0;t=5']);
    expect((await send('GET', '/things', slow)).status).toBe(429);
    toy.time.now += 10_000;
    expect(await left('OPTIONS', '/things', slow)).toEqual([204, '"read";q=2;w=10', '"read";r=1;t=5']);
    const looked = await send('GET', '/nothing', { authorization: 'Bearer promised' });
    expect([looked.status, looked.headers.has('ratelimit')]).toEqual([404, true]);
    for (const token of ['nobody', 'broken', ADMIN_TOKEN]) {
      expect(await left('GET', '/nothing', { authorization: `Bearer ${token}` })).toEqual([404, null, null]);
    }
  });

  it('405 says what the path takes; OPTIONS and HEAD do what they should', async () => {
    expect((await send('DELETE', '/things')).headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect(await send('OPTIONS', '/things')).toMatchObject({ status: 204 });
    expect((await send('OPTIONS', '/things')).headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect((await send('OPTIONS', '/nothing')).status).toBe(404);
    expect((await send('HEAD', '/things', READER)).status).toBe(200);
    expect((await send('HEAD', '/things')).status).toBe(401);
  });

  it.each(['PATCH', 'DELETE', 'GET', 'HEAD', 'PUT'])(
    '%s of a path with a name of its own is 405, though an id could stand where the name does',
    async (method) => {
      for (const [path, headers] of [
        ['/things/batch', {}],
        ['/things/batch?x=1', WRITER],
        ['/things/b%61tch', { authorization: 'Bearer nobody' }],
      ] as const) {
        const answer = await send(method, path, headers);
        const code = method === 'HEAD' ? {} : { body: { code: 'method_not_allowed' } };
        expect(answer).toMatchObject({ status: 405, ...code });
        expect(answer.headers.get('allow')).toBe('OPTIONS, POST');
      }
    },
  );

  it('OPTIONS distinguishes the methods of a literal path from those of an id', async () => {
    expect((await send('OPTIONS', '/things/batch')).headers.get('allow')).toBe('OPTIONS, POST');
    expect((await send('OPTIONS', '/things/other')).headers.get('allow')).toBe('DELETE, OPTIONS, PATCH');
    expect((await send('DELETE', '/things/batches', WRITER)).status).toBe(200);
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
      expect([ready.status, ready.body['detail'], errorsOf(ready)]).toEqual([503, 'Not ready: copy.', [' copy']]);
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
      const refused = await send('POST', '/admin/things', { authorization });
      expect([refused.status, refused.body['detail']]).toEqual([401, expect.stringContaining('ADMIN_TOKEN')]);
    }
    expect((await send('GET', '/things', ADMIN)).status).toBe(401);
  });

  it('unset, these routes do not exist', async () => {
    const without = await startToy({ adminTokens: [] });
    try {
      for (const method of ['POST', 'GET', 'OPTIONS']) {
        const answer = await fetch(`${without.url}/admin/things`, { method, headers: ADMIN });
        expect(answer.status).toBe(404);
      }
    } finally {
      await without.app.close();
    }
  });

  it('may be one of several, each with a name that is the actor of what its holder does', async () => {
    const tokens = [
      'of-ops-0123456789-0123456789-0123',
      'of-ops-next-456789-0123456789-0123',
      'of-ci-0123456789-0123456789-01234',
    ];
    const adminTokens = [
      { name: 'ops', token: tokens[0]! },
      { name: 'ops', token: tokens[1]! },
      { name: 'ci', token: tokens[2]! },
      { name: null, token: ADMIN_TOKEN },
    ];
    const named = await startToy({ adminTokens });
    try {
      const actors = [];
      for (const token of [...tokens, ADMIN_TOKEN]) {
        const authorization = `Bearer ${token}`;
        const made = await clientOf(() => named).send('POST', '/admin/things', { authorization, ...JSON_TYPE }, '{}');
        expect(made.status).toBe(201);
        actors.push((seen.context as CommandContext).actor);
      }
      expect(actors).toEqual(['ops', 'ops', 'ci', null].map((id) => ({ kind: 'admin', id })));
    } finally {
      await named.app.close();
    }
  });
});

describe('requests with an invalid key or token', () => {
  it('are throttled by address and logged with their count; valid ones, and those without any, never are', async () => {
    const timers = new VirtualTimers();
    const strict = await startToy({ authFailures: { requests: 3, seconds: 60 }, timers });
    const { send } = clientOf(() => strict);
    const wrong = { authorization: 'Bearer a-secret-guess' };
    try {
      for (let time = 0; time < 5; time += 1) expect((await send('GET', '/things')).status).toBe(401);
      const statuses = [];
      for (const [method, path] of [
        ['GET', '/things'],
        ['POST', '/admin/things'],
        ['GET', '/things'],
      ] as const) {
        statuses.push((await send(method, path, wrong)).status);
      }
      expect(statuses).toEqual([401, 401, 401]);
      for (const [method, path] of [
        ['GET', '/things'],
        ['POST', '/admin/things'],
      ] as const) {
        const refused = await send(method, path, wrong);
        expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([
          429,
          'rate_limited',
          '20',
        ]);
        expect(refused.headers.get('www-authenticate')).toBeNull();
      }
      expect((await send('GET', '/things', READER)).status).toBe(200);
      expect((await send('POST', '/admin/things', { ...ADMIN, ...JSON_TYPE }, '{}')).status).toBe(201);
      expect((await send('GET', '/things')).status).toBe(401);
      strict.time.now += 20_000;
      expect((await send('GET', '/things', wrong)).status).toBe(401);
      timers.advance(60_000);
      expect(strict.log.map((line) => JSON.parse(line) as object)).toEqual([
        expect.objectContaining({ msg: 'failed authentication', address: '127.0.0.1', failures: 6 }),
      ]);
      expect(strict.log.join()).not.toContain('a-secret-guess');
    } finally {
      await strict.app.close();
    }
  });

  it('are counted and logged for paths and methods that are none, whose answer stays what it is', async () => {
    const timers = new VirtualTimers();
    const strict = await startToy({ authFailures: { requests: 3, seconds: 60 }, timers });
    const { send } = clientOf(() => strict);
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const unrouted = async (token: string): Promise<void> => {
      for (const [method, path, status] of [
        ['GET', '/nothing', 404],
        ['PUT', '/things', 405],
      ] as const) {
        const answer = await send(method, path, bearer(token));
        const given = ['retry-after', 'ratelimit', 'www-authenticate'].filter((name) => answer.headers.has(name));
        expect([answer.status, given]).toEqual([status, []]);
      }
    };
    try {
      // These are no failures: an admin token, a look-up that fails, a key that may only be missing, a service that is
      // not ready.
      await unrouted(ADMIN_TOKEN);
      await unrouted('broken');
      strict.gate.generations.generation = 'second';
      await unrouted('absent');
      strict.gate.generations.generation = 'first';
      strict.gate.ready = false;
      await unrouted('a-secret-guess');
      strict.gate.ready = true;
      expect((await send('GET', '/nothing', READER)).status).toBe(404);
      expect((await send('GET', '/nothing')).status).toBe(404);
      expect((await send('GET', '/things', bearer('a-secret-guess'))).status).toBe(401);
      await unrouted('a-secret-guess');
      expect((await send('GET', '/things', bearer('a-secret-guess'))).status).toBe(429);
      await unrouted('absent');
      timers.advance(60_000);
      expect(strict.log.map((line) => JSON.parse(line) as object)).toEqual([
        expect.objectContaining({ msg: 'failed authentication', address: '127.0.0.1', failures: 6 }),
      ]);
      expect(strict.log.join()).not.toContain('a-secret-guess');
    } finally {
      await strict.app.close();
    }
  });
});
