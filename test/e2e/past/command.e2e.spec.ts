import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exit } from '../../../apps/operator/console.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { type Deployment, temporaryDirectory } from '../../support/deployments/deployment.js';
import { START } from '../../support/log.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';
import { smartlists, startSmartlists, tell } from './support/smartlists.js';

const RUN_MS = 120_000;
const FUTURE = '2999-01-01T00:00:00Z';

/** The status of a GET with these headers; `fetch` sets the host itself. */
async function get(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const [response] = (await once(request(`${url}/smart-lists`, { headers }).end(), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('smartlists at', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  /** Instants between two writes. */
  let between: string;
  let listId: string;
  const [keptNow, kept, shared] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  /** A directory with a file that is none of a past, of which nothing may be lost. */
  const foreign = temporaryDirectory();
  writeFileSync(join(foreign, 'read-model.db'), 'rows of a service');

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    // Without any personal data there would be no key for a wrong SECRETS_KEY not to open.
    await workspace.contacts(1);
    const { smart_list_id, updated_at } = await workspace.api.createList({ name: 'first' });
    listId = smart_list_id;
    between = updated_at;
    // Two writes within one millisecond have one instant.
    await until('the clock has moved', () => new Date().toISOString() > between);
    await workspace.client.patch(`/smart-lists/${listId}`, { name: 'second' });
    const now = new Date().toISOString();
    const kept = await run([now, 'get', '/smart-lists', '--key', workspace.client.token!, '--keep', keptNow]);
    expect([kept.code, kept.err]).toEqual([0, '']);
  }, RUN_MS);
  afterAll(async () => {
    for (const each of [keptNow, kept, shared, foreign]) rmSync(each, { recursive: true });
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  const start = (args: readonly string[]) => startSmartlists(['at', ...args], deployment.env);
  const run = (args: readonly string[], env: object = {}) => smartlists(['at', ...args], { ...deployment.env, ...env });
  const nameIn = (body: string) =>
    (JSON.parse(body) as { readonly smart_list: { readonly name: string } }).smart_list.name;

  it(
    'gets what the service answered, for the workspace and for a key, and writes nothing',
    async () => {
      const before = await service.log.after(START);
      const path = `/smart-lists/${listId}`;
      const asWorkspace = await run([between, 'get', path, '--workspace', workspace.id]);
      expect([asWorkspace.code, asWorkspace.err, nameIn(asWorkspace.out)]).toEqual([0, '', 'first']);
      const withKey = await run([between, 'get', path, '--key', workspace.client.token!, '--keep', kept]);
      expect([withKey.code, nameIn(withKey.out)]).toEqual([0, 'first']);
      const later = await run([
        new Date().toISOString(),
        'get',
        path,
        '--key',
        workspace.client.token!,
        '--keep',
        kept,
      ]);
      expect([later.code, nameIn(later.out)]).toEqual([0, 'second']);
      expect(await service.log.after(START)).toEqual(before);
    },
    RUN_MS,
  );

  it(
    'serves every GET and no write until it is interrupted',
    async () => {
      const { child, said, ended } = start([between, 'serve', '--port', '0', '--workspace', workspace.id]);
      await until('it serves', () => said.out.includes('answers as of'));
      const url = /^(\S+)/.exec(said.out)![1]!;
      const read = await fetch(`${url}/smart-lists/${listId}`);
      expect([read.status, nameIn(await read.text())]).toEqual([200, 'first']);
      for (const [method, path] of [
        ['PATCH', `/smart-lists/${listId}`],
        ['POST', '/dialer/next'],
        ['DELETE', `/smart-lists/${listId}`],
      ] as const) {
        const refused = await fetch(url + path, {
          method,
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        const { code, detail } = (await refused.json()) as { readonly code: string; readonly detail: string };
        expect([refused.status, refused.headers.get('allow'), code]).toEqual([405, 'GET, HEAD', 'method_not_allowed']);
        expect(detail).toBe(`This is what was true at ${between}: it can only be read.`);
      }
      for (const [path, why] of [
        ...['/events', '/events?type=ContactImported', `/events/${listId}`].map(
          (events) => [events, 'A past has no index of events.'] as const,
        ),
        ['/exports/contacts', 'A past has no index of events, by which an export is exact.'],
        ['/me', 'GET /me is about the key that asks the running service'],
      ] as const) {
        const refused = await fetch(url + path);
        const { detail } = (await refused.json()) as { readonly detail: string };
        expect([path, refused.status, detail]).toEqual([path, 404, expect.stringContaining(why)]);
      }
      const foreignName = await get(url, { host: 'lists.example' });
      expect(foreignName).toBe(400);
      child.kill('SIGINT');
      expect((await ended).code).toBe(0);
    },
    RUN_MS,
  );

  it(
    'says in one line of JSON where it serves, and refuses in JSON',
    async () => {
      const args = ['--port', '0', '--workspace', workspace.id, '--json'];
      const { child, said, ended } = start([between, 'serve', ...args]);
      await until('it serves', () => said.out.includes('\n'));
      const told = JSON.parse(said.out.split('\n')[0]!) as { readonly url: string };
      const { url } = told;
      expect(told).toEqual({ ok: true, url, at: between, workspace_id: workspace.id, held: [] });
      expect((await fetch(`${url}/smart-lists/${listId}`)).status).toBe(200);
      child.kill('SIGINT');
      expect(await ended).toEqual({ code: 0, out: said.out, err: '' });
      const unknown = await run([between, 'serve', '--workspace', '00000000-0000-4000-8000-000000000000', '--json']);
      expect([unknown.code, JSON.parse(unknown.out)]).toEqual([
        3,
        { ok: false, error: expect.stringMatching(/^There was no workspace 0{8}/) },
      ]);
      const got = await run([between, 'get', `/smart-lists/${listId}`, '--workspace', workspace.id, '--json']);
      expect([got.code, nameIn(got.out)]).toEqual([0, 'first']);
    },
    RUN_MS,
  );

  const path = '/smart-lists';
  it.each<[what: string, exit: Exit, sentence: RegExp, args: (id: string) => readonly string[], env?: object]>([
    [
      'an instant without a zone',
      'not_understood',
      /must be an instant/,
      (id) => ['2026-11-20T09:00:00', 'get', path, '--workspace', id],
    ],
    [
      'a day that there is not',
      'not_understood',
      /must be an instant/,
      (id) => ['2026-13-41T09:00Z', 'get', path, '--workspace', id],
    ],
    [
      '30 February',
      'not_understood',
      /must be an instant/,
      (id) => ['2026-02-30T09:00Z', 'get', path, '--workspace', id],
    ],
    [
      'a key and a workspace',
      'not_understood',
      /without a key/,
      (id) => [between, 'get', path, '--workspace', id, '--key', 'x'],
    ],
    [
      'another SECRETS_KEY than that of the log',
      'unavailable',
      /SECRETS_KEY opens the personal keys of none of the \d+ workspaces/,
      (id) => [between, 'get', path, '--workspace', id],
      { SECRETS_KEY: Buffer.alloc(32, 'x').toString('base64') },
    ],
    ['the future', 'not_understood', /lies in the future/, (id) => [FUTURE, 'get', path, '--workspace', id]],
    [
      'an instant before the first event',
      'not_found',
      /There was no workspace/,
      (id) => ['2000-01-01T00:00Z', 'get', path, '--workspace', id],
    ],
    [
      'the same of all workspaces',
      'not_found',
      /It begins at 20/,
      () => ['2000-01-01T00:00Z', 'get', path, '--key', 'x'],
    ],
    [
      'a workspace that there is not',
      'not_found',
      /There was no workspace 0{8}/,
      () => [between, 'get', path, '--workspace', '00000000-0000-4000-8000-000000000000'],
    ],
    ['no path', 'not_understood', /Which path/, (id) => [between, 'get', '--workspace', id]],
    ['nobody who asks', 'not_understood', /As whom/, () => [between, 'get', path]],
    ['another action', 'not_understood', /Allowed choices/, (id) => [between, 'put', path, '--workspace', id]],
    ['a path of serve', 'not_understood', /takes no path/, (id) => [between, 'serve', path, '--workspace', id]],
    [
      'a kept instant that is later',
      'not_understood',
      /cannot go back/,
      () => [between, 'get', path, '--key', 'x', '--keep', keptNow],
    ],
    [
      'a kept directory of all workspaces',
      'not_understood',
      /holds all workspaces/,
      (id) => [new Date().toISOString(), 'get', path, '--workspace', id, '--keep', keptNow],
    ],
    [
      'a directory of other files',
      'not_understood',
      /name an empty directory/,
      (id) => [between, 'get', path, '--workspace', id, '--keep', foreign],
    ],
    [
      'a directory without data',
      'not_understood',
      /has no secrets.key/,
      (id) => [between, 'get', path, '--workspace', id],
      { DATA_DIR: '/nowhere', SECRETS_KEY: '', EVENTSTORE_URL: '', READMODEL_URL: '' },
    ],
  ])(
    'refuses %s in one sentence',
    async (_what, exit, sentence, args, env = {}) => {
      const told = await tell(['at', ...args(workspace.id)], { ...deployment.env, ...env });
      expect(told).toEqual({ printed: [], exit, sentence: expect.stringMatching(sentence) as string });
      expect(readFileSync(join(foreign, 'read-model.db'), 'utf8')).toBe('rows of a service');
    },
    RUN_MS,
  );

  it(
    'lets one process use a kept directory, and goes on from one whose folding was cut off',
    async () => {
      const first = start([between, 'serve', '--port', '0', '--workspace', workspace.id, '--keep', shared]);
      await until('it serves', () => first.said.out.includes('answers as of'));
      const now = new Date().toISOString();
      const second = await run([now, 'get', path, '--workspace', workspace.id, '--keep', shared]);
      expect([second.code, second.err]).toEqual([2, expect.stringMatching(/in use by another process/)]);
      first.child.kill('SIGKILL');
      await first.ended;
      const later = await run([now, 'get', `/smart-lists/${listId}`, '--workspace', workspace.id, '--keep', shared]);
      expect([later.code, nameIn(later.out)]).toEqual([0, 'second']);
    },
    RUN_MS,
  );

  it(
    'has a workspace until it was deleted, and not afterwards',
    async () => {
      const other = await TestWorkspace.make(service);
      const { updated_at } = await other.api.createList();
      const json = { name: 'Test' };
      const gone = await service.admin.send({ method: 'DELETE', path: `/admin/workspaces/${other.id}`, json });
      expect(gone.status).toBe(200);
      const before = await run([updated_at, 'get', path, '--workspace', other.id]);
      expect([before.code, before.err]).toEqual([0, '']);
      const after = await run([new Date().toISOString(), 'get', path, '--workspace', other.id]);
      expect([after.code, after.err]).toEqual([3, expect.stringMatching(/was deleted before/)]);
    },
    RUN_MS,
  );

  it(
    'passes a refusal of the API on, with its exit code',
    async () => {
      const missing = await run([between, 'get', '/smart-lists/x', '--workspace', workspace.id]);
      expect([missing.code, missing.err]).toEqual([3, 'The answer of then is 404.\n']);
      expect((JSON.parse(missing.out) as { code: string }).code).toBe('not_found');
      const stranger = await run([between, 'get', path, '--key', 'x']);
      expect([stranger.code, (JSON.parse(stranger.out) as { code: string }).code]).toEqual([2, 'unauthorized']);
    },
    RUN_MS,
  );

  it(
    'refuses a port that is taken',
    async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const { port } = taken.address() as AddressInfo;
      const told = await run([between, 'serve', '--port', String(port), '--workspace', workspace.id]);
      expect([told.code, told.out, told.err]).toEqual([2, '', expect.stringMatching(/^Port \d+ cannot be had.*\n$/)]);
      taken.close();
    },
    RUN_MS,
  );
});
