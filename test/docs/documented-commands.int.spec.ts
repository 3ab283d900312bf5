import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { blocks } from '../support/documentation.js';
import { ADMIN_TOKEN, type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { bareSignature, shareReceivers, toReceiversHere } from '../support/webhooks.js';
import { ALL_SCOPES } from '../support/workspace.js';
import { type Client, success } from '../support/client.js';
import { type ShownEvent, Tail } from './support/tail.js';

const CURL = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const describeWithCurl = CURL || process.env['REQUIRE_STORES'] === '1' ? describe : describe.skip;

/**
 * Runs the commands of a page in one shell, unchanged except for keys, ids and addresses; returns their output.
 * `prepare` makes what the page tells of, by a key of the same workspace.
 */
async function typed(
  page: string,
  service: Service,
  directory: string,
  values: Readonly<Record<string, string>> = {},
  prepare: (client: Client) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const { key, workspaceId } = await makeKey(service);
  await prepare(service.client(key));
  // The test has started the service already.
  const commands = (await blocks(page, 'sh')).filter((code) => !/\bnp[mx] |\bdocker /.test(code));
  for (const code of await blocks(page, 'js')) {
    const [, file] = /^\/\/ (\S+\.mjs)$/m.exec(code) ?? [];
    if (file !== undefined) await writeFile(join(directory, file), code);
  }
  const script = Object.entries({
    'http://127.0.0.1:3000': `http://127.0.0.1:${service.port}`,
    'KEY=sl_test_…': `KEY=${key}`,
    'sl_live_…': key,
    'WORKSPACE=…': `WORKSPACE=${workspaceId}`,
    ...values,
  }).reduce((text, [shown, real]) => text.replaceAll(shown, real), commands.join('\n'));
  // A refused request ends the shell, as does a missing field in an answer.
  const strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; echo; }\n';
  const given = `KEY=${key}\nURL=http://127.0.0.1:${service.port}\n`;
  const { PATH = '', ...env } = process.env;
  return new Promise((resolve, reject) => {
    execFile(
      'bash',
      ['-c', strict + given + script],
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

/** The contact that guides tell of. */
const ANN = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';

async function importAnn(client: Client): Promise<void> {
  const contacts = [{ contact_id: ANN, phone: '+12025550101', name: 'Ann Example' }];
  success(await client.post('/contacts/batch', { contacts }), 200);
  await untilEventsShow(client);
}

/** Waits until GET /events has everything that has happened. */
function untilEventsShow(client: Client): Promise<unknown> {
  const lag = async () => (await client.get('/events?page_size=1')).headers['events-lag'];
  return until('the index of events is complete', async () => (await lag()) === '0');
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

  it("dial one team's lists: a group, its picks, a list that leaves it, its end", async () => {
    const said = answers(await typed('docs/how-to/dial-one-teams-lists.md', service, directory));
    expect(said.every(({ ok }) => ok)).toBe(true);
    const [preview] = said.filter(({ next }) => next);
    expect(preview!['next']).toHaveLength(2);
    const groups = said.filter(({ dial_group }) => dial_group).map(({ dial_group }) => dial_group);
    expect(groups).toMatchObject([
      { version: 2, smart_list_ids: { length: 3 } },
      { version: 3, smart_list_ids: { length: 2 } },
    ]);
    expect(said.at(-2)).toMatchObject({ dial_groups: [groups[1]] });
    expect(said.at(-1)).toMatchObject({ deleted: true });
  });

  it('set a callback, keep it for its owner, set it again after no call, and clear it', async () => {
    const said = answers(await typed('docs/how-to/callbacks.md', service, directory));
    expect(said.every(({ ok }) => ok)).toBe(true);
    const statuses = said.filter(({ member }) => member).map(({ member }) => member);
    const waiting = { status: 'waiting', status_reason: 'callback_scheduled' };
    const owned = { agent_id: 'agent-7', owner_seconds: 900 };
    expect(statuses).toMatchObject([
      { ...waiting, callback: owned },
      { status: 'queued', status_reason: 'callback_due', callback: { ...owned, owner_seconds: 1_800 } },
      { ...waiting, callback: { ...owned, owner_seconds: 1_800 } },
      { status: 'waiting', status_reason: 'retry_gap', callback: null },
    ]);
    expect(said.filter(({ calls }) => calls)).toEqual([{ ok: true, calls: [] }]);
    expect(said.find(({ next }) => next)).toMatchObject({ next: [{ contact_id: expect.any(String) }] });
    const callback_at = expect.any(String);
    expect(said).toContainEqual(
      expect.objectContaining({
        call: expect.objectContaining({ snapshot: expect.objectContaining({ callback_at }) }),
      }),
    );
    expect(said.at(-1)).toMatchObject({ progress: { members: { waiting_callback: 0 } } });
  });

  it('call contacts in the hours of their clocks, in the guide of calling hours', async () => {
    const said = answers(await typed('docs/how-to/calling-hours.md', service, directory));
    expect(said.every(({ ok }) => ok)).toBe(true);
    const { contacts } = said.find((each) => Array.isArray(each['contacts']) && 'next_page_token' in each)!;
    const zoned = contacts as readonly { readonly contact_id: string; readonly zones_source: string }[];
    expect(zoned.map(({ zones_source }) => zones_source)).toEqual(['number', 'given', 'number', 'workspace']);
    const [ann, ben, cleo, dan] = zoned.map(({ contact_id }) => contact_id);
    const contactIds = (name: string) =>
      said
        .filter((each) => name in each && !('inserted' in each))
        .map((each) => (each[name] as readonly { contact_id: string }[]).map(({ contact_id }) => contact_id));
    expect(contactIds('next')).toEqual([
      [ann, dan],
      [ann, ben, cleo, dan],
    ]);
    expect(contactIds('members').at(-1)).toEqual([ben, cleo]);
  });

  it('import contacts twice, change one and find them, in the guide of contacts', async () => {
    const declare = async (client: Client): Promise<void> => {
      const { workspace } = await client.read<{ workspace: { workspace_id: string } }>('/me');
      const path = `/admin/workspaces/${workspace.workspace_id}`;
      success(await service.admin.patch(path, { searchable_attributes: ['orders', 'tier'] }), 200);
    };
    const said = answers(await typed('docs/how-to/keep-contacts.md', service, directory, {}, declare));
    const results = (at: number) => (said[at]!['contacts'] as { result: string }[]).map(({ result }) => result);
    expect([results(0), results(1)]).toEqual([
      ['created', 'created'],
      ['unchanged', 'unchanged'],
    ]);
    const contact = {
      name: 'Grace Hopper',
      external_id: 'crm-1',
      attributes: { orders: 4 },
      time_zone: 'Europe/Berlin',
    };
    expect(said[2]).toMatchObject({ contact });
    expect(said.slice(3)).toMatchObject([
      { contacts: [contact] },
      { contacts: [contact] },
      { contacts: [{}, contact] },
      { contacts: [contact] },
      { import: { state: 'finished', counts: { created: 1, refused: 1 } } },
      { refused_rows: [{ row: 2, line: 3, pointer: '/phone' }] },
    ]);
  });

  it('explain a contact, as the reference shows it', async () => {
    const page = 'docs/reference/dialing-rules.md';
    const [shown] = (await blocks(page, 'json')).map((code) => JSON.parse(code) as { gates: { gate: string }[] });
    const explained = answers(await typed(page, service, directory)).at(-1)! as unknown as typeof shown;
    const steady = (gates: readonly { gate: string }[]) => gates.map((gate) => ({ ...gate, until: null, value: null }));
    expect({ ...explained, gates: steady(explained!.gates) }).toEqual({ ...shown, gates: steady(shown!.gates) });
  });

  it('find a person by the phone, erase them, and are answered with when, in the guide of erasures', async () => {
    const page = 'docs/how-to/erase-a-person.md';
    const printed = await typed(page, service, directory, {}, importAnn);
    const [found, erased] = answers(printed);
    expect(found).toMatchObject({ contacts: [{ contact_id: ANN, name: 'Ann Example' }] });
    expect(erased).toMatchObject({ contacts: [{ contact_id: ANN, result: 'erased', erased_at: expect.any(String) }] });
    expect(await readFile(join(directory, 'erased.txt'), 'utf8')).toBe('+12025550101\nAnn Example\n');
  });

  it('show what happened to one contact, in the guide of events', async () => {
    const printed = await typed('docs/how-to/follow-events.md', service, directory, {}, importAnn);
    expect(answers(printed)).toMatchObject([
      { events: [{ type: 'ContactImported', subjects: [{ type: 'contact', id: ANN }] }] },
    ]);
  });

  it('follow each event once, and after a restart of the tail those alone that came since', async () => {
    const { key } = await makeKey(service);
    const client = service.client(key);
    await importAnn(client);
    const tail = new Tail(`http://127.0.0.1:${service.port}`, key);
    await tail.run();
    expect(tail.events.at(-1)).toMatchObject({ type: 'ContactImported' });
    const before = tail.events.length;
    success(await client.post('/smart-lists', { name: 'Followed' }), 201);
    await untilEventsShow(client);
    await tail.run();
    expect(tail.events.slice(before).map(({ type }) => type)).toEqual(['SmartListCreated']);
    const { events } = await client.read<{ events: readonly ShownEvent[] }>('/events?page_size=200');
    expect(tail.events.map(({ event_id }) => event_id)).toEqual(events.map(({ event_id }) => event_id));
  });

  it('name a version of the API', async () => {
    const printed = await typed('docs/reference/versioning.md', service, directory);
    expect(answers(printed)).toEqual([{ ok: true, smart_lists: [], next_page_token: null }]);
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

  it('make a webhook endpoint, read its messages, recover them and replace its secret', async () => {
    const there = await receiver();
    const page = 'docs/how-to/webhook-endpoints.md';
    const changing = 'api /webhook-endpoints/$ENDPOINT -X PATCH';
    // Types that are left out are sent no more, also for calls of before, so the shell waits for all messages first.
    const allCame = createServer((_request, response) => {
      const came = until('all messages have come', () => there.received.length >= 5, 20_000);
      void came.then(() => response.end()).catch((error: unknown) => response.writeHead(500).end(String(error)));
    }).listen(0, '127.0.0.1');
    await once(allCame, 'listening');
    const waiting = `curl -sS http://127.0.0.1:${(allCame.address() as AddressInfo).port}/\n${changing}`;
    const values = { 'https://localhost:8443/': there.url, [changing]: waiting };
    const printed = await typed(page, service, directory, values).finally(() => allCame.close());
    const said = answers(printed);
    expect(said.every(({ ok }) => ok)).toBe(true);
    expect(printed.match(/^whsec_\S+$/gm)).toHaveLength(2);
    const types = there.received.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);
    const ofCall = ['call.completed', 'call.dispatched', 'call.ended'];
    expect(types.sort()).toEqual([...ofCall, 'do_not_call.added', 'endpoint.test']);
  });
});
