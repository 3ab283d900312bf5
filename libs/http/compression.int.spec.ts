import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { JSON_TYPE, WRITER } from './testing/client.js';
import { type Received, receiverOf } from './testing/received.js';
import { ADMIN_TOKEN, startToy } from './testing/toy-app.js';
import type { Toy } from './testing/toy-app.js';

let toy: Toy;
beforeAll(async () => {
  toy = await startToy();
});
afterAll(() => toy.app.close());

const get = receiverOf(() => toy);

const decode = ({ headers, bytes }: Received): string => {
  const encoding = headers['content-encoding'];
  return (encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
};

/** The size of the text whose answer has this number of bytes. */
const sizeOf = (bytes: number): number => bytes - JSON.stringify({ ok: true, text: '' }).length;

describe('an answer of 1 KiB or more', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', undefined],
    ['gzip;q=0, *', undefined],
    ['*;q=0.1, br;q=0.5', 'br'],
    ['deflate', undefined],
    ['identity', undefined],
    ['identity;q=0', undefined],
    ['gzip;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['', undefined],
  ])('to Accept-Encoding: %s is sent as %s, with the same content', async (accepted, encoding) => {
    const plain = await get(`/texts?size=${sizeOf(1_024)}`, {});
    expect([plain.bytes.length, plain.headers['content-encoding']]).toEqual([1_024, undefined]);
    for (const size of [sizeOf(1_024), 200_000]) {
      const answer = await get(`/texts?size=${size}`, { 'accept-encoding': accepted });
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding]);
      expect(JSON.parse(decode(answer))).toEqual({ ok: true, text: 'x'.repeat(size) });
      expect(answer.headers.vary).toBe(encoding && 'accept-encoding');
      expect(answer.bytes.length < 1_024).toBe(encoding !== undefined);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      });
    }
  });

  it('has the compressed length if it is compressed at once, and never the original length', async () => {
    const small = await get('/texts?size=9000', { 'accept-encoding': 'gzip' });
    expect(small.headers['content-length']).toBe(String(small.bytes.length));
    const large = await get('/texts?size=200000', { 'accept-encoding': 'gzip' });
    expect([large.headers['content-length'], large.headers['transfer-encoding']]).toEqual([undefined, 'chunked']);
  });

  it('is compressed as a refusal, too', async () => {
    const query = Array.from({ length: 40 }, (_, i) => `p${i}`).join('&');
    const answer = await get(`/texts?${query}`, { 'accept-encoding': 'br' });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([400, 'br']);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(JSON.parse(decode(answer))).toMatchObject({ code: 'validation_failed' });
  });

  it.each(['/metrics', '/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/errors'])('is one of %s', async (path) => {
    const answer = await get(path, { 'accept-encoding': 'gzip' });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'gzip']);
    const plain = await get(path, {});
    expect(plain.headers['content-encoding']).toBeUndefined();
    if (path !== '/metrics') {
      expect(decode(answer)).toBe(plain.bytes.toString());
      // Caches may keep these answers: they must not give compressed ones to a client that cannot read them.
      expect([answer.headers.vary, plain.headers.vary]).toEqual(['accept-encoding', 'accept-encoding']);
      expect(answer.headers['cache-control']).toBe('public, max-age=300');
    }
  });
});

describe('not compressed', () => {
  const both = { 'accept-encoding': 'gzip, br' };

  it('is a smaller answer, with unchanged headers', async () => {
    const path = `/texts?size=${sizeOf(1_023)}`;
    const id = { 'x-request-id': 'same' };
    const [plain, offered] = [await get(path, id), await get(path, { ...both, ...id })];
    expect(offered.bytes.equals(plain.bytes)).toBe(true);
    const steady = ({ headers: { date: _date, ratelimit: _left, 'x-correlation-id': _own, ...rest } }: Received) =>
      rest;
    expect(steady(offered)).toEqual(steady(plain));
    expect(plain.headers['content-length']).toBe('1023');
  });

  it('is the answer to HEAD, which has the length of the uncompressed answer to GET', async () => {
    for (const [accepted, length] of [
      [both, undefined],
      [{}, '50000'],
    ] as const) {
      const answer = await get(`/texts?size=${sizeOf(50_000)}`, accepted, 'HEAD');
      expect([answer.status, answer.bytes.length, answer.headers['content-encoding']]).toEqual([200, 0, undefined]);
      expect(answer.headers['content-length']).toBe(length);
    }
  });

  it('is an answer with an ETag: a tag names the bytes of one answer, and If-Match compares it unchanged', async () => {
    const answer = await get('/tagged-texts?size=50000', both);
    expect([answer.status, answer.headers['content-encoding'], answer.headers.etag]).toEqual([200, undefined, '"1"']);
  });

  it('is the answer to a write of an admin, which may contain a secret', async () => {
    const headers = { ...both, ...JSON_TYPE, authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await get('/admin/texts', headers, 'POST', '{"size":50000}');
    expect([answer.status, answer.headers['content-encoding']]).toEqual([201, undefined]);
  });

  it('is a request body: one with a content coding is refused', async () => {
    const headers = { ...WRITER, ...JSON_TYPE, 'content-encoding': 'gzip' };
    expect((await get('/things', headers, 'POST', '{}')).status).toBe(415);
  });
});
