import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { byId, nextName } from '../../support/api.js';
import { appendTo } from '../../support/append.js';
import { success } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { ofNewerVersion } from '../../support/newer-event.js';
import { ADMIN_TOKEN, type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';

const OPERATOR = fileURLToPath(new URL('../../../apps/operator/main.js', import.meta.url));
const RUN_MS = 120_000;

async function smartlists(service: Service, ...args: readonly string[]) {
  const { NODE_OPTIONS: _jest, ...rest } = process.env;
  const env = { ...rest, ADMIN_TOKEN };
  const url = ['--url', `http://127.0.0.1:${service.port}`];
  const child = spawn(process.execPath, [OPERATOR, 'projections', ...args, ...url], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, said };
}

describe('a service that was rolled back, on a log with an event of the newer version', () => {
  let deployment: Deployment;
  let service: Service;
  afterEach(async () => {
    await service.stop();
    await deployment.remove();
  });

  const checks = async (): Promise<Record<string, string>> =>
    success<{ checks: Record<string, string> }>(await service.admin.get('/health/ready'), 200).checks;
  const heldStreams = async (): Promise<number> => {
    const text = (await service.client().get('/metrics')).bytes.toString();
    return Number(/^projection_held_streams (\d+)$/m.exec(text)?.[1]);
  };

  it(
    'serves all other workspaces, reports the one held back, and resumes it once an operator skips the event',
    async () => {
      deployment = await createDeployment();
      service = await startService({ deployment });
      const [held, other] = [await TestWorkspace.make(service), await TestWorkspace.make(service)];
      const { smart_list_id: id } = await held.api.createList();
      const contacts = await held.contacts(3);
      await held.api.addMembers(id, contacts.slice(0, 2).map(byId));
      await service.stop();
      const stream = `workspace-${held.id}`;
      const revision = await appendTo(deployment, stream, [ofNewerVersion(held.id)]);

      service = await startService({ deployment });
      await until('it is named', async () => (await checks())['held_back'] !== 'ok');
      expect((await checks())['held_back']).toBe(`Held back: ${stream}@${revision} (ContactMerged).`);
      expect(await heldStreams()).toBe(1);
      const there = service.client(other.client.token);
      const made = await there.post('/smart-lists', { name: nextName() });
      expect([made.status, made.headers['projection-lag']]).toEqual([201, undefined]);
      const here = service.client(held.client.token);
      for (let tries = 0; tries < 3; tries += 1) {
        const refused = await here.post('/smart-lists', { name: nextName() });
        expect(refused.status).toBe(503);
        expect(jsonOf(refused)).toMatchObject({
          code: 'unavailable',
          detail: expect.stringContaining(`(stream revision ${revision}); an operator is needed`),
        });
      }
      expect(jsonOf(await here.get(`/smart-lists/${id}`))).toMatchObject({ ok: true });

      const said = await smartlists(service, 'held');
      expect([said.code, said.said]).toEqual([1, expect.stringContaining(`${stream} ${revision} (ContactMerged): `)]);
      const item = `/admin/parked/${held.id}`;
      const parked = await service.admin.read<{ parked_items: readonly object[] }>('/admin/parked');
      expect(parked.parked_items).toMatchObject([
        { item_id: held.id, kind: 'event', state: 'parked', subject_id: stream, revision, on_retry: null },
      ]);
      expect((await service.admin.post(`${item}/retry`)).status).toBe(409);
      expect((await service.admin.post(`${item}/skip`, { reason: 'a slip' })).status).toBe(400);
      expect((await service.admin.post(`${item}/skip`, { reason: 'a slip', revision: revision - 1 })).status).toBe(409);
      const wrong = await smartlists(service, 'skip', stream, String(revision - 1), '--reason', 'a slip');
      expect([wrong.code, wrong.said]).toEqual([2, expect.stringContaining(`held back at revision ${revision}`)]);
      const unknown = await smartlists(service, 'skip', `workspace-${other.id}`, '0', '--reason', 'a slip');
      expect([unknown.code, unknown.said]).toEqual([3, expect.stringContaining('No such stream')]);
      for (let times = 0; times < 2; times += 1) {
        const skipped = await smartlists(service, 'skip', stream, String(revision), '--reason', 'taken back');
        expect(skipped).toEqual({ code: 0, said: `${stream} ${revision} is skipped.\n` });
      }
      await until('nothing is held back', async () => (await checks())['held_back'] === 'ok');
      expect(await heldStreams()).toBe(0);
      const again = await service.admin.post(`${item}/skip`, { reason: 'again', revision });
      expect(jsonOf(again)).toMatchObject({ ok: true, state: 'skipped' });
      expect(jsonOf(await service.admin.get(item))).toMatchObject({ parked_item: { state: 'done', on_skip: null } });
      expect(await smartlists(service, 'held')).toEqual({ code: 0, said: 'Nothing is held back.\n' });
      const after = await here.post('/smart-lists', { name: nextName() });
      expect([after.status, after.headers['projection-lag']]).toEqual([201, undefined]);
      const records = (await service.log.after('' as never)).filter(({ type }) => type === 'EventSkipped');
      expect(records.map(({ data, metadata }) => [data, metadata.actor])).toEqual([
        [
          { stream, revision, reason: 'taken back' },
          { kind: 'admin', id: null },
        ],
      ]);

      const lists = async (client = here) => jsonOf(await client.get('/smart-lists'));
      const before = await lists();
      await service.stop();
      await deployment.deleteReadModel();
      service = await startService({ deployment });
      expect(await lists(service.client(held.client.token))).toEqual(before);
      expect((await checks())['held_back']).toBe('ok');
    },
    RUN_MS,
  );
});
