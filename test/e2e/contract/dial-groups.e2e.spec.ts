import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import type { Call, DialGroup } from '../../support/types.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService();

/**
 * A workspace with five contacts: two on a list of low priority, two on one of high priority, one of them on a third
 * list too, and one on none; and a group of the first two lists.
 */
async function grouped() {
  const workspace = await TestWorkspace.make(service());
  const { api, client } = workspace;
  const contacts = await workspace.contacts(5);
  const list = (priority: string) => api.createList({ priority, min_retry_seconds: 0 });
  const [low, high, top] = [await list('low'), await list('high'), await list('highest')];
  await api.addMembers(low.smart_list_id, contacts.slice(0, 2).map(byId));
  await api.addMembers(high.smart_list_id, contacts.slice(2, 4).map(byId));
  await api.addMembers(top.smart_list_id, [byId(contacts[3]!)]);
  const group = await api.createDialGroup([low.smart_list_id, high.smart_list_id]);
  const scope = { dial_group_id: group.dial_group_id };
  const places = (picks: readonly { readonly contact_id: string }[]): readonly number[] =>
    picks.map(({ contact_id }) => contacts.findIndex((each) => each.contact_id === contact_id));
  const preview = async (query: string) =>
    places((await client.read<{ next: readonly Call[] }>(`/dialer/preview?limit=9&${query}`)).next);
  /** Begins calls, and ends them. */
  const call = async (body: object): Promise<readonly Call[]> => {
    const { calls } = success<{ calls: readonly Call[] }>(await client.post('/dialer/next', body), 200);
    for (const { call_id } of calls) await api.endCall(call_id, 'busy');
    return calls;
  };
  return { workspace, low, high, top, group, scope, preview, call, places };
}

it('[dialing the-next-contact] [api endpoints POST /dialer/next] the lists of a group, tier by tier in its own rounds', async () => {
  const { scope, preview, call, places, top } = await grouped();
  const query = `dial_group_id=${scope.dial_group_id}`;
  expect(await preview(query)).toEqual([2, 3, 0, 1]);
  const [first] = await call(scope);
  expect(places([first!])).toEqual([2]);
  expect(first!.snapshot).toMatchObject({ priority: 'high', scope: { ...scope, smart_list_id: null } });
  // Neither the workspace nor a list alone has moved, and neither moves the group.
  expect(places(await call({ limit: 2 }))).toEqual([3, 2]);
  expect(places(await call({ smart_list_id: top.smart_list_id }))).toEqual([3]);
  expect(await preview(query)).toEqual([3, 2, 0, 1]);
  expect(places(await call({ ...scope, limit: 3 }))).toEqual([3, 2, 0]);
  expect(await preview(query)).toEqual([3, 2, 1, 0]);
});

it('[dialing the-next-contact] a group has the lists that it has now, and nobody once it has none', async () => {
  const { workspace, scope, preview, call, places, low, high, top } = await grouped();
  const { api } = workspace;
  const query = `dial_group_id=${scope.dial_group_id}`;
  expect(places(await call(scope))).toEqual([2]);
  await api.changeDialGroup(scope.dial_group_id, { smart_list_ids: [top.smart_list_id, high.smart_list_id] });
  expect(await preview(query)).toEqual([3, 2]);
  await api.changeList(high.smart_list_id, { paused: true });
  expect(await preview(query)).toEqual([3]);
  await api.deleteList(top.smart_list_id);
  expect(await api.dialGroup(scope.dial_group_id)).toMatchObject({ smart_list_ids: [high.smart_list_id], version: 3 });
  await api.deleteList(high.smart_list_id);
  expect(await api.dialGroup(scope.dial_group_id)).toMatchObject({ smart_list_ids: [], version: 4 });
  expect(await call({ ...scope, limit: 9 })).toEqual([]);
  expect(await api.changeDialGroup(scope.dial_group_id, { name: 'None' })).toMatchObject({ smart_list_ids: [] });
  await api.changeDialGroup(scope.dial_group_id, { smart_list_ids: [low.smart_list_id] });
  expect(await preview(query)).toEqual([0, 1]);
});

