import { connect } from 'node:net';
import { clientOf } from './testing/client.js';
import { sendRaw } from './testing/raw.js';
import { startToy } from './testing/toy-app.js';
import type { Toy } from './testing/toy-app.js';

let toy: Toy;
const { send } = clientOf(() => toy);

beforeAll(async () => {
  toy = await startToy();
});

afterAll(() => toy.app.close());

describe('what is no proper HTTP request', () => {
  const get = (target: string, ...headers: string[]): string =>
    [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');

  it.each([
    ['a line that is none', 'nonsense\r\n\r\n', 400, 'malformed_request'],
    ['a method that is none', 'FOO /things HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['a tunnel', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['two Hosts', get('/things', 'Host: x'), 400, 'malformed_request'],
    ['two Hosts in two spellings', get('/things', 'hOST: y'), 400, 'malformed_request'],
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
    ['a name of its own in an absolute target', get('http://x/things/batch?a=1'), 405, 'method_not_allowed'],
    ['a name of its own before a fragment', get('/things/batch#b'), 405, 'method_not_allowed'],
    ['an expectation', get('/things', 'Expect: miracles'), 401, 'unauthorized'],
  ])('%s', async (_what, request, status, code) => {
    const answer = await sendRaw(toy.port, request);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const problem = JSON.parse(answer.body) as Record<string, unknown>;
    expect(problem).toMatchObject({ status, code, ok: false });
    expect(answer.headers.get('x-request-id')).toBe(problem['request_id']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('is named by its path alone, and says what the path takes', async () => {
    for (const target of ['/things/batch#b', 'http://x:1/things/batch?c=d']) {
      const answer = await sendRaw(toy.port, get(target));
      expect(JSON.parse(answer.body)).toMatchObject({ instance: '/things/batch' });
      expect([target, answer.status, answer.headers.get('allow')]).toEqual([target, 405, 'OPTIONS, POST']);
    }
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
