import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { START } from '../../support/log.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { expectProblem } from '../../support/problem.js';
import { READY_MS, type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';

const NOON = Date.parse('2030-01-10T12:00:00.000Z');
const HOUR_MS = 3_600_000;
/** Workers look again within a minute. */
const RESUMED_MS = 90_000;
const SENTENCE = 'Writes to this workspace are paused by the operator. Send it again later.';
/** The test clock is put to the leases and retries of the workspace. */
const env = { ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' };

describe('a workspace whose writes are paused', () => {
  const receiver = shareReceivers();
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let other: TestWorkspace;
  let list: string;
  let callId: string;
  let webhooks: Webhooks;
  let delivery: string;
  let requests: readonly unknown[];
  let isWell = false;

  const putClock = async (at: number): Promise<void> => {
    const json = { now: new Date(at).toISOString() };
    success(await service.admin.send({ method: 'PUT', path: '/admin/clock', json }), 200);
  };
  const change = (body: object) => service.admin.patch(`/admin/workspaces/${workspace.id}`, body);
  const workspaceIn = (answer: Awaited<ReturnType<typeof change>>) =>
    success<{ readonly workspace: { readonly name: string; readonly writes_paused: boolean } }>(answer, 200).workspace;
  const events = async () =>
    (await service.log.after(START)).filter(({ metadata }) => metadata.workspace_id === workspace.id);
  const keyed = (name: string) => ({
    method: 'POST',
    path: '/smart-lists',
    json: { name },
    headers: { 'idempotency-key': name },
  });

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment, env });
    await putClock(NOON);
    const { url, received } = await receiver((_request, response) => void response.writeHead(isWell ? 200 : 500).end());
    requests = received;
    [workspace, other] = [await TestWorkspace.make(service), await TestWorkspace.make(service)];
    const { api } = workspace;
    list = (await api.createList()).smart_list_id;
    await api.addMembers(list, (await workspace.contacts(3)).map(byId));
    webhooks = new Webhooks(workspace);
    delivery = await webhooks.apply(await webhooks.action(url));
    await webhooks.whenIs(delivery, 'retrying');
    callId = (await api.next())[0]!.call_id;
    success(await workspace.client.send(keyed('before')), 201);
  }, READY_MS);
  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  it('shows that they are, also where they are paused again', async () => {
    expect(workspaceIn(await change({ writes_paused: true })).writes_paused).toBe(true);
    expect(workspaceIn(await change({ writes_paused: true })).writes_paused).toBe(true);
    expect(workspaceIn(await service.admin.get(`/admin/workspaces/${workspace.id}`)).writes_paused).toBe(true);
  });

  it('refuses every write with 503 and Retry-After, of keys and of the operator, and changes nothing', async () => {
    const { client, id } = workspace;
    const before = (await events()).length;
    const refused = [
      await client.post('/smart-lists', { name: 'new' }),
      await client.send(keyed('new')),
      await client.post('/dialer/next', {}),
      await client.post(`/calls/${callId}/end`, { result: 'answered' }),
      await client.post('/contacts/batch', { contacts: [{ phone: '+12025550101' }] }),
      await client.patch('/dialer', { paused: true }),
      await change({ name: 'Other' }),
      await change({ name: 'Other', writes_paused: true }),
      await service.admin.post(`/admin/workspaces/${id}/api-keys`, { name: 'New', scopes: ['calls:read'] }),
    ];
    for (const answer of refused) {
      expect(expectProblem(answer, 'unavailable').detail).toBe(SENTENCE);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    // What is wrong with the request itself is still said.
    expectProblem(await client.post('/smart-lists', { name: '' }), 'validation_failed');
    expect((await events()).length).toBe(before);
  });

  it('is read as before, and a retry of what was written before gets its answer', async () => {
    const { api, client } = workspace;
    expect(await api.contacts()).toHaveLength(4);
    success(await client.get(`/smart-lists/${list}`), 200);
    success(await client.get('/dialer/preview'), 200);
    const again = await client.send(keyed('before'));
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
  });

  it('is inactive: no lease expires, no webhook is sent; another workspace works on', async () => {
    const [before, sent] = [(await events()).length, requests.length];
    isWell = true;
    await putClock(NOON + 48 * HOUR_MS);
    expect([(await events()).length, requests.length]).toEqual([before, sent]);
    await other.api.createList();
    expect((await events()).length).toBe(before);
  });

  it('goes on where it stood once they are resumed: the lease ends the call, the webhook is delivered', async () => {
    const resumed = workspaceIn(await change({ writes_paused: false, name: 'Resumed' }));
    expect([resumed.writes_paused, resumed.name]).toEqual([false, 'Resumed']);
    success(await workspace.client.send(keyed('new')), 201);
    await webhooks.whenIs(delivery, 'delivered', 2);
    const isLost = async (): Promise<boolean> => {
      const { call } = success<{ call: { result: string } }>(await workspace.client.get(`/calls/${callId}`), 200);
      return call.result === 'lost';
    };
    await until('the lease has ended the call', isLost, RESUMED_MS);
  }, 120_000);

  it('can be deleted while they are paused', async () => {
    success(await change({ writes_paused: true }), 200);
    const path = `/admin/workspaces/${workspace.id}`;
    success(await service.admin.send({ method: 'DELETE', path, json: { name: 'Resumed' } }), 200);
    expectProblem(await workspace.client.get('/contacts'), 'unauthorized');
  });
});
