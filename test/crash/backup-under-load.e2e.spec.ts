import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDeployment } from '../support/deployments/create-deployment.js';
import { type Deployment, temporaryDirectory } from '../support/deployments/deployment.js';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { START } from '../support/log.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { TestWorkspace } from '../support/workspace.js';
import { smartlists, startSmartlists } from '../e2e/past/support/smartlists.js';

const RUN_MS = 240_000;
const WRITERS = 6;
/** Contacts at the beginning, so that a copy takes long enough to be killed in. */
const BEFORE = 20_000;

describe('a backup beside a service under load', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  const directory = temporaryDirectory();
  const at = (name: string) => join(directory, name);
  /** Ids of contacts whose import was answered, in the order of the answers. Each has a key of its own. */
  const acknowledged: string[] = [];
  let isWriting = true;
  let writers: Promise<unknown>;

  const write = async (): Promise<void> => {
    while (isWriting) acknowledged.push(...(await workspace.contacts(2)).map(({ contact_id }) => contact_id));
  };

  beforeAll(async () => {
    deployment = await createDeployment('embedded');
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service, { rate_limits: { write: { requests: 1_000_000, seconds: 1 } } });
    await workspace.contacts(BEFORE);
    writers = Promise.all(Array.from({ length: WRITERS }, write));
  }, RUN_MS);
  afterAll(async () => {
    isWriting = false;
    await writers;
    await service.stop();
    await deployment.remove();
    rmSync(directory, { recursive: true });
  }, RUN_MS);

  const run = (...args: readonly string[]) => smartlists(args, deployment.env);

  it(
    'has everything that was acknowledged before it began, as the first part of the log, and serves it',
    async () => {
      await until('the writers write', () => acknowledged.length > 20);
      const before = [...acknowledged];
      const made = await run('backup', at('made'));
      expect([made.code, made.err]).toEqual([0, '']);
      const during = acknowledged.length - before.length;
      expect(during).toBeGreaterThan(0);
      const restored = await run('restore', at('made'), '--to', at('restored'));
      expect(restored.code).toBe(0);

      const copy = new EmbeddedDeployment(at('restored'));
      const log = await copy.openLog();
      const events = await log.after(START);
      await log.close();
      expect(events).toEqual((await service.log.after(START)).slice(0, events.length));
      const again = await startService({ deployment: copy });
      const client = again.client(workspace.client.token);
      for (const id of [before[0]!, before.at(-1)!]) {
        const { status, bytes } = await client.get(`/contacts/${id}`);
        expect([status, bytes.toString()]).toEqual([200, expect.stringMatching(/"phone":"\+4366/)]);
      }
      const imported = new Set(events.map(({ data }) => data['contact_id']));
      expect(before.filter((id) => !imported.has(id))).toEqual([]);
      await again.stop();
    },
    RUN_MS,
  );

  it.each(['keys.db', 'events.db', 'manifest.json'])(
    'is not there when it is killed as %s is written, and is made by the next command',
    async (file) => {
      const name = `killed-${file}`;
      const { child, ended } = startSmartlists(['backup', at(name)], deployment.env);
      await until(`${file} is being written`, () => existsSync(at(`${name}.partial/${file}`)));
      child.kill('SIGKILL');
      expect((await ended).code).toBeNull();
      expect(readdirSync(directory)).not.toContain(name);
      const read = await run('backup', 'verify', at(`${name}.partial`));
      expect([0, 3, 4, 5]).toContain(read.code);
      expect((await run('backup', at(name))).code).toBe(0);
      expect(readdirSync(directory)).not.toContain(`${name}.partial`);
      expect((await run('backup', 'verify', at(name))).code).toBe(0);
    },
    RUN_MS,
  );

  it(
    'leaves nothing behind when it is interrupted',
    async () => {
      const { child, ended } = startSmartlists(['backup', at('interrupted')], deployment.env);
      await until('the log is being copied', () => existsSync(at('interrupted.partial/events.db')));
      child.kill('SIGINT');
      expect(await ended).toEqual({ code: 130, out: '', err: 'It was interrupted.\n' });
      expect(readdirSync(directory).filter((name) => name.startsWith('interrupted'))).toEqual([]);
    },
    RUN_MS,
  );
});
