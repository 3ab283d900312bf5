import { Agent, request as httpRequest } from 'node:http';
import { clientOf, errorsOf, ID, JSON_TYPE, READER, WRITER } from './testing/client.js';
import type { Body } from './testing/client.js';
import { sendRaw } from './testing/raw.js';
import { ADMIN_TOKEN, startToy } from './testing/toy-app.js';
import type { Toy } from './testing/toy-app.js';
import { seen } from './testing/toy-controller.js';

let toy: Toy;
const { post, send } = clientOf(() => toy);

beforeAll(async () => {
  toy = await startToy();
});

afterAll(() => toy.app.close());

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

  it.each([
    ['other', 'other: There is no such field.'],
    ['', '"": There is no such field.'],
    [' ', '" ": There is no such field.'],
    ['a\nb', '"a\\nb": There is no such field.'],
  ])('a field named %j does not break the sentence', async (name, detail) => {
    expect((await post(JSON.stringify({ name: 'x', [name]: 1 }))).body['detail']).toBe(detail);
  });

  it('10 MB, with and without Content-Length', async () => {
    const body = Buffer.alloc(10_000_000, ' ');
    expect(await post(body)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
    const head =
      'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer writer\r\nContent-Type: application/json\r\n';
    const answer = await sendRaw(toy.port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`);
    expect(answer.status).toBe(413);
  });

  it('a too large body is drained after its refusal, so that a client that still sends sees the answer', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { ...WRITER, ...JSON_TYPE, 'content-length': 8_000_000 };
    const sent = (body: Buffer): Promise<readonly unknown[]> =>
      new Promise((resolve, reject) => {
        const request = httpRequest(`${toy.url}/things`, { method: 'POST', agent, headers }, (answer) => {
          answer.resume().on('end', () => resolve([answer.statusCode, answer.headers.connection]));
        });
        request.on('error', reject);
        // More than the buffers on the way hold, so that the answer arrives while the body is being sent.
        request.end(body);
      });
    const body = Buffer.alloc(8_000_000, ' ');
    for (let time = 0; time < 5; time += 1) expect(await sent(body)).toEqual([413, 'keep-alive']);
    agent.destroy();
  });

  it.each([
    ['/things', 1_048_576, '1 MiB'],
    ['/things/batch', 2_097_152, '2 MiB'],
  ])(
    'of %s exactly the allowed bytes are read, and not one more, with or without Content-Length',
    async (path, limit, size) => {
      const body = (bytes: number): string =>
        (path === '/things' ? '{"name":"x"}' : '{"members":[{"phone":"+4312345"}]}').padEnd(bytes, ' ');
      expect((await post(body(limit), path)).status).toBeLessThan(300);
      const refused = await post(body(limit + 1), path);
      expect(refused).toMatchObject({
        status: 413,
        body: { code: 'payload_too_large', detail: `A body holds at most ${size}.` },
      });
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer writer\r\nContent-Type: application/json\r\n`;
      const chunked = (bytes: number): string =>
        `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${bytes.toString(16)}\r\n${body(bytes)}\r\n0\r\n\r\n`;
      expect((await sendRaw(toy.port, chunked(limit))).status).toBeLessThan(300);
      expect((await sendRaw(toy.port, chunked(limit + 1))).status).toBe(413);
    },
  );

  it('numbers with an integral value are integers', async () => {
    expect((await post('{"name":"x","cap":5.0}')).status).toBe(201);
    expect(seen.body).toEqual({ name: 'x', cap: 5 });
    expect((await post('{"name":"x","cap":1e3}')).status).toBe(201);
  });

  it('query parameters: known ones once and not empty', async () => {
    const codes = async (query: string): Promise<string[]> => errorsOf(await send('GET', `/things?${query}`, READER));
    expect(await codes('page_size=1&page_size=1')).toEqual(['/page_size duplicate']);
    expect(await codes('priority=')).toEqual(['/priority too_short']);
    expect(await codes('page_token=')).toEqual(['/page_token too_short']);
    expect(await codes('page_size=1.0&priority=x')).toEqual(['/page_size wrong_type', '/priority not_allowed_value']);
    expect((await send('GET', '/preview?limit=51', READER)).body['code']).toBe('validation_failed');
    expect((await send('GET', '/preview?limit=50', READER)).body['thing']).toEqual({ limit: 50 });
    expect((await send('GET', '/preview?&&', READER)).body['thing']).toEqual({});
  });

  it.each([
    ['GET', '/things?x=1&x=2&y=&__proto__=1', READER, ['/x', '/y', '/__proto__']],
    ['GET', '/things?Page_size=1', READER, ['/Page_size']],
    ['GET', '/things?priority%20=low', READER, ['/priority ']],
    ['GET', '/things?page_size[]=1', READER, ['/page_size[]']],
    ['GET', '/things?=', READER, ['/']],
    ['GET', '/things?a~/b', READER, ['/a~0~1b']],
    ['GET', '/preview?limit=50&page_size=1', READER, ['/page_size']],
    ['HEAD', '/preview?page_size=1', READER, []],
    ['POST', '/things?name=x', WRITER, ['/name']],
    ['PATCH', `/things/${ID}?limit=1`, WRITER, ['/limit']],
    ['DELETE', `/things/${ID}?force`, WRITER, ['/force']],
    ['POST', '/admin/things?name=x', { authorization: `Bearer ${ADMIN_TOKEN}` }, ['/name']],
  ])('%s %s: an unknown query parameter is refused and named', async (method, path, headers, pointers) => {
    seen.body = undefined;
    const body = method === 'POST' ? '{"name":"x"}' : method === 'PATCH' ? '{}' : undefined;
    const answer = await send(method, path, { ...headers, ...(body && JSON_TYPE) }, body);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual(pointers.map((pointer) => `${pointer} unknown_parameter`));
    expect(seen.body).toBeUndefined();
  });

  it('a query of many unknown parameters makes no large answer', async () => {
    const query = Array.from({ length: 700 }, (_, i) => `p${i}`).join('&');
    const answer = await send('GET', `/things?${query}`, READER);
    expect([answer.status, errorsOf(answer).length]).toEqual([400, 50]);
  });

  it('health, metrics and the reference accept any query: clients may add one to bypass caches', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics', '/openapi.json', '/docs', '/docs/errors']) {
      expect([path, (await send('GET', `${path}?nocache=1&nocache=2&_`)).status]).toEqual([path, 200]);
    }
  });
});
