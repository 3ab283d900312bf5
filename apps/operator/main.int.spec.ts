import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OLD_SECRET, type Receiver, SECRET, startReceiver, testSender, webhookTo } from '#webhooks/testing';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));
const OTHER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

interface Ran {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

async function smartlists(args: readonly string[], { input = '', env = {} } = {}): Promise<Ran> {
  const { NODE_OPTIONS: _jest, SMARTLISTS_WEBHOOK_SECRET: _own, ...rest } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...rest, ...env } });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, ...said };
}

const directory = mkdtempSync(join(tmpdir(), 'smart-lists-operator-'));
const file = (name: string, text: string): string => {
  writeFileSync(join(directory, name), text);
  return join(directory, name);
};
afterAll(() => rmSync(directory, { recursive: true }));

describe('smartlists webhook verify', () => {
  let delivery: Receiver['received'][0];
  let headers: string;
  let request: string;

  beforeAll(async () => {
    const there = await startReceiver();
    const sender = testSender();
    const body = JSON.stringify({ type: 'outcome.applied', name: 'Zoë' });
    await sender.send(webhookTo(`${there.origin}/hook`, { body, secrets: [SECRET, OLD_SECRET] }));
    await sender.close();
    await there.close();
    delivery = there.received[0]!;
    headers = Object.entries(delivery.headers)
      .map(([name, value]) => `${name}: ${String(value)}\r\n`)
      .join('');
    request = `POST /hook HTTP/1.1\r\n${headers}\r\n${delivery.body}`;
  });

  it('verifies the delivery in a pasted request', async () => {
    const { code, out } = await smartlists(['webhook', 'verify'], {
      input: request,
      env: { SMARTLISTS_WEBHOOK_SECRET: SECRET },
    });
    expect(out).toMatch(/webhook-signature +holds by secret 1\nx-service-signature +holds by secret 1\n$/);
    expect(code).toBe(0);
  });

  it('prints the result as JSON, with the matching secret, during a rotation', async () => {
    const secrets = [OTHER, OLD_SECRET].map((secret, at) => ['--secret-file', file(`secret-${at}`, `${secret}\n`)]);
    const { code, out } = await smartlists([
      'webhook',
      'verify',
      ...secrets.flat(),
      '--json',
      file('request.txt', request),
    ]);
    expect(JSON.parse(out)).toEqual({
      ok: true,
      delivery_id: delivery.headers['webhook-id'],
      sent_at: '2030-01-01T00:00:05.000Z',
      age_seconds: expect.any(Number),
      body_bytes: Buffer.byteLength(delivery.body),
      line_break_left_out: false,
      checks: [
        { header: 'webhook-signature', holds: true, secret: 2, problem: null },
        { header: 'x-service-signature', holds: true, secret: 2, problem: null },
      ],
      problems: [],
    });
    expect(code).toBe(0);
  });

  it.each([
    ['the environment', () => ({ env: { SMARTLISTS_WEBHOOK_SECRET: `${OTHER}, ${OLD_SECRET} ` } })],
    ['a file', () => ({ args: ['--secret-file', file('secrets.txt', `${OTHER}\r\n${OLD_SECRET}\n`)] })],
  ])('takes several secrets from %s', async (_where, given: () => { env?: object; args?: string[] }) => {
    const { env = {}, args = [] } = given();
    const { code, out } = await smartlists(['webhook', 'verify', ...args], { input: request, env });
    expect(out).toMatch(/webhook-signature +holds by secret 2\n/);
    expect(code).toBe(0);
  });

  it('escapes control characters of the pasted request', async () => {
    const input = request.replace(/webhook-id: /, 'webhook-id: \u001b[2J\u009b31m\u202e');
    const inWords = await smartlists(['webhook', 'verify', '--secret', SECRET], { input });
    expect(inWords.out).toContain('\\u001b[2J\\u009b31m\\u202e');
    const asJson = await smartlists(['webhook', 'verify', '--secret', SECRET, '--json'], { input });
    expect((JSON.parse(asJson.out) as { delivery_id: string }).delivery_id).toContain('\u001b[2J\u009b31m\u202e');
    const asError = await smartlists(['webhook', 'verify', '--secret', SECRET, '\u001b[2J\u009b31m']);
    for (const said of [inWords.out, asJson.out, asError.err]) expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  it('accepts headers and body separately, and removes the line break that an editor added', async () => {
    const args = ['--headers', file('headers.txt', headers), '--body', file('body.json', `${delivery.body}\n`)];
    const { code, out } = await smartlists(['webhook', 'verify', '--secret', SECRET, ...args]);
    expect(out).toContain('the line break at its end left out');
    expect(code).toBe(0);
  });

  it.each([
    ['by another secret', () => request, OTHER, 'none of its signatures'],
    ['over another body', () => request.replace('Zoë', 'Zoe'), SECRET, 'none of its signatures'],
    ['without its headers', () => request.replace(/^(webhook-|x-service-).*\r\n/gm, ''), SECRET, 'is missing'],
  ])('reports that the signature is invalid %s, with the reason', async (_how, input, secret, why) => {
    const { code, out } = await smartlists(['webhook', 'verify', '--secret', secret], { input: input() });
    expect(out).toContain(`DOES NOT HOLD: `);
    expect(out).toContain(why);
    expect(out).not.toContain(secret);
    expect(code).toBe(1);
  });

  it('refuses a delivery that is too old, if asked to, and one with two ids', async () => {
    const old = await smartlists(['webhook', 'verify', '--secret', SECRET, '--tolerance', '300'], { input: request });
    expect([old.code, old.out]).toEqual([
      1,
      expect.stringMatching(/It was sent \d+ seconds (ago|ahead of this clock); the tolerance is 300 seconds\.\n$/),
    ]);
    const input = request.replace(/x-service-delivery-id: /, 'x-service-delivery-id: x');
    const twice = await smartlists(['webhook', 'verify', '--secret', SECRET], { input });
    expect([twice.code, twice.out]).toEqual([
      1,
      expect.stringContaining('webhook-id and X-Service-Delivery-Id differ'),
    ]);
  });

  it.each([
    ['no secret', [], '', 'Which secret?'],
    ['what is no secret', ['--secret', 'sk_live'], '', 'What was given is none: it does not begin with whsec_.'],
    ['a secret of another length', ['--secret', SECRET, '--secret', 'whsec_AAAA'], '', 'Number 2 of the 2 that were'],
    ['a missing file', ['--secret', SECRET, '/no/such/file'], '', '/no/such/file cannot be read'],
    ['headers without a body', ['--secret', SECRET, '--headers', 'x'], '', 'belong together'],
    ['two requests', ['--secret', SECRET, '--headers', 'x', '--body', 'y', 'z'], '', 'either'],
    ['no empty line', ['--secret', SECRET], 'webhook-id: 1', 'no empty line'],
    ['what is no header', ['--secret', SECRET], '{"a":1}\n\n', 'This is no header: "{\\"a\\":1}"'],
    ['a wrong tolerance', ['--secret', SECRET, '--tolerance', '5m'], '', 'whole number of seconds'],
    ['an unknown option', ['--frobnicate'], '', "unknown option '--frobnicate'"],
  ])('refuses %s with a sentence', async (_what, args, input, sentence) => {
    const { code, out, err } = await smartlists(['webhook', 'verify', ...args], { input });
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(sentence)]);
    const asJson = await smartlists(['webhook', 'verify', ...args, '--json'], { input });
    expect([asJson.code, asJson.err, JSON.parse(asJson.out)]).toEqual([
      2,
      '',
      { ok: false, error: expect.stringContaining(sentence) },
    ]);
  });

  it('has help with examples', async () => {
    const { code, out } = await smartlists(['webhook', 'verify', '--help']);
    expect([code, out]).toEqual([0, expect.stringContaining('$ smartlists webhook verify < request.txt')]);
    expect((await smartlists(['--help'])).out).toContain('webhook');
    for (const asked of [
      ['help', 'webhook', 'verify'],
      ['webhook', 'help', 'verify'],
    ]) {
      expect(await smartlists(asked)).toEqual({ code: 0, out, err: '' });
    }
    const unknown = await smartlists(['help', 'webhook', 'frobnicate']);
    expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining("unknown command 'frobnicate'") });
  });

  it('has a version', async () => {
    expect(await smartlists(['--version'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: '',
    });
  });

  it('reports a missing command, also as JSON', async () => {
    const { code, out } = await smartlists(['webhook', '--json']);
    expect([code, JSON.parse(out)]).toEqual([2, { ok: false, error: expect.any(String) }]);
  });
});
