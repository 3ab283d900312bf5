import { byId, nextName } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { expectProblem } from '../../support/problem.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import type { SmartList } from '../../support/types.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const workspace = shareWorkspace();

const SETTINGS = {
  description: 'All settings',
  priority: 'highest',
  max_attempts_per_day: 2,
  max_attempts_total: 9,
  min_retry_seconds: 60,
  dial_timeout_seconds: 45,
} as const;

describe('the endpoints of smart lists', () => {
  it('[seed 4 POST /smart-lists] [api rules/location] [api rules/etag] 201 with list, Location and ETag', async () => {
    const { client, api } = workspace();
    const next = await api.createList();
    const body = { name: nextName(), ...SETTINGS, next_list_id: next.smart_list_id };
    const answer = await client.post('/smart-lists', body);
    expect(answer.status).toBe(201);
    const { ok, smart_list } = jsonOf(answer) as { ok: true; smart_list: SmartList };
    expect(ok).toBe(true);
    expect(smart_list).toMatchObject({ ...body, source: 'api', version: 1, member_count: 0 });
    expect(answer.headers.location).toBe(`/smart-lists/${smart_list.smart_list_id}`);
    expect(answer.headers.etag).toBe('"1"');
    expect(jsonOf(await client.get(answer.headers.location!))).toEqual({ ok: true, smart_list });
  });

  it('[seed 4 GET /smart-lists] pages of lists in the order of creation, page_size 1 to 200, default 50', async () => {
    const { api, client } = await TestWorkspace.make(workspace().service);
    const made: SmartList[] = [];
    for (let i = 0; i < 51; i += 1) made.push(await api.createList());
    expect(await api.lists(7)).toEqual(made);
    const page = await client.read<{ smart_lists: SmartList[]; next_page_token: string | null }>('/smart-lists');
    expect(page.smart_lists).toEqual(made.slice(0, 50));
    const rest = await client.read(`/smart-lists?page_token=${page.next_page_token}`);
    expect(rest).toEqual({ ok: true, smart_lists: made.slice(50), next_page_token: null });
  });

  it('[api endpoints GET /smart-lists/{smartListId}] [api rules/etag] one list with its ETag', async () => {
    const { api, client } = workspace();
    const list = await api.createList(SETTINGS);
    const answer = await client.get(`/smart-lists/${list.smart_list_id.toUpperCase()}`);
    expect(jsonOf(answer)).toEqual({ ok: true, smart_list: list });
    expect(answer.headers.etag).toBe('"1"');
  });

  it('[seed 4 PATCH /smart-lists/{smartListId}] changes given fields only; null clears', async () => {
    const { api } = workspace();
    const next = await api.createList();
    const list = await api.createList({ ...SETTINGS, next_list_id: next.smart_list_id });
    const renamed = await api.changeList(list.smart_list_id, { name: nextName('Renamed') });
    expect(renamed).toEqual({ ...list, name: renamed.name, version: 2, updated_at: renamed.updated_at });
    expect(renamed.updated_at >= list.updated_at).toBe(true);
    const cleared = await api.changeList(list.smart_list_id, {
      max_attempts_per_day: null,
      max_attempts_total: null,
      next_list_id: null,
      description: null,
    });
    expect(cleared).toMatchObject({
      max_attempts_per_day: null,
      max_attempts_total: null,
      next_list_id: null,
      description: null,
      priority: 'highest',
      version: 3,
    });
    expect(await api.list(list.smart_list_id)).toEqual(cleared);
  });

  it('[api list version] is not raised by a PATCH without a change, which writes nothing, nor by members', async () => {
    const { api, client, service } = workspace();
    const list = await api.createList(SETTINGS);
    const head = await service.log.head();
    expect(await api.changeList(list.smart_list_id, { ...SETTINGS, name: list.name })).toEqual(list);
    expect(await api.changeList(list.smart_list_id, {})).toEqual(list);
    expect(await service.log.head()).toBe(head);
    expect((await client.patch(`/smart-lists/${list.smart_list_id}`, undefined)).headers.etag).toBe('"1"');
    await api.addMembers(list.smart_list_id, (await workspace().contacts(3)).map(byId));
    expect(await api.list(list.smart_list_id)).toEqual({ ...list, member_count: 3 });
  });

  it('[seed 4 POST /smart-lists/{smartListId}/clone] [api list source] copies settings, no members', async () => {
    const { api } = workspace();
    const next = await api.createList();
    const { calling_hours_id } = await api.createCallingHours();
    const list = await api.createList({ ...SETTINGS, next_list_id: next.smart_list_id, calling_hours_id });
    await api.addMembers(list.smart_list_id, (await workspace().contacts(2)).map(byId));
    const clone = await api.cloneList(list.smart_list_id);
    expect(clone).toEqual({
      ...list,
      smart_list_id: clone.smart_list_id,
      name: `${list.name} (copy)`,
      source: 'clone',
      member_count: 0,
      version: 1,
      created_at: clone.created_at,
      updated_at: clone.updated_at,
    });
    expect(clone.smart_list_id).not.toBe(list.smart_list_id);
    expect(await api.members(clone.smart_list_id)).toEqual([]);
  });

  it('[api endpoints POST /smart-lists/{smartListId}/clone] [api optional body] names of copies', async () => {
    const { api, client } = await TestWorkspace.make(workspace().service);
    const list = await api.createList({ name: 'Spring' });
    expect((await api.cloneList(list.smart_list_id)).name).toBe('Spring (copy)');
    expect((await api.cloneList(list.smart_list_id, {})).name).toBe('Spring (copy 2)');
    expect((await api.cloneList(list.smart_list_id)).name).toBe('Spring (copy 3)');
    expect((await api.cloneList(list.smart_list_id, { name: ' Summer ' })).name).toBe('Summer');
    const long = await api.createList({ name: '😀'.repeat(200) });
    const cut = await api.cloneList(long.smart_list_id);
    expect(cut.name).toMatch(/^(😀)+ \(copy\)$/u);
    expect([...cut.name].length).toBe(200);
    const taken = await client.post(`/smart-lists/${list.smart_list_id}/clone`, { name: 'summer' });
    expectProblem(taken, 'resource_conflict');
  });

  it('[seed 4 DELETE /smart-lists/{smartListId}] removes the list and its memberships', async () => {
    const { api, client } = workspace();
    const list = await api.createList();
    const other = await api.createList();
    const contacts = await workspace().contacts(3);
    await api.addMembers(list.smart_list_id, contacts.map(byId));
    await api.addMembers(other.smart_list_id, contacts.slice(0, 1).map(byId));
    const answer = await client.delete(`/smart-lists/${list.smart_list_id}`);
    expect(jsonOf(answer)).toEqual({ ok: true, smart_list_id: list.smart_list_id, deleted: true });
    for (const path of [
      ...['', '/members', '/clone', '/reset'],
      ...['/members/batch', '/members/batch-remove', '/members/batch-reset'],
    ]) {
      const method = path === '' || path === '/members' ? 'GET' : 'POST';
      const json = path.startsWith('/members/') ? { members: [byId(contacts[0]!)] } : undefined;
      const request = { method, path: `/smart-lists/${list.smart_list_id}${path}`, json };
      await expectRefused(workspace(), request, { code: 'not_found' });
    }
    expect(await api.removeEverywhere(contacts.map(byId))).toMatchObject({ removed: 1, skipped: 2, unmatched: 0 });
  });

  it('[api endpoints DELETE /smart-lists/{smartListId}] clears next_list_id, raises versions', async () => {
    const { api } = workspace();
    const target = await api.createList();
    const others = await Promise.all([1, 2, 3].map(() => api.createList({ next_list_id: target.smart_list_id })));
    const bystander = await api.createList();
    await api.deleteList(target.smart_list_id);
    for (const { smart_list_id } of others) {
      expect(await api.list(smart_list_id)).toMatchObject({ next_list_id: null, version: 2 });
    }
    expect((await api.list(bystander.smart_list_id)).version).toBe(1);
  });

  it('[seed 7 missing list] unknown, foreign and malformed ids get the same 404', async () => {
    const foreign = await (await TestWorkspace.make(workspace().service)).api.createList();
    for (const id of [UNKNOWN_ID, foreign.smart_list_id, 'no-uuid', '0']) {
      await expectRefused(workspace(), { method: 'GET', path: `/smart-lists/${id}` }, { code: 'not_found' });
    }
  });

  it('[seed 7 name conflict] [seed 2.1 name] create and rename to a used name: 409, by NFC and case', async () => {
    const { api } = workspace();
    const name = nextName('Café');
    await api.createList({ name });
    const other = await api.createList();
    const path = `/smart-lists/${other.smart_list_id}`;
    for (const same of [name, name.toUpperCase(), ` ${name} `, name.normalize('NFD')]) {
      const refusal = { code: 'resource_conflict' };
      await expectRefused(workspace(), { method: 'POST', path: '/smart-lists', json: { name: same } }, refusal);
      await expectRefused(workspace(), { method: 'PATCH', path, json: { name: same } }, refusal);
    }
    expect((await api.changeList(other.smart_list_id, { name: other.name.toUpperCase() })).name).toBe(
      other.name.toUpperCase(),
    );
  });

  it('[seed 2.1 name] is free again after a rename or a delete, and in other workspaces', async () => {
    const { api } = workspace();
    const [first, second] = [await api.createList(), await api.createList()];
    await api.changeList(first.smart_list_id, { name: nextName() });
    await api.deleteList(second.smart_list_id);
    await api.createList({ name: first.name });
    await api.createList({ name: second.name });
    await (await TestWorkspace.make(workspace().service)).api.createList({ name: first.name });
  });
});
