import fc from 'fast-check';
import { digestOf, isNotModified } from './if-none-match.js';
import { receiverOf } from './testing/received.js';
import { startToy } from './testing/toy-app.js';
import type { Toy } from './testing/toy-app.js';

describe('If-None-Match', () => {
  it.each(['*', '"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', ' "a" '])('%s is not modified of "a" and W/"a"', (header) => {
    expect([isNotModified(header, '"a"'), isNotModified(header, 'W/"a"')]).toEqual([true, true]);
  });

  it.each([undefined, '', '"b"', 'a', '"a', 'w/"a"', '"A"', '"a" "a"', '*, "a"', '"ab"', '"W/a"'])(
    '%s names no such body',
    (header) => {
      expect([isNotModified(header, '"a"'), isNotModified(header, 'W/"a"')]).toEqual([false, false]);
    },
  );

  it('never takes two bodies for one', () => {
    const body = fc.oneof(
      fc.string(),
      fc.string().map((text) => `{"ok":true,"text":${JSON.stringify(text)}}`),
    );
    fc.assert(
      fc.property(body, body, (mine, now) => {
        const bytes = Buffer.from(now);
        const tag = `W/"${digestOf(mine)}"`;
        const isSame = Buffer.from(mine).equals(bytes);
        expect([isNotModified(tag, `"${digestOf(now)}"`), isNotModified(tag, `"${digestOf(bytes)}"`)]).toEqual([
          isSame,
          isSame,
        ]);
      }),
    );
  });
});

describe('over HTTP', () => {
  let toy: Toy;
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.app.close());

  const ask = receiverOf(() => toy);

  it('a digest is the tag of a body, compressed or not, and of no other body', async () => {
    const path = '/digested-texts?size=9000';
    const [plain, gzip] = [await ask(path), await ask(path, { 'accept-encoding': 'gzip' })];
    expect(plain.headers.etag).toBe(`W/"${digestOf(plain.bytes)}"`);
    expect([gzip.headers.etag, gzip.headers['content-encoding']]).toEqual([plain.headers.etag, 'gzip']);
    expect((await ask('/digested-texts?size=9001')).headers.etag).not.toBe(plain.headers.etag);
  });

  it('whoever has the body gets 304 without one, and whoever has another gets it', async () => {
    const path = '/digested-texts?size=9000';
    const { headers } = await ask(path);
    const asked = { 'if-none-match': `"x", ${headers.etag!}` };
    for (const accepted of [{}, { 'accept-encoding': 'gzip' }]) {
      const answer = await ask(path, { ...asked, ...accepted });
      expect([answer.status, answer.bytes.length, answer.headers.etag]).toEqual([304, 0, headers.etag]);
      expect([answer.headers['content-length'], answer.headers['content-encoding']]).toEqual([undefined, undefined]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', ratelimit: expect.any(String) as string });
    }
    expect((await ask('/digested-texts?size=9001', asked)).status).toBe(200);
    const head = await ask(path, asked, 'HEAD');
    expect([head.status, head.bytes.length, head.headers.etag]).toEqual([304, 0, headers.etag]);
  });

  it('a refusal has no tag, and is none that a client has', async () => {
    const answer = await ask('/digested-texts', { 'if-none-match': '*' });
    expect([answer.status, answer.headers.etag]).toEqual([400, undefined]);
  });

  it('a version is no digest: what has one is always answered in full', async () => {
    const path = '/tagged-texts?size=10';
    const answer = await ask(path, { 'if-none-match': '"1"' });
    expect([answer.status, answer.headers.etag]).toEqual([200, '"1"']);
  });

  it.each(['/openapi.json', '/docs', '/docs/errors', '/docs/start.js'])(
    '%s has a strong tag for each coding, and 304',
    async (path) => {
      const tags = new Set<string>();
      for (const accepted of ['identity', 'gzip', 'br']) {
        const full = await ask(path, { 'accept-encoding': accepted });
        const coding = full.headers['content-encoding'] ?? 'identity';
        expect(full.headers.etag).toBe(`"${digestOf(full.bytes)}"`);
        tags.add(`${coding} ${full.headers.etag!}`);
        const asked = { 'accept-encoding': accepted, 'if-none-match': full.headers.etag! };
        const again = await ask(path, asked);
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, full.headers.etag]);
        expect(again.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' });
        expect((await ask(path, asked, 'HEAD')).status).toBe(304);
        expect((await ask('/docs/swagger-ui.css', asked)).status).toBe(200);
      }
      expect(new Set([...tags].map((tag) => tag.split(' ')[1])).size).toBe(tags.size);
    },
  );
});
