import { announcing, type Request } from '../../support/http.js';
import { expectProblem, STATUS_OF } from '../../support/problem.js';
import { ADMIN_TOKEN } from '../../support/service.js';
import { shareService } from '../../support/shared.js';
import { withUnchanged } from '../../support/unchanged.js';
import { nextPhone, UNKNOWN_ID } from '../../support/workspace.js';
import { bodyLimitOf, idsOf, makeWorld, methodOf, pathOf, ROUTES, templateOf, validRequest } from './routes.js';
import type { World } from './routes.js';

const service = shareService();
let world: World;
beforeAll(async () => {
  world = await makeWorld(service());
});

/** A world of its own for each write. */
const RUN_MS = 120_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const isWrite = (route: string) => !route.startsWith('GET ');
const isPublic = (route: string) => ROUTES[route]!.access === 'public';
const takesFile = (route: string) => ROUTES[route]!.file !== undefined;
const takesJson = (route: string) => isWrite(route) && methodOf(route) !== 'DELETE' && !takesFile(route);
const guarded = Object.keys(ROUTES).filter((route) => !isPublic(route));

/** Routes that raise the use of a quota; quotas.e2e.spec.ts exceeds the quotas. */
const MEETS_A_QUOTA = new Set([
  'POST /contacts/batch',
  'PUT /imports/{importId}/rows',
  'POST /smart-lists/{smartListId}/members/batch',
  'POST /dialer/next',
  'POST /calls',
  'POST /calls/{callId}/outcomes',
  'POST /webhook-deliveries/{deliveryId}/redeliver',
  'POST /webhook-deliveries/recover',
  'POST /webhook-endpoints/{endpointId}/test',
]);

type Case = readonly [what: string, code: string, request: Partial<Request> & { readonly anonymous?: true }];

/** The refusals that follow from a route's kind; those that depend on the state are in its row. */
function casesOf(route: string): readonly Case[] {
  const { access, paged, states = {} } = ROUTES[route]!;
  const path = pathOf(route, world.ids);
  const cases: Case[] = [
    ['no key', 'unauthorized', { anonymous: true }],
    ['an unknown query parameter', 'validation_failed', { path: `${path}?unknown=1` }],
    ['an unknown API-Version', 'validation_failed', { headers: { 'api-version': '2020-01-01' } }],
  ];
  if (takesFile(route)) {
    for (const type of ['text/plain', 'application/json', 'text/csv; charset=utf-16']) {
      cases.push([
        `a file of the type ${type}`,
        'unsupported_media_type',
        { headers: { 'content-type': type }, body: 'x' },
      ]);
    }
    const compressed = { 'content-type': 'text/csv', 'content-encoding': 'br' };
    cases.push(['a compressed file', 'unsupported_media_type', { headers: compressed, body: 'x' }]);
  } else if (isWrite(route)) {
    cases.push(
      [
        'a body that is not JSON by its type',
        'unsupported_media_type',
        { headers: { 'content-type': 'text/plain' }, body: 'x' },
      ],
      ['JSON by another name', 'unsupported_media_type', { headers: { 'content-type': 'text/json' }, body: '{}' }],
      [
        'a compressed body',
        'unsupported_media_type',
        { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: '{}' },
      ],
      ['a body too large', 'payload_too_large', announcing(bodyLimitOf(route) + 1)],
      ['broken JSON', 'malformed_json', { headers: JSON_TYPE, body: '{' }],
      ['an unknown field', 'validation_failed', { json: { unknown: 1 } }],
      ['an array for a body', 'validation_failed', { json: [] }],
      ['a text for a body', 'validation_failed', { json: 'x' }],
      ['null for a body', 'validation_failed', { json: null }],
    );
  }
  if (isWrite(route) && access !== 'admin') {
    for (const key of ['', ' ', 'with blank', 'x'.repeat(256), '"open', 'ümlaut', '""']) {
      cases.push([`an Idempotency-Key of ${JSON.stringify(key.slice(0, 20))}`, 'validation_failed', withKey(key)]);
    }
  }
  if (paged) {
    cases.push(['a page_size of 0', 'validation_failed', { path: `${path}?page_size=0` }]);
    for (const token of ['x', 'AAAA', 'x'.repeat(5_000), '%00', 'null', `${Buffer.alloc(80).toString('base64url')}`]) {
      cases.push([
        `the page token ${token.slice(0, 20)}`,
        'invalid_page_token',
        { path: `${path}?page_token=${token}` },
      ]);
    }
  }
  for (const name of idsOf(route)) {
    const unknown = pathOf(route, { ...world.ids, [name]: UNKNOWN_ID });
    cases.push([`an unknown ${name}`, 'not_found', { path: unknown }]);
  }
  return [...cases, ...Object.entries(states).map(([code, meet]): Case => [code, code, meet(world)])];
}

const withKey = (key: string) => ({ headers: { 'idempotency-key': Buffer.from(key).toString('latin1') } });

