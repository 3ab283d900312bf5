import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { blocks } from '../support/documentation.js';
import { ADMIN_TOKEN, type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { bareSignature, shareReceivers, toReceiversHere } from '../support/webhooks.js';
import { ALL_SCOPES } from '../support/workspace.js';
import { success } from '../support/client.js';

const CURL = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const describeWithCurl = CURL || process.env['REQUIRE_STORES'] === '1' ? describe : describe.skip;

/**
 * Runs the commands of a page in one shell, unchanged except for keys, ids and addresses; returns their output.
 */
async function typed(
  page: string,
  service: Service,
  directory: string,
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { key, workspaceId } = await makeKey(service);
  // The test has started the service already.
  const commands = (await blocks(page, 'sh')).filter((code) => !/\bnp[mx] |\bdocker /.test(code));
  for (const code of await blocks(page, 'js')) {
    const [, file] = /^\/\/ (\S+\.mjs)$/m.exec(code)!;
    await writeFile(join(directory, file!), code);
  }
  const script = Object.entries({
    'http://127.0.0.1:3000': `http://127.0.0.1:${service.port}`,
    'KEY=sl_test_…': `KEY=${key}`,
    'WORKSPACE=…': `WORKSPACE=${workspaceId}`,
    ...values,
  }).reduce((text, [shown, real]) => text.replaceAll(shown, real), commands.join('\n'));
  // A refused request ends the shell, as does a missing field in an answer.
  const strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; echo; }\n';
  const { PATH = '', ...env } = process.env;
  return new Promise((resolve, reject) => {
    execFile(
      'bash',
      ['-c', strict + script],
      { cwd: directory, env: { ...env, NODE_OPTIONS: '', ADMIN_TOKEN, PATH: `${dirname(process.execPath)}:${PATH}` } },
      (error, stdout, stderr) =>
        error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
    );
  });
}

async function makeKey({ admin }: Service): Promise<{ readonly key: string; readonly workspaceId: string }> {
  const made = await admin.post('/admin/workspaces', { name: 'Reader', time_zone: 'Europe/Berlin' });
  const { workspace } = success<{ workspace: { workspace_id: string } }>(made, 201);
  const { workspace_id: workspaceId } = workspace;
  const path = `/admin/workspaces/${workspaceId}/api-keys`;
  const { secret } = success<{ secret: string }>(await admin.post(path, { name: 'Reader', scopes: ALL_SCOPES }), 201);
  return { key: secret, workspaceId };
}

/** The JSON answers in the output. */
const answers = (printed: string): readonly Readonly<Record<string, unknown>>[] =>
  printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describeWithCurl('the commands in the documentation', () => {
  const receiver = shareReceivers();
  let service: Service;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'smart-lists-docs-'));
    service = await startService({ env: { NODE_ENV: 'development', TEST_CLOCK: '1', ...toReceiversHere() } });
  }, 90_000);
  afterAll(async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('call a contact and explain why it is not called again, in the README', async () => {
    const said = answers(await typed('README.md', service, directory));
    expect(said.every(({ ok }) => ok)).toBe(true);
    expect(said.at(-2)).toMatchObject({
      call: { state: 'completed', result: 'answered' },
      outcome: { outcome_name: 'Call back' },
    });
    expect(said.at(-1)).toMatchObject({ eligible: false });
  });

  it('run a dialer: one call by hand, the loop, an outcome, a day by the test clock', async () => {
    const printed = await typed('docs/how-to/run-a-dialer.md', service, directory);
    const said = answers(printed);
    expect(said.every(({ ok }) => ok)).toBe(true);
    // Grace was called by hand; the loop calls Alan, and then no contact is left.
    expect(printed.match(/^\+\d+ rings for 30 s \(Autumn\)$/gm)).toEqual(['+493055502 rings for 30 s (Autumn)']);
    expect(said.filter(({ outcome }) => outcome).at(-1)).toMatchObject({ call: { state: 'completed' } });
    const previews = said.filter(({ next }) => next).map(({ next }) => (next as unknown[]).length);
    expect(previews).toEqual([2, 0, 3]);
    const tried = said.filter(({ dry_run }) => dry_run);
    expect(tried).toMatchObject([{ dry_run: { members: { judged: 3, exhausted: 3, moved: 0 } } }]);
  });

  it('explain a contact, as the reference shows it', async () => {
    const page = 'docs/reference/dialing-rules.md';
    const [shown] = (await blocks(page, 'json')).map((code) => JSON.parse(code) as { gates: { gate: string }[] });
    const explained = answers(await typed(page, service, directory)).at(-1)! as unknown as typeof shown;
    const steady = (gates: readonly { gate: string }[]) => gates.map((gate) => ({ ...gate, until: null, value: null }));
    expect({ ...explained, gates: steady(explained!.gates) }).toEqual({ ...shown, gates: steady(shown!.gates) });
  });

  it('look at health and metrics, in the guide for operators', async () => {
    // Metrics that name no customer are the same on both ports.
    const values = { 'http://127.0.0.1:9464': `http://127.0.0.1:${service.port}` };
    const printed = await typed('docs/operating.md', service, directory, values);
    expect(answers(printed)).toEqual([{ ok: true, checks: expect.objectContaining({ copy: 'ok' }) }]);
    expect(printed).toMatch(/^health_check_ok\{check="ready"\} 1$/m);
    expect(printed).toMatch(/^projection_lag_seconds \d/m);
    expect(printed).toMatch(/^worker_due_items\{worker="sweeps"\} 0$/m);
  });

  it('receive webhooks: a first secret, an action, the retries by the test clock', async () => {
    const { url, received } = await receiver((_request, response) => response.writeHead(500).end());
    await writeFile(join(directory, 'body.json'), '{}');
    const page = 'docs/how-to/receive-webhooks.md';
    const printed = await typed(page, service, directory, { 'https://localhost:8443/': url });
    const [, secret] = /^(whsec_\S+)$/m.exec(printed)!;
    expect(answers(printed).every(({ ok }) => ok)).toBe(true);
    expect(answers(printed).at(-2)).toMatchObject({ delivery: { webhook_url: url, status: 'retrying' } });
    await until('it was sent again', () => received.length >= 2);
    for (const request of received) {
      // It was created before the action, so it is the only one.
      expect(request.headers['x-service-signature']).toBe(bareSignature(request, secret!));
      expect(Math.abs(Number(request.headers['webhook-timestamp']) * 1_000 - Date.now())).toBeLessThan(60_000);
    }
  });
});
