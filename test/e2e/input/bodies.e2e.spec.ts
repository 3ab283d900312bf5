import type { Request } from '../../support/http.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { withUnchanged } from '../../support/unchanged.js';
import { bodyLimitOf, JSON_WRITES, makeWorld, ROUTES, validRequest } from '../matrices/routes.js';
import type { World } from '../matrices/routes.js';

const service = shareService();
let world: World;
beforeAll(async () => {
  world = await makeWorld(service());
});

const JSON_TYPE = { 'content-type': 'application/json' };
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`;
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

/** Bodies that no route accepts, with the answer to each. */
const BODIES: readonly (readonly [what: string, body: string | Uint8Array, code: string])[] = [
  ['an object that is not closed', '{"name":"x"', 'malformed_json'],
  ['single quotes', "{'name':'x'}", 'malformed_json'],
  ['a comma too many', '{"name":"x",}', 'malformed_json'],
  ['a comment', '{"name":"x"/* why */}', 'malformed_json'],
  ['two values', '{} {}', 'malformed_json'],
  ['NaN', '{"name":NaN}', 'malformed_json'],
  ['Infinity', '{"name":-Infinity}', 'malformed_json'],
  ['a number with a leading zero', '{"name":01}', 'malformed_json'],
  ['a hexadecimal number', '{"name":0x10}', 'malformed_json'],
  ['a control character in a string', '{"name":"\u0001"}', 'malformed_json'],
  ['a NUL byte', bytes('{"name":"', [0], '"}'), 'malformed_json'],
  ['nothing but blanks', '   ', 'malformed_json'],
  ['a byte order mark', bytes([0xef, 0xbb, 0xbf], '{"name":"x"}'), 'malformed_json'],
  ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), 'malformed_json'],
  ['Latin-1', Buffer.from('{"name":"ä"}', 'latin1'), 'malformed_json'],
  ['an overlong encoding', bytes('{"name":"', [0xc0, 0xaf], '"}'), 'malformed_json'],
  ['a surrogate in UTF-8', bytes('{"name":"', [0xed, 0xa0, 0x80], '"}'), 'malformed_json'],
  ['a key twice', '{"name":"a","name":"b"}', 'malformed_json'],
  ['a key twice, once escaped', '{"name":"a","n\\u0061me":"b"}', 'malformed_json'],
  ['a key twice, deep inside', '{"name":{"a":[{"b":1,"b":2}]}}', 'malformed_json'],
  ['33 levels', nested(33, '[', ']'), 'malformed_json'],
  ['100,000 arrays', nested(100_000, '[', ']'), 'malformed_json'],
  ['100,000 objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'malformed_json'],
  ['100,000 open arrays', '['.repeat(100_000), 'malformed_json'],
  ['a text', '"{}"', 'validation_failed'],
  ['a number', '5', 'validation_failed'],
  ['true', 'true', 'validation_failed'],
  ['null', 'null', 'validation_failed'],
  ['an array', '[]', 'validation_failed'],
  ['an array of objects', '[{"name":"x"}]', 'validation_failed'],
  ['__proto__', '{"__proto__":{"name":"x"}}', 'validation_failed'],
  ['an escaped __proto__', '{"__pr\\u006fto__":{}}', 'validation_failed'],
  ['constructor', '{"constructor":{"prototype":{"name":"x"}}}', 'validation_failed'],
  ['toString', '{"toString":1}', 'validation_failed'],
  ['hasOwnProperty', '{"hasOwnProperty":1}', 'validation_failed'],
  ['prototype', '{"prototype":1}', 'validation_failed'],
  ['an empty name', '{"":1}', 'validation_failed'],
  ['a name of NUL', '{"\\u0000":1}', 'validation_failed'],
  ['a name of half a pair', '{"\\ud800":1}', 'validation_failed'],
  ['a long name', `{"${'x'.repeat(100_000)}":1}`, 'validation_failed'],
  ['100 unknown fields', `{${Array.from({ length: 100 }, (_, i) => `"f${i}":1`).join(',')}}`, 'validation_failed'],
  ['101 fields', `{${Array.from({ length: 101 }, (_, i) => `"f${i}":1`).join(',')}}`, 'malformed_json'],
  ['10,000 fields', `{${Array.from({ length: 10_000 }, (_, i) => `"f${i}":1`).join(',')}}`, 'malformed_json'],
  ['30,000 values', `{"name":[${Array.from({ length: 30_000 }, () => '0').join(',')}]}`, 'malformed_json'],
  ['an organization', '{"organization_id":"x"}', 'validation_failed'],
  ['a subaccount', '{"subaccount_id":"x"}', 'validation_failed'],
  ['a workspace', '{"workspace_id":"x"}', 'validation_failed'],
  ['10 MB', `{"name":"${'x'.repeat(10_000_000)}"}`, 'payload_too_large'],
];

const writes = JSON_WRITES.map(([route]) => route);

/** A body above the limit may be refused while it is being sent: then the connection ends for the client. */
async function sendLarge(request: Request): Promise<void> {
  const { client } = world.workspace;
  const answer = await client.send(request).catch((error: NodeJS.ErrnoException) => error.code);
  if (typeof answer === 'object') expectProblem(answer, 'payload_too_large');
  else expect(['ECONNRESET', 'EPIPE']).toContain(answer);
}

describe('malformed bodies', () => {
  it.each(writes)('[api rules/errors parser] [api rules/bodies unknown fields] %s refuses each', async (route) => {
    const { json: _json, ...valid } = validRequest(route, world);
    const oneByteMore = `"${'x'.repeat(bodyLimitOf(route) - 1)}"`;
    for (const [what, body, code] of [...BODIES, ['a byte too many', oneByteMore, 'payload_too_large'] as const]) {
      await withUnchanged(world.workspace, async () => {
        const request = { ...valid, headers: JSON_TYPE, body };
        if (code === 'payload_too_large') return sendLarge(request);
        const answer = await world.workspace.client.send(request);
        try {
          expectProblem(answer, code);
          expect(answer.bytes.length).toBeLessThan(20_000);
        } catch (error) {
          throw new Error(`${route} with ${what}: ${String(error)}`, { cause: error });
        }
      });
    }
  });

  it.each(writes)(
    '[api optional body] %s: an optional body may be empty or {}; 32 levels of anything else are refused',
    async (route) => {
      const { json: _json, ...valid } = validRequest(route, world);
      const required =
        (ROUTES[route]!.body !== undefined && !route.includes('{') && !/\/(clone|next)$/.test(route)) ||
        /\/members\/|\/calls\/.*\/(end|outcomes)$/.test(route);
      const deep = `{"x":${nested(31, '[', ']')}}`;
      await withUnchanged(world.workspace, async () => {
        expectProblem(
          await world.workspace.client.send({ ...valid, headers: JSON_TYPE, body: deep }),
          'validation_failed',
        );
        if (required)
          expectProblem(
            await world.workspace.client.send({ ...valid, headers: JSON_TYPE, body: '{}' }),
            'validation_failed',
          );
        if (required) expectProblem(await world.workspace.client.send(valid), 'validation_failed');
      });
      if (required) return;
      for (const body of [undefined, '{}']) {
        const own = await makeWorld(service());
        const { json: _body, ...request } = validRequest(route, own);
        const answer = await own.workspace.client.send({ ...request, ...(body && { headers: JSON_TYPE, body }) });
        expect(answer.status).toBe(ROUTES[route]!.success);
      }
    },
  );

  it('the content type of a JSON body may have the charset UTF-8, in any case, and no other', async () => {
    const { client } = world.workspace;
    for (const type of ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON']) {
      const request = { ...validRequest('POST /smart-lists', world), headers: { 'content-type': type } };
      expect((await client.send(request)).status).toBe(201);
    }
    for (const type of [
      'application/jsonx',
      'application/json; charset=utf-16',
      'application/json;charset="ISO-8859-1"',
      'application/problem+json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ]) {
      const request = { ...validRequest('POST /smart-lists', world), headers: { 'content-type': type } };
      expectProblem(await client.send(request), 'unsupported_media_type');
    }
  });
});
