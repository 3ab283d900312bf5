import { routes } from './index.js';
import { clientOf, ID, JSON_TYPE, READER, WRITER } from './testing/client.js';
import { ADMIN_TOKEN, startToy } from './testing/toy-app.js';
import type { Toy } from './testing/toy-app.js';

const CRM = 'https://crm.example';
const OTHER = 'https://other.example';
const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

const preflight = (method: string, origin = CRM) => ({ origin, 'access-control-request-method': method });

/** The headers of CORS in an answer, and Vary. */
function corsOf({ headers }: { readonly headers: Headers }): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => /^access-control-|^vary$/.test(name)));
}

const listOf = (text: string | null): readonly string[] => (text ?? '').split(', ').sort();

describe('CORS for named origins', () => {
  let toy: Toy;
  const { send, post } = clientOf(() => toy);
  beforeAll(async () => {
    toy = await startToy({ corsOrigins: [CRM, 'http://localhost:5173'] });
  });
  afterAll(() => toy.app.close());

  it('lets their pages read answers and refusals, with every header of the contract', async () => {
    for (const [method, path, headers, status] of [
      ['GET', '/things', READER, 200],
      ['POST', '/things', { ...WRITER, ...JSON_TYPE }, 400],
      ['GET', '/things', {}, 401],
      ['GET', '/things', WRITER, 403],
      ['GET', '/nowhere', {}, 404],
      ['PUT', '/things', {}, 405],
      ['GET', `/${'x'.repeat(9_000)}`, {}, 414],
      ['GET', '/health/live', {}, 200],
      ['GET', '/openapi.json', {}, 200],
    ] as const) {
      const answer = await send(method, path, { ...headers, origin: CRM });
      expect([path.slice(0, 20), answer.status]).toEqual([path.slice(0, 20), status]);
      expect(answer.headers.get('access-control-allow-origin')).toBe(CRM);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(listOf(answer.headers.get('vary'))).toContain('Origin');
      expect(listOf(answer.headers.get('access-control-expose-headers'))).toEqual(
        expect.arrayContaining([
          ...['API-Version', 'Allow', 'Deprecation', 'ETag', 'Events-Lag', 'Idempotent-Replayed', 'Location'],
          ...['Projection-Lag', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Sunset', 'WWW-Authenticate'],
          ...['X-Correlation-Id', 'X-Request-Id'],
        ]),
      );
    }
  });

  it('answers a preflight of every path without a key, with the methods of the path', async () => {
    const byPath = new Map<string, string[]>();
    for (const { path, method, access } of routes(toy.app)) {
      if (access !== 'admin') byPath.set(path, [...(byPath.get(path) ?? []), method]);
    }
    expect(byPath.size).toBeGreaterThan(5);
    for (const [path, methods] of byPath) {
      const answer = await send('OPTIONS', path.replace(/:\w+/g, ID), preflight(methods[0]!));
      const allowed = listOf(answer.headers.get('access-control-allow-methods'));
      expect([path, answer.status, allowed]).toEqual([path, 204, expect.arrayContaining(methods)]);
      expect(allowed.filter((name) => !['HEAD', 'OPTIONS'].includes(name))).toEqual(methods.sort());
      expect(answer.headers.get('allow')).toBe(answer.headers.get('access-control-allow-methods'));
      expect(corsOf(answer)).toMatchObject({
        'access-control-allow-origin': CRM,
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, API-Version, traceparent',
        'access-control-max-age': '600',
        vary: 'Origin',
      });
    }
    for (const headers of [preflight('GET'), {}]) {
      const nowhere = await send('OPTIONS', '/nowhere', headers);
      expect([nowhere.status, nowhere.body]).toMatchObject([404, { code: 'not_found' }]);
    }
  });

  it('counts no preflight, not even with a key', async () => {
    const slow = { authorization: 'Bearer slow' };
    for (let i = 0; i < 5; i += 1) {
      const answer = await send('OPTIONS', '/things', { ...slow, ...preflight('GET') });
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([204, null]);
    }
    expect((await send('GET', '/things', slow)).headers.get('ratelimit')).toContain('r=1;');
  });

  it('shows nothing to pages of other origins, and keeps their answers apart', async () => {
    for (const origin of [
      OTHER,
      'null',
      `${CRM}.evil.example`,
      `${CRM}:8443`,
      'http://crm.example',
      CRM.toUpperCase(),
    ]) {
      for (const [method, headers] of [
        ['GET', { ...READER, origin }],
        ['OPTIONS', preflight('GET', origin)],
      ] as const) {
        expect([origin, corsOf(await send(method, '/things', headers))]).toEqual([origin, { vary: 'Origin' }]);
      }
    }
    expect(corsOf(await send('GET', '/things', READER))).toEqual({ vary: 'Origin' });
  });

  it('leaves OPTIONS that is no preflight as it was', async () => {
    const answer = await send('OPTIONS', '/things', { origin: CRM });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    expect(answer.headers.get('access-control-allow-methods')).toBeNull();
  });

  it('never is for admin routes, however their path is written', async () => {
    const asked = [
      ['POST', '/admin/things'],
      ['POST', '/%61dmin/things'],
      ['GET', '/admin/things'],
      ['GET', '/admin'],
      ['GET', '/admin/nowhere'],
    ] as const;
    for (const [method, path] of asked) {
      const answers = [
        await send(
          method,
          path,
          { ...ADMIN, ...JSON_TYPE, origin: CRM },
          method === 'POST' ? '{"name":"x"}' : undefined,
        ),
        await send('OPTIONS', path, preflight(method)),
      ];
      for (const answer of answers) expect([path, corsOf(answer)]).toEqual([path, { vary: 'Origin' }]);
    }
  });

  it('joins Vary of compressed answers and of the reference', async () => {
    const gzip = { 'accept-encoding': 'gzip', origin: CRM };
    for (const path of ['/openapi.json', '/docs/errors']) {
      expect([path, listOf((await send('GET', path, gzip)).headers.get('vary'))]).toEqual([
        path,
        ['Origin', 'accept-encoding'],
      ]);
    }
    expect((await post('{"name":"x"}')).status).toBe(201);
  });
});

describe('CORS for every origin', () => {
  let toy: Toy;
  const { send } = clientOf(() => toy);
  beforeAll(async () => {
    toy = await startToy({ corsOrigins: '*', basePath: '/api/v1' });
  });
  afterAll(() => toy.app.close());

  it('names none, so that no answer depends on the origin', async () => {
    for (const headers of [{ ...READER, origin: OTHER }, READER]) {
      const { vary, ...shown } = corsOf(await send('GET', '/things', headers));
      expect([vary, shown['access-control-allow-origin']]).toEqual([undefined, '*']);
    }
    const asked = await send('OPTIONS', '/things', preflight('POST', OTHER));
    expect([asked.status, corsOf(asked)['access-control-allow-origin'], corsOf(asked)['vary']]).toEqual([
      204,
      '*',
      undefined,
    ]);
    expect(corsOf(await send('POST', '/admin/things', { ...ADMIN, origin: OTHER }))).toEqual({});
    expect(corsOf(await send('OPTIONS', '/admin/things', preflight('POST', OTHER)))).toEqual({});
  });
});

describe('CORS by default', () => {
  let toy: Toy;
  const { send } = clientOf(() => toy);
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.app.close());

  it('is for nobody: no answer has a header of it', async () => {
    expect(corsOf(await send('GET', '/things', { ...READER, origin: CRM }))).toEqual({});
    const answer = await send('OPTIONS', '/things', preflight('POST'));
    expect([answer.status, corsOf(answer), answer.headers.get('allow')]).toEqual([204, {}, 'GET, HEAD, OPTIONS, POST']);
  });
});
