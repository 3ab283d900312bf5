import { request } from 'node:http';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { receiverOf } from '../testing/received.js';
import { startToy } from '../testing/toy-app.js';
import type { Toy } from '../testing/toy-app.js';

const SITE: Readonly<Record<string, string>> = {
  'index.html': '<script src="/docs/guide/assets/app.1a2b.js"></script>First page',
  '404.html': 'No such page',
  'hashmap.json': '{}',
  'how-to/index.html': 'How-tos',
  'how-to/audit.html': 'Audit',
  'assets/app.1a2b.js': `const base = "/docs/guide/"; // ${'x'.repeat(2_000)}`,
  'assets/style.css': 'body { background: url(/docs/guide/favicon.svg) }',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'files/env.example.txt': 'PORT=3000 # /docs/guide/',
};

let parent: string;
let folder: string;
let toy: Toy;
const ask = receiverOf(() => toy);

/** Sends a target as it is written: a client that parses it would leave out its `..`. */
function askRaw(target: string): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: toy.port, path: target }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode!, type: answer.headers['content-type']!, text });
      });
    });
    sent.on('error', reject).end();
  });
}

async function writeSite(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'smart-lists-guide-'));
  folder = join(parent, 'site');
  await writeFile(join(parent, 'secret.txt'), 'a secret');
  await writeSite(SITE);
  toy = await startToy({ guideFolder: folder });
});

afterEach(async () => {
  await toy.app.close();
  await rm(parent, { recursive: true, force: true });
});

describe('the documentation site', () => {
  it.each([
    ['', 'index.html', 'text/html; charset=utf-8'],
    ['index.html', 'index.html', 'text/html; charset=utf-8'],
    ['how-to/', 'how-to/index.html', 'text/html; charset=utf-8'],
    ['how-to/audit.html?from=search', 'how-to/audit.html', 'text/html; charset=utf-8'],
    ['hashmap.json', 'hashmap.json', 'application/json; charset=utf-8'],
    ['favicon.svg', 'favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['files/env.example.txt', 'files/env.example.txt', 'text/plain; charset=utf-8'],
  ])('serves /docs/guide/%s from %s as %s, asked each time by its ETag', async (path, name, type) => {
    const { status, headers, bytes } = await ask(`/docs/guide/${path}`);
    expect([status, bytes.toString(), headers['content-type']]).toEqual([200, SITE[name], type]);
    expect(headers['cache-control']).toBe('public, no-cache');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    const again = await ask(`/docs/guide/${path}`, { 'if-none-match': headers.etag! });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('lets caches keep what has a hash in its name, and compresses it', async () => {
    const { status, headers, bytes } = await ask('/docs/guide/assets/app.1a2b.js', { 'accept-encoding': 'gzip' });
    expect([status, gunzipSync(bytes).toString()]).toEqual([200, SITE['assets/app.1a2b.js']]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
  });

  it('begins behind a slash: its first page is no other one', async () => {
    const { status, headers } = await ask('/docs/guide');
    expect([status, headers.location]).toEqual([301, '/docs/guide/']);
  });

  it('answers HEAD without a body, and every other method with 405', async () => {
    const head = await ask('/docs/guide/how-to/audit.html', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, '5', 0]);
    const post = await ask('/docs/guide/how-to/audit.html', {}, 'POST');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('answers a path that it lacks with 404: a page for browsers, a problem for all other clients', async () => {
    const browser = await ask('/docs/guide/how-to/none.html', { accept: 'text/html,*/*;q=0.8' });
    expect([browser.status, browser.bytes.toString()]).toEqual([404, 'No such page']);
    expect(browser.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    const client = await ask('/docs/guide/how-to/none.html');
    expect([client.status, client.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(JSON.parse(client.bytes.toString())).toMatchObject({
      code: 'not_found',
      detail: 'The documentation site has no such page.',
    });
  });

  it.each([
    '../secret.txt',
    '../../secret.txt',
    'how-to/../../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '%2e%2e%2fsecret.txt',
    '..%5csecret.txt',
    '..\\secret.txt',
    '%252e%252e%252fsecret.txt',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    'file:///etc/passwd',
    'index.html%00.txt',
    '%00',
    './index.html',
    'how-to//audit.html',
    'INDEX.HTML',
    'how-to',
    'assets/',
    '.',
    '%e0%a4%a',
    'link.txt',
    'linked/secret.txt',
  ])('reads nothing but its own files: %s', async (path) => {
    await symlink(join(parent, 'secret.txt'), join(folder, 'link.txt'));
    await symlink(parent, join(folder, 'linked'));
    const { status, type, text } = await askRaw(`/docs/guide/${path}`);
    expect([400, 404]).toContain(status);
    expect(type).toBe('application/problem+json; charset=utf-8');
    expect(text).not.toMatch(/a secret|root:/);
  });

  it('serves a new build without a restart, and nothing of the one before', async () => {
    expect((await ask('/docs/guide/')).bytes.toString()).toBe(SITE['index.html']);
    await rm(folder, { recursive: true });
    await writeSite({ 'index.html': 'Second', 'hashmap.json': '{}' });
    await utimes(join(folder, 'hashmap.json'), new Date(), new Date(Date.now() + 60_000));
    expect((await ask('/docs/guide/')).bytes.toString()).toBe('Second');
    expect((await ask('/docs/guide/how-to/audit.html')).status).toBe(404);
  });

  it('names the command that builds it while it is not built', async () => {
    await rm(folder, { recursive: true });
    for (const path of ['/docs/guide/', '/docs/guide/how-to/audit.html']) {
      const { status, bytes } = await ask(path, { accept: 'text/html' });
      expect([status, JSON.parse(bytes.toString())]).toMatchObject([
        404,
        { code: 'not_found', detail: 'The documentation site is not built: `npm run docs` builds it.' },
      ]);
    }
    await writeSite(SITE);
    expect((await ask('/docs/guide/')).status).toBe(200);
  });
});

describe('under another base path', () => {
  it('leads to itself there, in every page, script and style, and changes no text', async () => {
    await toy.app.close();
    toy = await startToy({ guideFolder: folder, basePath: '/api/v1' });
    const at = '/api/v1/docs/guide';
    expect((await ask('/docs/guide')).headers.location).toBe(`${at}/`);
    for (const name of ['index.html', 'assets/app.1a2b.js', 'assets/style.css']) {
      const text = (await ask(`/docs/guide/${name}`)).bytes.toString();
      expect(text).toBe(SITE[name]!.replaceAll('/docs/guide/', `${at}/`));
    }
    expect((await ask('/docs/guide/files/env.example.txt')).bytes.toString()).toBe(SITE['files/env.example.txt']);
    expect((await askRaw('/docs/guide/')).status).toBe(404);
  });
});