describe('refusals', () => {
  it.each(guarded)('%s: each is documented and changes nothing', async (route) => {
    const admin = ROUTES[route]!.access === 'admin';
    for (const [what, code, { anonymous, ...change }] of casesOf(route)) {
      const valid = validRequest(route, world);
      const { json: _json, ...withoutBody } = valid;
      const isWhole = change.body !== undefined;
      const headers = { ...(!isWhole && valid.headers), ...change.headers };
      const request = { ...(isWhole ? withoutBody : valid), ...change, headers };
      const client = anonymous ? service().client() : admin ? service().client(ADMIN_TOKEN) : world.workspace.client;
      await withUnchanged(world.workspace, async () => {
        const answer = await client.send(request);
        try {
          expectProblem(answer, code);
        } catch (error) {
          throw new Error(`${route} with ${what}: ${String(error)}`, { cause: error });
        }
      });
    }
  });

  it('[api endpoints admin] an Idempotency-Key is ignored on admin routes', async () => {
    const headers = { 'idempotency-key': 'admin' };
    const make = () => service().admin.post('/admin/workspaces', { name: 'Twice', time_zone: 'UTC' }, headers);
    const [first, second] = [await make(), await make()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.bytes.equals(second.bytes)).toBe(false);
  });

  it.each(guarded)('%s: the document names every 4xx it can answer, and no other', (route) => {
    const codes = new Set(casesOf(route).map(([, code]) => code));
    const { access } = ROUTES[route]!;
    codes.add('rate_limited');
    if (access !== 'any key') codes.add(access === 'admin' ? 'not_found' : 'insufficient_scope');
    if (access !== 'admin' && isWrite(route) && !takesFile(route))
      ['idempotency_key_reused', 'idempotency_in_progress'].forEach((code) => codes.add(code));
    const conflicts = [
      ...['POST /phone-system/outcomes', 'POST /admin/held-streams/skip'],
      'PATCH /admin/workspaces/{workspaceId}',
      ...['POST /webhook-endpoints', 'POST /signing-secrets', 'POST /imports', 'POST /do-not-call/batch'],
      'POST /webhook-endpoints/{endpointId}/signing-secrets',
    ];
    if (
      conflicts.includes(route) ||
      route.startsWith('POST /admin/projections/') ||
      route.startsWith('POST /admin/parked/') ||
      route.startsWith('POST /admin/workspaces/{workspaceId}/')
    )
      codes.add('resource_conflict');
    if (MEETS_A_QUOTA.has(route)) codes.add('quota_exceeded');
    const expected = new Set([...codes].flatMap((code) => STATUS_OF[code]!).map(String));
    const served = service().contract.operationOf(methodOf(route), pathOf(route, world.ids))!;
    const documented = Object.keys(served.object.responses).filter((status) => status.startsWith('4'));
    // The parser's refusals (414, 431) belong to no operation; 405 belongs to the path.
    const own = documented.filter((status) => !['405', '414', '431'].includes(status));
    if (!isWrite(route)) own.splice(0, own.length, ...own.filter((status) => !['413', '415'].includes(status)));
    if (!isWrite(route) && own.includes('400')) expected.add('400');
    expect(own.sort()).toEqual([...expected].sort());
  });

  const templates = [...new Set(Object.keys(ROUTES).map(templateOf))];
  it.each(templates)(
    '[api rules/errors order] %s: any other method is 405, with the allowed ones in Allow, with and without a key',
    async (template) => {
      const path = pathOf(`GET ${template}`, world.ids);
      const taken = METHODS.filter((method) => service().contract.operationOf(method, path) !== undefined);
      for (const method of METHODS.filter((other) => !taken.includes(other))) {
        for (const client of [service().client(), world.workspace.client]) {
          const answer = await withUnchanged(world.workspace, () => client.send({ method, path }));
          expectProblem(answer, 'method_not_allowed');
          const allowed = (answer.headers.allow ?? '')
            .split(/, */)
            .filter((name) => name !== 'HEAD' && name !== 'OPTIONS');
          expect(allowed.sort()).toEqual(taken.sort());
        }
      }
    },
  );

  it('[api rules/errors parser] unknown and undecodable paths are not_found, with and without a key', async () => {
    for (const path of [
      '/',
      '/nowhere',
      '/smart-list',
      '/smart-lists/%',
      '/smart-lists/%zz',
      '/smart-lists/%c3%28/members',
      '//smart-lists',
    ]) {
      for (const client of [service().client(), world.workspace.client]) {
        for (const method of METHODS) expectProblem(await client.send({ method, path }), 'not_found');
      }
    }
  });

  it(
    'every write can be repeated with its Idempotency-Key, and is 422 with another body',
    async () => {
      for (const route of guarded.filter((name) => takesJson(name) && ROUTES[name]!.access !== 'admin')) {
        const own = await makeWorld(service());
        const valid = validRequest(route, own);
        const { client } = own.workspace;
        const headers = { 'idempotency-key': `"${nextPhone()}"` };
        const first = await client.send({ ...valid, headers });
        expect(first.status).toBe(ROUTES[route]!.success);
        await withUnchanged(own.workspace, async () => {
          const again = await client.send({ ...valid, headers });
          // A secret is shown once; webhook-endpoints.e2e.spec.ts has the null in its place.
          const kept = first.bytes.toString().replace(/"whsec_[^"]+"/, 'null');
          expect([again.status, again.bytes.toString()]).toEqual([first.status, kept]);
          expect(again.headers['idempotent-replayed']).toBe('true');
          const { json, ...rest } = valid;
          const spaced = { ...rest, headers: { ...headers, ...JSON_TYPE }, body: `${JSON.stringify(json ?? {})} ` };
          expectProblem(await client.send(spaced), 'idempotency_key_reused');
        });
      }
    },
    RUN_MS,
  );
});