it('[api endpoints /dial-groups] created, read, listed, changed and deleted, with a version and an ETag', async () => {
  const { workspace, group, low, high } = await grouped();
  const { api, client } = workspace;
  const ids = [low.smart_list_id, high.smart_list_id];
  expect(group).toMatchObject({ smart_list_ids: ids, version: 1, updated_at: group.created_at });
  const path = `/dial-groups/${group.dial_group_id}`;
  const other = await api.createDialGroup([high.smart_list_id]);
  expect(await client.walk<DialGroup>('/dial-groups', 'dial_groups', 1)).toEqual([group, other]);
  const stale = { 'if-match': '"2"' };
  expect((await client.patch(path, { name: 'South' }, stale)).status).toBe(412);
  const answer = await client.patch(path, { name: 'South', smart_list_ids: ids.toReversed() }, { 'if-match': '"1"' });
  expect([answer.status, answer.headers['etag']]).toEqual([200, '"2"']);
  expect(await api.changeDialGroup(group.dial_group_id, { name: 'South' })).toMatchObject({ version: 2 });
  await expectRefused(
    workspace,
    { method: 'DELETE', path, headers: { 'if-match': '"1"' } },
    { code: 'precondition_failed' },
  );
  const once = { 'idempotency-key': 'once' };
  const [one, two] = [
    await client.send({ method: 'DELETE', path, headers: once }),
    await client.send({ method: 'DELETE', path, headers: once }),
  ];
  expect(success(one, 200)).toEqual({ ok: true, dial_group_id: group.dial_group_id, deleted: true });
  expect(success(two, 200)).toEqual(success(one, 200));
  await expectRefused(workspace, { method: 'GET', path }, { code: 'not_found' });
  expect(await client.walk<DialGroup>('/dial-groups', 'dial_groups')).toEqual([other]);
});

it('[api endpoints /dial-groups] lists of another workspace, deleted ones and a name that is taken are refused', async () => {
  const { workspace, group, low, top } = await grouped();
  const foreign = await (await TestWorkspace.make(service())).api.createList();
  await workspace.api.deleteList(top.smart_list_id);
  const post = (json: object) => ({ method: 'POST', path: '/dial-groups', json }) as const;
  for (const id of [UNKNOWN_ID, foreign.smart_list_id, top.smart_list_id]) {
    const refusal = { code: 'invalid_reference', pointer: '/smart_list_ids/1' };
    await expectRefused(workspace, post({ name: 'New', smart_list_ids: [low.smart_list_id, id] }), refusal);
  }
  const taken = post({ name: group.name.toUpperCase(), smart_list_ids: [low.smart_list_id] });
  await expectRefused(workspace, taken, { code: 'resource_conflict', pointer: '/name' });
});

it('[api limits] at most 100 dial groups', async () => {
  const { workspace, low } = await grouped();
  for (let n = 1; n < 100; n += 1) await workspace.api.createDialGroup([low.smart_list_id]);
  const json = { name: 'One more', smart_list_ids: [low.smart_list_id] };
  await expectRefused(workspace, { method: 'POST', path: '/dial-groups', json }, { code: 'resource_conflict' });
});

it('[dialing the-next-contact] a group that is not one of the workspace is refused, as are a list and a group at once', async () => {
  const { workspace, scope, low } = await grouped();
  const other = await grouped();
  await workspace.api.deleteDialGroup(scope.dial_group_id);
  const both = { smart_list_id: low.smart_list_id, dial_group_id: scope.dial_group_id };
  const bodies = [UNKNOWN_ID, other.scope.dial_group_id, scope.dial_group_id].map((dial_group_id) => ({
    dial_group_id,
  }));
  for (const [json, code] of [
    ...bodies.map((body) => [body, 'invalid_reference'] as const),
    [both, 'validation_failed'] as const,
    [{ dial_group_id: 'north' }, 'validation_failed'] as const,
  ]) {
    const refusal = { code, pointer: '/dial_group_id' };
    await expectRefused(workspace, { method: 'POST', path: '/dialer/next', json }, refusal);
    const query = String(new URLSearchParams(json));
    await expectRefused(workspace, { method: 'GET', path: `/dialer/preview?${query}` }, refusal);
  }
});
