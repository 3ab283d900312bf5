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
/** Rows stay for 30 s after the deletion, and again after a start. */
const DROPPED_MS = 120_000;
/** The collections with the rows that mark a workspace as deleted: of the rows, and of the index of events. */
const MARKS = ['events_of_deleted_workspaces', 'workspaces'];
/** The test clock is put to the leases and retries of the deleted workspace. */
const env = { ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' };

describe('a deleted workspace', () => {
  const receiver = shareReceivers();
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let other: TestWorkspace;
  let requests: readonly unknown[];

  const putClock = async (at: number): Promise<void> => {
    const json = { now: new Date(at).toISOString() };
    success(await service.admin.send({ method: 'PUT', path: '/admin/clock', json }), 200);
  };
  const remove = (id: string, name: string) =>
    service.admin.send({ method: 'DELETE', path: `/admin/workspaces/${id}`, json: { name } });
  const listed = async (): Promise<readonly string[]> => {
    const workspaces = await service.admin.walk<{ workspace_id: string }>('/admin/workspaces', 'workspaces');
    return workspaces.map(({ workspace_id }) => workspace_id);
  };
  const untilDropped = (): Promise<void> => {
    const isDropped = async (): Promise<boolean> => {
      const left = await deployment.collectionsOf(workspace.id);
      // The index of events follows by itself.
      return left.length === MARKS.length && left.every((name) => MARKS.includes(name));
    };
    return until('the rows are dropped', isDropped, DROPPED_MS);
  };
  const events = async () =>
    (await service.log.after(START)).filter(({ metadata }) => metadata.workspace_id === workspace.id);

  /** A workspace with members and a call in flight. */
  async function history(made: TestWorkspace): Promise<void> {
    const { api } = made;
    const list = await api.createList();
    await api.addMembers(list.smart_list_id, (await made.contacts(3)).map(byId));
    await api.next();
  }

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment, env });
    await putClock(NOON);
    const { url, received } = await receiver((_request, response) => void response.writeHead(500).end());
    requests = received;
    [workspace, other] = [await TestWorkspace.make(service), await TestWorkspace.make(service)];
    await history(workspace);
    await history(other);
    const webhooks = new Webhooks(workspace);
    // The delivery is due for a retry.
    await webhooks.whenIs(await webhooks.apply(await webhooks.action(url)), 'retrying');
  }, READY_MS);
  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  it('needs its name in the request to be deleted', async () => {
    const problem = expectProblem(await remove(workspace.id, 'test'), 'validation_failed');
    expect(problem.errors).toEqual([
      { pointer: '/name', code: 'not_its_name', detail: 'Must be the name of the workspace.' },
    ]);
    expectProblem(await service.admin.delete(`/admin/workspaces/${workspace.id}`), 'validation_failed');
    expect((await workspace.client.get('/contacts')).status).toBe(200);
  });

  it('is unknown at once: its keys are refused, and the admin does not find it', async () => {
    const { client, id } = workspace;
    const body = success(await remove(id, 'Test'), 200);
    expect(body).toEqual({ ok: true, workspace_id: id, deleted: true });
    for (const path of ['/smart-lists', '/contacts', '/webhook-deliveries']) {
      expectProblem(await client.get(path), 'unauthorized');
    }
    expectProblem(await client.post('/dialer/next', {}), 'unauthorized');
    expectProblem(await client.post('/contacts/batch', { contacts: [{ phone: '+12025550101' }] }), 'unauthorized');
    expect(await listed()).not.toContain(id);
    const keys = `/admin/workspaces/${id}/api-keys`;
    expectProblem(await remove(id, 'Test'), 'not_found');
    expectProblem(await service.admin.get(`/admin/workspaces/${id}`), 'not_found');
    expectProblem(await service.admin.patch(`/admin/workspaces/${id}`, { name: 'Again' }), 'not_found');
    expectProblem(await service.admin.get(keys), 'not_found');
    expectProblem(await service.admin.post(keys, { name: 'New', scopes: ['calls:read'] }), 'not_found');
    expectProblem(await service.admin.post(`/admin/workspaces/${id}/signing-secrets`), 'not_found');
  });

  it('is inactive: no lease expires, no webhook is sent', async () => {
    const before = (await events()).length;
    const sent = requests.length;
    await putClock(NOON + 48 * HOUR_MS);
    expect((await events()).length).toBe(before);
    expect(requests).toHaveLength(sent);
    expect((await other.api.contacts()).length).toBeGreaterThan(0);
  });

  it(
    'has no rows but those that mark it as deleted, and its log is unchanged',
    async () => {
      await untilDropped();
      expect(await deployment.collectionsOf(workspace.id)).toEqual(MARKS);
      expect(await deployment.collectionsOf(other.id)).toEqual(
        expect.arrayContaining(['api_keys', 'contacts', 'members', 'calls', 'event_ids', 'event_blocks']),
      );
      const types = (await events()).map(({ type }) => type);
      expect(types).toEqual(expect.arrayContaining(['ContactImported', 'MemberAdded', 'DeliveryRequested']));
    },
    DROPPED_MS,
  );

  it(
    'stays deleted when the rows are rebuilt, and its rows are dropped again',
    async () => {
      await service.stop();
      await deployment.deleteReadModel();
      service = await startService({ deployment, env });
      await putClock(NOON + 96 * HOUR_MS);
      const client = service.client(workspace.client.token);
      expectProblem(await client.get('/contacts'), 'unauthorized');
      expectProblem(await client.post('/dialer/next', {}), 'unauthorized');
      expect(await listed()).toEqual(expect.arrayContaining([other.id]));
      expect(await listed()).not.toContain(workspace.id);
      await untilDropped();
      expect((await service.client(other.client.token).get('/contacts')).status).toBe(200);
    },
    READY_MS + DROPPED_MS,
  );
});
