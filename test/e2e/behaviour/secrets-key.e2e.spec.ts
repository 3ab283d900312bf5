import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { success } from '../../support/client.js';
import { startInVain } from '../../support/ended-process.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { ADMIN_TOKEN, type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { Endpoints } from '../../support/webhook-endpoints.js';
import { TestWorkspace } from '../../support/workspace.js';

const RUN_MS = 180_000;
const OPERATOR = fileURLToPath(new URL('../../../apps/operator/main.js', import.meta.url));
const [OLD, NEW, OTHER] = [0, 1, 2].map(() => randomBytes(32).toString('base64')) as [string, string, string];

/** Runs `smartlists secrets reseal` against a service. */
async function reseal({ port }: Service): Promise<{ readonly code: unknown; readonly answer: unknown }> {
  const { NODE_OPTIONS: _jest, ...inherited } = process.env;
  const args = [OPERATOR, 'secrets', 'reseal', '--json', '--url', `http://127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { env: { ...inherited, ADMIN_TOKEN } });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, answer: JSON.parse(out) };
}

describe('SECRETS_KEY', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await createDeployment();
  });
  afterAll(() => deployment.remove());
  const start = (keys: string) => startService({ deployment, env: { SECRETS_KEY: keys } });

  it(
    'is rotated: both keys work, a command reseals the stored secrets, and the older key can be removed',
    async () => {
      let service = await start(OLD);
      const workspace = await TestWorkspace.make(service);
      const lists = await TestWorkspace.make(service);
      for (let n = 0; n < 2; n += 1) await lists.api.createList();
      for (const { id } of [workspace, lists]) {
        success(await service.admin.post(`/admin/workspaces/${id}/signing-secrets`), 201);
      }
      // A workspace whose endpoint alone has secrets.
      const endpoints = new Endpoints(await TestWorkspace.make(service));
      const { endpoint_id } = await endpoints.create('https://hooks.example.com/', ['call.ended']);
      await endpoints.rotate(endpoint_id);
      const page = await lists.client.read<{ next_page_token: string }>('/smart-lists?page_size=1');
      await service.stop();

      service = await start(`${NEW},${OLD}`);
      const next = `/smart-lists?page_size=1&page_token=${page.next_page_token}`;
      expect((await service.client(lists.client.token).get(next)).status).toBe(200);
      expect(await reseal(service)).toEqual({
        code: 0,
        answer: { ok: true, resealed: 4, unopened: 0, rewrapped: 0, not_unwrapped: 0, workspaces_waiting: 0 },
      });
      const head = await service.log.head();
      expect(await reseal(service)).toEqual({
        code: 0,
        answer: { ok: true, resealed: 0, unopened: 0, rewrapped: 0, not_unwrapped: 0, workspaces_waiting: 0 },
      });
      expect(await service.log.head()).toEqual(head);
      await service.stop();

      service = await start(NEW);
      const { checks } = await service.client().read<{ checks: Record<string, string> }>('/health/ready');
      expect(checks).toMatchObject({ signing_secrets: 'ok' });
      await service.stop();
    },
    RUN_MS,
  );

  it(
    'is rotated for the keys of personal data as well: they are wrapped under the newer one, once, and stay',
    async () => {
      const own = await createDeployment();
      const run = async <Result>(keys: string, work: (service: Service) => Promise<Result>): Promise<Result> => {
        const service = await startService({ deployment: own, env: { SECRETS_KEY: keys } });
        const result = await work(service);
        await service.stop();
        return result;
      };
      let token: string | undefined;
      const contacts = (service: Service) => service.client(token).read('/contacts');
      const before = await run(OLD, async (service) => {
        const workspace = await TestWorkspace.make(service);
        await workspace.contacts(3);
        token = workspace.client.token;
        return contacts(service);
      });
      await run(`${NEW},${OLD}`, async (service) => {
        const counts = { resealed: 0, unopened: 0, not_unwrapped: 0, workspaces_waiting: 0 };
        expect(await reseal(service)).toEqual({ code: 0, answer: { ok: true, ...counts, rewrapped: 1 } });
        expect(await reseal(service)).toEqual({ code: 0, answer: { ok: true, ...counts, rewrapped: 0 } });
        expect(await contacts(service)).toEqual(before);
      });
      await own.deleteReadModel();
      expect(await run(NEW, contacts)).toEqual(before);
      const { code, stderr } = await startInVain({ ...own.env, SECRETS_KEY: OLD });
      expect(stderr).toMatch(/^SECRETS_KEY opens the personal keys of none of the 1 workspaces in [^\n]*\.\n$/);
      expect(code).toBe(78);
      await own.remove();
    },
    RUN_MS,
  );

  it(
    'that decrypts nothing is refused with one sentence; SECRETS_KEY_LOST lets the service start without the secrets',
    async () => {
      const { code, stderr } = await startInVain({ ...deployment.env, SECRETS_KEY: OTHER });
      expect(stderr).toMatch(/^SECRETS_KEY [^\n]*\.\n$/);
      expect(stderr).not.toContain(OTHER);
      expect(code).toBe(78);
      const service = await startService({ deployment, env: { SECRETS_KEY: OTHER, SECRETS_KEY_LOST: '1' } });
      await until('health names them', async () => {
        const { checks } = await service.client().read<{ checks: Record<string, string> }>('/health/ready');
        return /^4 signing secrets of 3 workspaces .*SECRETS_KEY/.test(checks['signing_secrets']!);
      });
      expect(await reseal(service)).toEqual({
        code: 1,
        answer: { ok: false, resealed: 0, unopened: 4, rewrapped: 0, not_unwrapped: 0, workspaces_waiting: 0 },
      });
      await service.stop();
    },
    RUN_MS,
  );
});
