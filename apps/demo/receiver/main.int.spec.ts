import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { OLD_SECRET, SECRET, testSender, webhookTo } from '#webhooks/testing';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'smart-lists-receiver-'));
const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

function start(...args: string[]): ChildProcess {
  const { NODE_OPTIONS: _jest, SMARTLISTS_WEBHOOK_SECRET: _own, ...env } = process.env;
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--directory', directory, ...args], { env });
  running.push(child);
  return child;
}

/** Starts a receiver; returns its URL and a function that reads its output up to a line. */
async function listening(...args: string[]) {
  const lines = createInterface({ input: start(...args).stdout! })[Symbol.asyncIterator]();
  const shownUntil = async (end: RegExp): Promise<readonly string[]> => {
    const shown: string[] = [];
    for (;;) {
      const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
      if (done) throw new Error(`it ended after ${JSON.stringify(shown)}`);
      shown.push(value);
      if (end.test(value)) return shown;
    }
  };
  const greeting = await shownUntil(/^$/);
  const url = /https:\/\/localhost:\d+\//.exec(greeting[0]!)![0];
  return { url, greeting, shownUntil };
}

const trusting = () => testSender({ trusted: [readFileSync(join(directory, 'ca.pem'), 'utf8')] });
const BODY = JSON.stringify({
  type: 'outcome.applied',
  outcome: { outcome_name: 'Call\u001b[31m back' },
  call: { call_id: 'c1', sequence: 2 },
  contact: { contact_id: 'k1', phone: '+12025550101' },
  destination: { destination_type: 'none', destination_name: null },
});

describe('the demo receiver', () => {
  it('shows each delivery and that its signatures are valid', async () => {
    const { url, greeting, shownUntil } = await listening('--secret', SECRET);
    expect(greeting[1]).toContain(`WEBHOOK_CA_FILE=${join(directory, 'ca.pem')} `);
    const sender = trusting();
    const sent = { body: BODY, deliveryId: 'd1', secrets: [SECRET, OLD_SECRET] };
    expect(await sender.send(webhookTo(`${url}hook`, sent))).toMatchObject({ kind: 'answered', status: 200 });
    expect(await shownUntil(/answered/)).toEqual([
      'POST /hook  delivery d1',
      '  {"type":"outcome.applied","outcome":"Call\\u001b[31m back","call":"c1","sequence":2,' +
        '"contact":"k1","destination_type":"none","destination_name":null}',
      '  webhook-signature    holds',
      '  x-service-signature  holds',
      '  answered 200',
    ]);
    await sender.send(webhookTo(`${url}hook`, sent));
    expect((await shownUntil(/answered/))[0]).toBe('POST /hook  delivery d1 (2 times by now)');
    await sender.close();
  });

  it('shows that they are invalid with another secret, and answers with the given status', async () => {
    const { url, shownUntil } = await listening('--secret', OLD_SECRET, '--answer', '503');
    const sender = trusting();
    expect(await sender.send(webhookTo(url, { body: 'nothing' }))).toMatchObject({ status: 503 });
    expect(await shownUntil(/answered 503/)).toEqual([
      expect.stringMatching(/^POST \/ {2}delivery /),
      '  7 bytes that are not a message of Smart Lists',
      expect.stringMatching(/webhook-signature +DOES NOT HOLD: none/),
      expect.stringMatching(/x-service-signature +DOES NOT HOLD: none/),
      '  answered 503',
    ]);
    await sender.close();
  });

  it('keeps its certificate over a restart; only its owner can read the key', async () => {
    await listening();
    const before = readFileSync(join(directory, 'ca.pem'), 'utf8');
    const { url, shownUntil } = await listening();
    expect(readFileSync(join(directory, 'ca.pem'), 'utf8')).toBe(before);
    expect(statSync(join(directory, 'key.pem')).mode & 0o077).toBe(0);
    const sender = trusting();
    await sender.send(webhookTo(url));
    expect(await shownUntil(/answered/)).toContain('  signatures not checked: no --secret was given');
    await sender.close();
  });

  it.each([
    [['--secret', 'x'], 'whsec_'],
    [['--answer', '100'], '200 to 599'],
    [['--port', 'x'], '65535'],
    [['--frobnicate'], 'Unknown option'],
  ])('does not understand %p', async (args, sentence) => {
    const child = start(...args);
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(child, 'close')) as [unknown];
    expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
