import fc from 'fast-check';
import { byId, nextName } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import type { SmartList } from '../../support/types.js';
import { TestWorkspace } from '../../support/workspace.js';

const service = shareService();

const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

/** Follows next_list_id from every list; throws if a walk returns to its start. */
function expectNoCycle(lists: readonly SmartList[]): void {
  const next = new Map(lists.map(({ smart_list_id, next_list_id }) => [smart_list_id, next_list_id]));
  for (const { smart_list_id } of lists) {
    const seen = new Set<string>();
    for (let at: string | null | undefined = smart_list_id; at; at = next.get(at)) {
      expect(seen.has(at)).toBe(false);
      seen.add(at);
    }
  }
}

describe('concurrent writes of lists', () => {
  it('[seed 2.1 name] 50 concurrent creates of one name in many spellings: one list, 49 conflicts', async () => {
    const { client, api } = await TestWorkspace.make(service());
    const spellings = ['Café', 'CAFÉ', ' café ', 'Cafe\u0301', 'cafÉ'];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => client.post('/smart-lists', { name: spellings[i % spellings.length] })),
    );
    const statuses = answers.map(({ status }) => status);
    expect([count(statuses, 201), count(statuses, 409)]).toEqual([1, 49]);
    answers.filter(({ status }) => status === 409).forEach((answer) => expectProblem(answer, 'resource_conflict'));
    const [list, ...others] = await api.lists();
    expect(others).toEqual([]);
    expect(jsonOf(answers.find(({ status }) => status === 201)!)).toEqual({ ok: true, smart_list: list });
  });

  it('[seed 2.1 name] concurrent renames, clones and creates with one name: one succeeds', async () => {
    const { client, api } = await TestWorkspace.make(service());
    const lists = await Promise.all(Array.from({ length: 10 }, () => api.createList()));
    const name = nextName('Wanted');
    const statuses = await Promise.all(
      lists.flatMap(({ smart_list_id: id }) => [
        client.patch(`/smart-lists/${id}`, { name }).then(({ status }) => status),
        client.post(`/smart-lists/${id}/clone`, { name }).then(({ status }) => status),
        client.post('/smart-lists', { name }).then(({ status }) => status),
      ]),
    );
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(count(statuses, 409)).toBe(29);
    expect((await api.lists()).filter((list) => list.name === name)).toHaveLength(1);
  });

  it('[api endpoints POST /smart-lists/{smartListId}/clone] 30 concurrent clones get 30 names', async () => {
    const { api } = await TestWorkspace.make(service());
    const { smart_list_id } = await api.createList({ name: 'Original' });
    const clones = await Promise.all(Array.from({ length: 30 }, () => api.cloneList(smart_list_id)));
    const expected = ['Original (copy)', ...Array.from({ length: 29 }, (_, i) => `Original (copy ${i + 2})`)];
    expect(clones.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  it('[api waterfall] concurrent PATCHes never close a cycle', async () => {
    const { api, client } = await TestWorkspace.make(service());
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) ids.push((await api.createList()).smart_list_id);
    const edge = fc.record({ from: fc.nat(5), to: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(fc.array(edge, { minLength: 2, maxLength: 12 }), async (edges) => {
        const answers = await Promise.all(
          edges.map(({ from, to }) => client.patch(`/smart-lists/${ids[from]}`, { next_list_id: ids[to] })),
        );
        answers.filter(({ status }) => status !== 200).forEach((answer) => expectProblem(answer, 'waterfall_cycle'));
        edges.forEach(({ from, to }, i) => from === to && expect(answers[i]!.status).toBe(400));
        expectNoCycle(await api.lists());
        await Promise.all(ids.map((id) => api.changeList(id, { next_list_id: null })));
      }),
      { numRuns: 25 },
    );
  });

  it('[api waterfall] of two PATCHes that would close a ring one is refused', async () => {
    const { api, client } = await TestWorkspace.make(service());
    const [a, b] = [(await api.createList()).smart_list_id, (await api.createList()).smart_list_id];
    for (let round = 0; round < 10; round += 1) {
      const statuses = await Promise.all([
        client.patch(`/smart-lists/${a}`, { next_list_id: b }).then(({ status }) => status),
        client.patch(`/smart-lists/${b}`, { next_list_id: a }).then(({ status }) => status),
      ]);
      expect(statuses.sort()).toEqual([200, 400]);
      await Promise.all([a, b].map((id) => api.changeList(id, { next_list_id: null })));
    }
  });

  it('[api waterfall] a long chain is no cycle; its last list may lead to none of its lists', async () => {
    const { api, client } = await TestWorkspace.make(service());
    const ids: string[] = [(await api.createList()).smart_list_id];
    for (let i = 1; i < 40; i += 1) ids.push((await api.createList({ next_list_id: ids[i - 1] })).smart_list_id);
    for (const id of ids)
      expectProblem(await client.patch(`/smart-lists/${ids[0]}`, { next_list_id: id }), 'waterfall_cycle');
    await api.deleteList(ids[20]!);
    expect((await api.changeList(ids[0]!, { next_list_id: ids[39] })).next_list_id).toBe(ids[39]);
  });

  it('[api rules/if-match] of 20 concurrent PATCHes with one If-Match one succeeds', async () => {
    const { api, client } = await TestWorkspace.make(service());
    const { smart_list_id: id } = await api.createList();
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        client
          .patch(`/smart-lists/${id}`, { min_retry_seconds: i }, { 'if-match': '"1"' })
          .then(({ status }) => status),
      ),
    );
    expect([count(statuses, 200), count(statuses, 412)]).toEqual([1, 19]);
    expect((await api.list(id)).version).toBe(2);
  });

  it('[seed 4 DELETE /smart-lists/{smartListId}] a concurrent delete leaves no member or reference', async () => {
    const { api, client } = await TestWorkspace.make(service());
    const contacts = await api.importContacts(phones(30));
    for (let round = 0; round < 5; round += 1) {
      const { smart_list_id: id } = await api.createList();
      const other = await api.createList();
      await Promise.all([
        ...contacts.contacts.map((contact) =>
          client.post(`/smart-lists/${id}/members/batch`, { members: [byId(contact)] }),
        ),
        client.delete(`/smart-lists/${id}`),
        client.patch(`/smart-lists/${other.smart_list_id}`, { next_list_id: id }),
        client.post('/phone-system/outcomes', {
          outcome_name: 'x',
          destination_type: 'smart_list',
          destination_id: id,
        }),
      ]);
      expect((await api.list(other.smart_list_id)).next_list_id).toBeNull();
      const { outcomes } = await api.outcomes();
      expect(outcomes.filter(({ destination }) => destination.destination_id !== null)).toEqual([]);
      const { removed } = await api.removeEverywhere(contacts.contacts.map(byId));
      expect(removed).toBe(0);
    }
  });

  it('[api hours named] calling hours that are deleted and named at once are deleted, or kept and named', async () => {
    const { api, client, id } = await TestWorkspace.make(service());
    for (let round = 0; round < 5; round += 1) {
      const { calling_hours_id } = await api.createCallingHours();
      const { smart_list_id } = await api.createList();
      const settings = { calling_hours_id };
      const [deleted, ...named] = await Promise.all([
        client.delete(`/calling-hours/${calling_hours_id}`),
        client.patch(`/smart-lists/${smart_list_id}`, settings),
        client.post('/smart-lists', { name: nextName(), ...settings }),
        service().admin.patch(`/admin/workspaces/${id}`, settings),
      ]);
      const isDeleted = deleted.status === 200;
      if (!isDeleted) expectProblem(deleted, 'resource_conflict');
      for (const answer of named.filter(({ status }) => status >= 300)) expectProblem(answer, 'invalid_reference');
      expect(named.every(({ status }) => status < 300)).toBe(!isDeleted);
      const { workspace } = await service().admin.read<{ workspace: object }>(`/admin/workspaces/${id}`);
      const naming = [...(await api.lists()), workspace].filter(
        (one) => 'calling_hours_id' in one && one.calling_hours_id === calling_hours_id,
      );
      expect(naming).toHaveLength(isDeleted ? 0 : named.length);
    }
  });
});

function phones(total: number): readonly { readonly phone: string }[] {
  return Array.from({ length: total }, (_, i) => ({ phone: `+1555${String(i).padStart(7, '0')}` }));
}
