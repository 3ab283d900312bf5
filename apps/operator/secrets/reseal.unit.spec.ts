import type { Console } from '../console.js';
import { program } from '../program.js';

const TOKEN = 'an-admin-token-of-32-characters!';
const PAGES: Readonly<Record<string, object>> = {
  '?page_size=200': {
    ok: true,
    resealed: 2,
    unopened: 0,
    rewrapped: 4,
    not_unwrapped: 0,
    workspaces_waiting: 2,
    next_page_token: 'next/1',
  },
  '?page_size=200&page_token=next%2F1': {
    ok: true,
    resealed: 3,
    unopened: 1,
    rewrapped: 3,
    not_unwrapped: 0,
    workspaces_waiting: 0,
    next_page_token: null,
  },
};

interface World {
  readonly pages?: Readonly<Record<string, object>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly status?: number;
}

/** Runs the command against a service with these answers, by query. */
async function reseal(
  args: readonly string[],
  { pages = PAGES, environment = { ADMIN_TOKEN: TOKEN }, status = 200 }: World = {},
) {
  const asked: { url: string; authorization: string | undefined }[] = [];
  const printed: string[] = [];
  let failed = false;
  const console: Console = {
    environment,
    now: () => 0,
    read: (file) => Promise.resolve(Buffer.from(`${file === 'token.txt' ? TOKEN : ''}\n`)),
    request: (_method, url, headers) => {
      asked.push({ url, authorization: headers['authorization'] });
      return Promise.resolve({ status, body: pages[new URL(url).search] });
    },
    ask: () => Promise.resolve(undefined),
    print: (text) => void printed.push(text),
    fail: () => (failed = true),
    note: () => undefined,
    progress: () => undefined,
    interruption: () => new AbortController().signal,
  };
  const output = { writeOut: () => undefined, writeErr: () => undefined };
  await program(console, { version: '0', output }).parseAsync(['secrets', 'reseal', ...args], { from: 'user' });
  return { asked, printed: printed.join('\n'), failed };
}

describe('smartlists secrets reseal', () => {
  it('requests all pages by their tokens, and prints the result', async () => {
    const { asked, printed, failed } = await reseal([]);
    expect(asked).toEqual(
      Object.keys(PAGES).map((query) => ({
        url: `http://127.0.0.1:3000/admin/secrets/reseal${query}`,
        authorization: `Bearer ${TOKEN}`,
      })),
    );
    expect([printed, failed]).toEqual([
      expect.stringMatching(/SECRETS_KEY: 5\..* under it: 7\..* NONE .*: 1;.* WRITTEN NOW: 2;/),
      true,
    ]);
  });

  it.each([
    ['secrets that no key opens', { resealed: 1, unopened: 1, rewrapped: 0, not_unwrapped: 0, workspaces_waiting: 0 }],
    [
      'workspaces that could not be written',
      { resealed: 1, unopened: 0, rewrapped: 0, not_unwrapped: 0, workspaces_waiting: 1 },
    ],
    [
      'personal keys that no key unwraps',
      { resealed: 0, unopened: 0, rewrapped: 0, not_unwrapped: 1, workspaces_waiting: 0 },
    ],
  ])('exits with code 1 on %s, and prints the result as JSON', async (_what, counts) => {
    const pages = { '?page_size=200': { ok: true, ...counts, next_page_token: null } };
    const { printed, failed } = await reseal(['--json'], { pages });
    expect([JSON.parse(printed), failed]).toEqual([{ ok: false, ...counts }, true]);
  });

  it('succeeds if every secret could be opened, and prints the result as JSON', async () => {
    const pages = {
      '?page_size=200': {
        ok: true,
        resealed: 1,
        unopened: 0,
        rewrapped: 1,
        not_unwrapped: 0,
        workspaces_waiting: 0,
        next_page_token: null,
      },
    };
    const args = ['--json', '--url', 'https://lists.example/api/v1/', '--token-file', 'token.txt'];
    const { asked, printed, failed } = await reseal(args, { pages, environment: {} });
    expect(asked[0]).toEqual({
      url: 'https://lists.example/api/v1/admin/secrets/reseal?page_size=200',
      authorization: `Bearer ${TOKEN}`,
    });
    expect([JSON.parse(printed), failed]).toEqual([
      { ok: true, resealed: 1, unopened: 0, rewrapped: 1, not_unwrapped: 0, workspaces_waiting: 0 },
      false,
    ]);
  });

  it.each<[string, string[], World, RegExp]>([
    ['without a token', [], { environment: {} }, /^Which admin token\?/],
    ['with an empty token file', ['--token-file', 'empty'], {}, /^Which admin token\?/],
    [
      'by the service',
      [],
      { status: 401, pages: { '?page_size=200': { detail: 'Send a token.' } } },
      /401: Send a token\.$/,
    ],
    ['by something else', [], { status: 502, pages: {} }, /^No such service answers at http.*502\.$/],
    ['for a URL that is none', ['--url', 'lists'], {}, /It must be a URL/],
  ])('refuses %s, with one sentence', async (_how, args, world, sentence) => {
    await expect(reseal(args, world)).rejects.toThrow(sentence);
  });
});
