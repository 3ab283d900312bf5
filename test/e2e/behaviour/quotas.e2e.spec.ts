import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { Imports } from '../../support/imports.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { Endpoints } from '../../support/webhook-endpoints.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const service = shareService({ env: toReceiversHere() });
const receiver = shareReceivers();

interface Listed {
  readonly workspace_id: string;
  readonly quotas: object;
  readonly use: { readonly deliveries_waiting: number };
}

const limited = (quotas: object) => TestWorkspace.make(service(), { quotas });

async function raise({ id }: TestWorkspace, quotas: object): Promise<void> {
  success(await service().admin.patch(`/admin/workspaces/${id}`, { quotas }), 200);
}

/** The workspace as GET /admin/workspaces shows it. */
async function listed(id: string): Promise<Listed> {
  for (let token = ''; ;) {
    const answer = await service().admin.get(`/admin/workspaces?page_size=200${token}`);
    const page = success<{ workspaces: Listed[]; next_page_token: string | null }>(answer, 200);
    const found = page.workspaces.find(({ workspace_id }) => workspace_id === id);
    if (found) return found;
    if (page.next_page_token === null) throw new Error('not listed');
    token = `&page_token=${page.next_page_token}`;
  }
}

describe('quotas', () => {
  it('of contacts refuse an import as a whole, and deleted contacts do not count', async () => {
    const workspace = await limited({ contacts: 2 });
    const [ann] = await workspace.contacts(1);
    const two = { contacts: [{ phone: nextPhone() }, { phone: nextPhone() }] };
    const refused = await workspace.client.post('/contacts/batch', two);
    const problem = expectProblem(refused, 'quota_exceeded');
    expect(problem.detail).toBe('The quota contacts of this workspace is 2 contacts; 1 are in use.');
    expect(await workspace.api.contacts()).toHaveLength(1);
    await workspace.api.deleteContact(ann!.contact_id);
    success(await workspace.client.post('/contacts/batch', two), 200);
    expectProblem(
      await workspace.client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] }),
      'quota_exceeded',
    );
    expect((await listed(workspace.id)).use).toMatchObject({ contacts: 2 });
  });

  it('of contacts stop an import, which goes on once there is room', async () => {
    const workspace = await limited({ contacts: 1 });
    const imports = new Imports(workspace.client);
    const id = await imports.create({ kind: 'contacts' });
    const file = `phone\n${nextPhone()}\n${nextPhone()}\n`;
    expectProblem(await imports.send(id, file), 'quota_exceeded');
    expect(await imports.get(id)).toMatchObject({ state: 'open', rows: 0 });
    const path = `/admin/workspaces/${workspace.id}`;
    success(await workspace.service.admin.patch(path, { quotas: { contacts: 2 } }), 200);
    success(await imports.send(id, file), 200);
    expect(await imports.get(id)).toMatchObject({ state: 'finished', counts: { created: 2 } });
  });

  it('of members count all lists together, and a move does not raise the count', async () => {
    const workspace = await limited({ members: 2 });
    const { api, client } = workspace;
    const [spring, autumn] = [await api.createList(), await api.createList()];
    const [ann, bob] = await workspace.contacts(2);
    await api.addMembers(spring.smart_list_id, [byId(ann!), byId(bob!)]);
    const add = (list: string) => client.post(`/smart-lists/${list}/members/batch`, { members: [byId(ann!)] });
    expectProblem(await add(autumn.smart_list_id), 'quota_exceeded');
    expect((await add(spring.smart_list_id)).status).toBe(200);
    const to = { destination_type: 'smart_list', destination_id: autumn.smart_list_id };
    const { outcome } = await api.createOutcome(to);
    const [call] = await api.next();
    await api.endCall(call!.call_id, 'answered');
    await api.applyOutcome(call!.call_id, outcome.outcome_id);
    expect(await api.members(autumn.smart_list_id)).toHaveLength(1);
    await api.deleteList(spring.smart_list_id);
    const other = call!.contact_id === ann!.contact_id ? bob! : ann!;
    await api.addMembers(autumn.smart_list_id, [byId(other)]);
    expect((await listed(workspace.id)).use).toMatchObject({ contacts: 2, members: 2, open_calls: 0 });
  });

  it('of open calls limit what the dialer dispatches, down to none', async () => {
    const workspace = await limited({ open_calls: 2 });
    const { api, client } = workspace;
    const [first] = await workspace.contacts(4);
    const begun = await api.next(3);
    expect(begun).toHaveLength(2);
    expectProblem(await client.post('/dialer/next', {}), 'quota_exceeded');
    const called = new Set(begun.map(({ contact_id }) => contact_id));
    expect(called.has(first!.contact_id)).toBe(true);
    const free = (await api.contacts()).find(({ contact_id }) => !called.has(contact_id))!;
    expectProblem(await client.post('/calls', byId(free)), 'quota_exceeded');
    await api.endCall(begun[0]!.call_id, 'cancelled');
    await api.registerCall(byId(free));
    await raise(workspace, { open_calls: 3 });
    expect(await api.next(3)).toHaveLength(1);
    expect((await listed(workspace.id)).use).toMatchObject({ open_calls: 3 });
  });

  it('of waiting deliveries refuse an action that would exceed them', async () => {
    const workspace = await limited({ deliveries_waiting: 1 });
    const { url } = await receiver((_request, response) => response.writeHead(500).end());
    const action = await new Webhooks(workspace).action(url);
    const apply = async () => {
      const { call_id } = await workspace.call();
      return workspace.client.post(`/calls/${call_id}/outcomes`, { outcome_id: action });
    };
    success(await apply(), 200);
    await until('the delivery is seen to wait', async () => (await listed(workspace.id)).use.deliveries_waiting === 1);
    // The first delivery beyond the quota starts the count that refuses later ones.
    await until('an action is refused', async () => (await apply()).status === 409);
    const refused = await apply();
    expectProblem(refused, 'quota_exceeded');
    await raise(workspace, { deliveries_waiting: 1_000 });
    success(await apply(), 200);
  });

  it('of waiting deliveries refuse tests and recoveries of endpoints, and let events wait for room', async () => {
    const workspace = await limited({ deliveries_waiting: 1 });
    const endpoints = new Endpoints(workspace);
    const { url } = await receiver((_request, response) => response.writeHead(500).end());
    const { endpoint_id } = await endpoints.create(url, ['call.ended']);
    const test = () => workspace.client.post(`/webhook-endpoints/${endpoint_id}/test`);
    success(await test(), 202);
    await until('the delivery is seen to wait', async () => (await listed(workspace.id)).use.deliveries_waiting === 1);
    await until('a test is refused', async () => (await test()).status === 409);
    expectProblem(await test(), 'quota_exceeded');
    const gone = await receiver((_request, response) => response.writeHead(410).end());
    await raise(workspace, { deliveries_waiting: 1_000 });
    const { endpoint_id: other } = await endpoints.create(gone.url, ['call.lost']);
    await endpoints.test(other);
    await endpoints.whenAre(other, 'endpoint.test cancelled');
    await raise(workspace, { deliveries_waiting: 1 });
    const recovery = { endpoint_id: other, since: '2000-01-01T00:00:00.000Z' };
    expectProblem(await workspace.client.post('/webhook-deliveries/recover', recovery), 'quota_exceeded');
    const { call_id } = await workspace.call();
    await workspace.api.endCall(call_id, 'busy');
    await raise(workspace, { deliveries_waiting: 1_000 });
    await until('the event has its delivery', async () =>
      (await endpoints.deliveries(endpoint_id)).some((each) => each.call_id === call_id),
    );
  });

  it('are the defaults unless the admin sets others', async () => {
    const workspace = await TestWorkspace.make(service());
    expect(await listed(workspace.id)).toMatchObject({
      quotas: { contacts: 5_000_000, members: 20_000_000, open_calls: 10_000, deliveries_waiting: 1_000_000 },
      use: { contacts: 0, members: 0, open_calls: 0, deliveries_waiting: 0 },
    });
  });
});
