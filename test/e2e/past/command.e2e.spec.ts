import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rmSync } from 'node:fs';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { type Deployment, temporaryDirectory } from '../../support/deployments/deployment.js';
import { START } from '../../support/log.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';

const MAIN = fileURLToPath(new URL('../../../apps/operator/main.js', import.meta.url));
const RUN_MS = 120_000;
const FUTURE = '2999-01-01T00:00:00Z';

describe('smartlists at', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  /** Instants between two writes. */
  let between: string;
  let listId: string;
  const kept = temporaryDirectory();

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    const { smart_list_id, updated_at } = await workspace.api.createList({ name: 'first' });
    listId = smart_list_id;
    between = updated_at;
    // Two writes within one millisecond have one instant.
    await until('the clock has moved', () => new Date().toISOString() > between);
    await workspace.client.patch(`/smart-lists/${listId}`, { name: 'second' });
  }, RUN_MS);
  afterAll(async () => {
    rmSync(kept, { recursive: true });
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  function start(args: readonly string[], env: Readonly<Record<string, string>> = deployment.env) {
    const { NODE_OPTIONS: _jest, DATA_DIR: _own, ...rest } = process.env;
    const child = spawn(process.execPath, [MAIN, 'at', ...args], { env: { ...rest, ...env } });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
    return { child, said, ended };
  }

  const run = (args: readonly string[], env?: Readonly<Record<string, string>>) => start(args, env).ended;
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
      child.kill('SIGINT');
      expect((await ended).code).toBe(0);
    },
    RUN_MS,
  );

  const path = '/smart-lists';
  it.each<[what: string, code: number, sentence: RegExp, args: (id: string) => readonly string[], env?: object]>([
    [
      'an instant without a zone',
      2,
      /must be an instant/,
      (id) => ['2026-11-20T09:00:00', 'get', path, '--workspace', id],
    ],
    ['a day that there is not', 2, /must be an instant/, (id) => ['2026-13-41T09:00Z', 'get', path, '--workspace', id]],
    ['the future', 2, /lies in the future/, (id) => [FUTURE, 'get', path, '--workspace', id]],
    [
      'an instant before the first event',
      3,
      /There was no workspace/,
      (id) => ['2000-01-01T00:00Z', 'get', path, '--workspace', id],
    ],
    ['the same of all workspaces', 3, /It begins at 20/, () => ['2000-01-01T00:00Z', 'get', path, '--key', 'x']],
    [
      'a workspace that there is not',
      3,
      /There was no workspace 0{8}/,
      () => [between, 'get', path, '--workspace', '00000000-0000-4000-8000-000000000000'],
    ],
    ['no path', 2, /Which path/, (id) => [between, 'get', '--workspace', id]],
    ['nobody who asks', 2, /As whom/, () => [between, 'get', path]],
    ['another action', 2, /Allowed choices/, (id) => [between, 'put', path, '--workspace', id]],
    ['a path of serve', 2, /takes no path/, (id) => [between, 'serve', path, '--workspace', id]],
    [
      'a kept instant that is later',
      2,
      /no way leads back/,
      () => [between, 'get', path, '--key', 'x', '--keep', kept],
    ],
    [
      'a kept directory of all workspaces',
      2,
      /holds all workspaces/,
      (id) => [new Date().toISOString(), 'get', path, '--workspace', id, '--keep', kept],
    ],
    [
      'a directory of other files',
      2,
      /name an empty directory/,
      (id) => [between, 'get', path, '--workspace', id, '--keep', join(MAIN, '..')],
    ],
    [
      'a directory without data',
      2,
      /no service's data/,
      (id) => [between, 'get', path, '--workspace', id],
      { DATA_DIR: '/nowhere', SECRETS_KEY: '', EVENTSTORE_URL: '', READMODEL_URL: '' },
    ],
  ])(
    'refuses %s in one sentence',
    async (_what, code, sentence, args, env = {}) => {
      const told = await run(args(workspace.id), { ...deployment.env, ...env });
      expect([told.code, told.out]).toEqual([code, '']);
      expect(told.err).toMatch(sentence);
    },
    RUN_MS,
  );

  it(
    'passes a refusal of the API on, with its exit code',
    async () => {
      const missing = await run([between, 'get', '/smart-lists/x', '--workspace', workspace.id]);
      expect([missing.code, (JSON.parse(missing.out) as { code: string }).code]).toEqual([3, 'not_found']);
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
      expect([told.code, told.err]).toEqual([2, expect.stringMatching(/Port \d+ cannot be had/)]);
      taken.close();
    },
    RUN_MS,
  );
});
