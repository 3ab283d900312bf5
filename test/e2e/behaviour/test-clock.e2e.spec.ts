import { jsonOf } from '../../support/contract.js';
import type { Answer } from '../../support/http.js';
import { expectProblem } from '../../support/problem.js';
import { startService } from '../../support/service.js';
import { shareService } from '../../support/shared.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { nextName } from '../../support/api.js';
import type { Call } from '../../support/types.js';
import { TestWorkspace } from '../../support/workspace.js';

/** The test clock is refused in production, the mode of other tests. */
const CLOCK = { TEST_CLOCK: '1', NODE_ENV: 'test' };
const service = shareService({ env: CLOCK });

const put = (now: unknown, body: object = { now }): Promise<Answer> =>
  service().admin.send({ method: 'PUT', path: '/admin/clock', json: body });

const workspaceWithContacts = async (count: number) => {
  const workspace = await TestWorkspace.make(service());
  return { client: workspace.client, contacts: await workspace.contacts(count) };
};

const T = '2030-01-10T15:00:00.000Z';
const LATER = '2030-01-12T00:00:00.000Z';

afterEach(() => put(null));

describe('the test clock', () => {
  it('[api test clock] stands still: everything stored has its time until it is set again', async () => {
    expect(jsonOf(await put(T))).toEqual({ ok: true, now: T });
    const { api } = await TestWorkspace.make(service());
    const list = await api.createList();
    expect(list).toMatchObject({ created_at: T, updated_at: T });
    await put('2030-01-12T01:00:00+01:00');
    expect(await api.changeList(list.smart_list_id, { priority: 'low' })).toMatchObject({
      created_at: T,
      updated_at: LATER,
    });
  });

  it('[api test clock] determines when a key expires', async () => {
    await put(T);
    const workspace = await TestWorkspace.make(service());
    const { client } = await workspace.key({ expires_at: LATER });
    await put('2030-01-11T23:59:59.999Z');
    expect((await client.get('/smart-lists')).status).toBe(200);
    await put(LATER);
    expectProblem(await client.get('/smart-lists'), 'unauthorized');
  });

  it('[api test clock] [dialing a-calls-life] ends calls whose lease has expired, before it answers', async () => {
    await put(T);
    const { client, contacts } = await workspaceWithContacts(3);
    const calls: string[] = [];
    for (const { contact_id } of contacts) {
      const { call } = jsonOf(await client.post('/calls', { contact_id })) as { call: Call };
      calls.push(call.call_id);
    }
    const read = async (id: string) => (await client.read<{ call: Call }>(`/calls/${id}`)).call;
    await put('2030-01-10T16:59:59.999Z');
    expect(await read(calls[0]!)).toMatchObject({ state: 'in_progress', lease_expires_at: '2030-01-10T17:00:00.000Z' });
    await put('2030-01-10T17:00:00.000Z');
    for (const id of calls) {
      expect(await read(id)).toMatchObject({
        state: 'completed',
        result: 'lost',
        ended_at: '2030-01-10T17:00:00.000Z',
        completed_at: '2030-01-10T17:00:00.000Z',
      });
    }
  });

  it('[api test clock] answers once the members are placed anew that a dispatch brings to a limit', async () => {
    await put(T);
    const workspace = await TestWorkspace.make(service(), { contact_windows: [{ attempts: 1, hours: 24 }] });
    const { api, client } = workspace;
    const members = (await workspace.contacts(5)).map(({ contact_id }) => ({ contact_id }));
    const lists: string[] = [];
    for (let made = 0; made < 40; made += 1) {
      const { smart_list_id: list } = await api.createList();
      await api.addMembers(list, members);
      lists.push(list);
    }
    for (let called = 1; called <= members.length; called += 1) {
      expect(await api.next(1)).toHaveLength(1);
      await put(T);
      const { progress } = await client.read<{ progress: object }>(`/smart-lists/${lists.at(-1)}/progress`);
      expect(progress).toMatchObject({ members: { active: 5, queued: 5 - called } });
    }
  });

  it('[api test clock] may be set back, but no event of a workspace is dated before its last one', async () => {
    await put(LATER);
    const workspace = await TestWorkspace.make(service());
    await put(T);
    expect(await workspace.api.createList()).toMatchObject({ created_at: LATER });
    const other = await TestWorkspace.make(service());
    expect(await other.api.createList()).toMatchObject({ created_at: T });
  });

  it('[api test clock] runs in real time before it is set, and after a restart', async () => {
    const deployment = await createDeployment();
    let started = await startService({ deployment, env: CLOCK });
    try {
      await started.admin.send({ method: 'PUT', path: '/admin/clock', json: { now: T } });
      await started.stop();
      started = await startService({ deployment, env: CLOCK });
      const before = new Date().toISOString();
      const { api } = await TestWorkspace.make(started);
      const { created_at } = await api.createList();
      expect(created_at >= before && created_at <= new Date().toISOString()).toBe(true);
    } finally {
      await started.kill();
      await deployment.remove();
    }
    const { now } = jsonOf(await put(null)) as { now: string };
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    [{}, '/now'],
    [{ now: 'yesterday' }, '/now'],
    [{ now: 1_893_456_000_000 }, '/now'],
    [{ now: T, zone: 'UTC' }, '/zone'],
  ])('[api test clock] refuses %j and stays where it is', async (body, pointer) => {
    await put(T);
    const problem = expectProblem(await put(undefined, body), 'validation_failed');
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
    const { api } = await TestWorkspace.make(service());
    expect(await api.createList({ name: nextName() })).toMatchObject({ created_at: T });
  });

  it('[api test clock] requires the admin token', async () => {
    const { client } = await TestWorkspace.make(service());
    expectProblem(await client.send({ method: 'PUT', path: '/admin/clock', json: { now: T } }), 'unauthorized');
  });
});
