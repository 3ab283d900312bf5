import { until } from '../support/until.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { byId } from '../support/api.js';
import { expectProblem } from '../support/problem.js';
import { START } from '../support/log.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';
import { failing } from './support/health.js';
import { expectRowsOfLog } from './support/rebuilt-rows.js';

const RUN_MS = 400_000;
/** More members than end in the append that deletes their list: the workers sweep the rest. */
const MEMBERS = 1_300;

describeWithMongoServer('one process for each role', () => {
  const receiver = shareReceivers();
  let deployment: DistributedDeployment;
  let projections: Service;
  let workers: Service;
  let api: Service;

  beforeAll(async () => {
    deployment = await DistributedDeployment.make();
    projections = await startService({ deployment, env: { ROLES: 'projections' } });
    workers = await startService({ deployment, env: { ...toReceiversHere(), ROLES: 'workers' } });
    api = await startService({ deployment, env: { ...toReceiversHere(), ROLES: 'api' } });
  }, RUN_MS);
  afterAll(async () => {
    for (const service of [api, workers, projections]) await service.stop();
    await deployment.remove();
  }, RUN_MS);

  it('all become ready, and only the one with the role api serves the API', async () => {
    for (const service of [projections, workers, api]) expect(await failing(service)).toEqual([]);
    const { client } = await TestWorkspace.make(api);
    expect((await client.get('/smart-lists')).status).toBe(200);
    for (const service of [projections, workers]) {
      expect((await service.client().get('/metrics')).status).toBe(200);
      expectProblem(await service.client(client.token).get('/smart-lists'), 'not_found');
      expectProblem(await service.admin.get('/admin/workspaces'), 'not_found');
    }
  });

  it(
    'work together like one process: rows follow writes, a long sweep is completed',
    async () => {
      const workspace = await TestWorkspace.make(api);
      const contacts = await workspace.contacts(MEMBERS);
      const { smart_list_id: id } = await workspace.api.createList();
      for (let at = 0; at < MEMBERS; at += 100) {
        await workspace.api.addMembers(id, contacts.slice(at, at + 100).map(byId));
      }
      expect((await workspace.api.list(id)).member_count).toBe(MEMBERS);
      await workspace.api.deleteList(id);
      await until('the sweep is done', async () =>
        (await api.log.after(START)).some(({ type, data }) => type === 'SweepAdvanced' && data['done'] === true),
      );
      expect(await workspace.api.removeEverywhere(contacts.slice(0, 100).map(byId))).toMatchObject({ removed: 0 });
      await expectRowsOfLog(deployment);
    },
    RUN_MS,
  );

  it(
    'a webhook that one requests is sent by another, and the third projects it',
    async () => {
      const workspace = await TestWorkspace.make(api);
      const webhooks = new Webhooks(workspace);
      const { url, received } = await receiver((_request, response, number) =>
        response.writeHead(number === 1 ? 500 : 204).end(),
      );
      const id = await webhooks.apply(await webhooks.action(url));
      const { attempts } = await webhooks.whenIs(id, 'delivered', 2);
      expect(attempts.map(({ status }) => status)).toEqual([500, 204]);
      expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
      const metrics = (await workers.admin.get('/metrics')).bytes.toString();
      expect(metrics).toMatch(/^webhook_attempts_by_host_total\{host="127.0.0.1:\d+",status="delivered"\} 1$/m);
      await expectRowsOfLog(deployment);
    },
    RUN_MS,
  );
});
