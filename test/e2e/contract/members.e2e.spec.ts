import { randomUUID } from 'node:crypto';
import { byId, byPhone } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import type { Member } from '../../support/types.js';
import { nextPhone, TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const workspace = shareWorkspace();

async function listWith(count: number) {
  const { api } = workspace();
  const contacts = await workspace().contacts(count);
  const { smart_list_id: id } = await api.createList();
  if (count > 0) await api.addMembers(id, contacts.map(byId));
  return { id, contacts };
}

const idsOf = (members: readonly { readonly contact_id: string }[]) => members.map(({ contact_id }) => contact_id);

describe('memberships', () => {
  it('[seed 2.2 reference] [api uuid] by phone or contact_id in any case; the canonical id is stored', async () => {
    const { id } = await listWith(0);
    const [first, second] = await workspace().contacts(2);
    const references = [{ contact_id: first!.contact_id.toUpperCase() }, byPhone(second!)];
    expect(await workspace().api.addMembers(id, references)).toEqual({
      ok: true,
      inserted: 2,
      skipped: 0,
      unmatched: 0,
    });
    expect(idsOf(await workspace().api.members(id))).toEqual(idsOf([first!, second!]));
  });

  it('[seed 2.2 scheduler data] [api member] every field of a member that was never called', async () => {
    const { id, contacts } = await listWith(1);
    const [member] = await workspace().api.members(id);
    expect(member).toEqual({
      contact_id: contacts[0]!.contact_id,
      phone: contacts[0]!.phone,
      smart_list_id: id,
      status: 'queued',
      status_reason: 'eligible',
      attempt_count: 0,
      attempts_today: 0,
      last_attempt_at: null,
      last_disposition: null,
      schedule_time: member!.added_at,
      callback: null,
      source: 'api',
      added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      erased_at: null,
    });
  });

  it('[seed 2.2 status filter] each status shows its members, an unknown one is refused', async () => {
    const { api } = workspace();
    const { id, contacts } = await listWith(4);
    await api.removeMembers(id, contacts.slice(0, 1).map(byId));
    const byStatus = async () =>
      Promise.all(
        ['queued', 'waiting', 'in_call', 'frozen', 'completed', 'removed'].map(
          async (s) => (await api.members(id, s)).length,
        ),
      );
    expect(await byStatus()).toEqual([3, 0, 0, 0, 0, 1]);
    await api.changeList(id, { max_attempts_total: 0 });
    expect(await byStatus()).toEqual([0, 0, 0, 3, 0, 1]);
    for (const status of ['active', 'QUEUED', '']) {
      const request = { method: 'GET', path: `/smart-lists/${id}/members?status=${status}` };
      await expectRefused(workspace(), request, { code: 'validation_failed', pointer: '/status' });
    }
  });

  it('[seed 4 GET /smart-lists/{smartListId}/members] pages by member number, page_size 1 to 200', async () => {
    const { id, contacts } = await listWith(55);
    const { client, api } = workspace();
    const page = await client.read<{ ok: true; members: Member[]; next_page_token: string }>(
      `/smart-lists/${id}/members`,
    );
    expect(idsOf(page.members)).toEqual(idsOf(contacts.slice(0, 50)));
    const rest = await client.read<typeof page>(`/smart-lists/${id}/members?page_token=${page.next_page_token}`);
    expect(idsOf(rest.members)).toEqual(idsOf(contacts.slice(50)));
    expect(rest.next_page_token).toBeNull();
    expect(idsOf(await api.members(id, undefined, 1))).toEqual(idsOf(contacts));
    expect(idsOf(await api.members(id, 'queued', 7))).toEqual(idsOf(contacts));
  });

  it('[seed 4 POST /smart-lists/{smartListId}/members/batch] [seed 3 inserted] [seed 3 skipped] [seed 7 skipped]', async () => {
    const { api } = workspace();
    const { id, contacts } = await listWith(2);
    const before = await api.members(id);
    const fresh = await workspace().contacts(2);
    const references = [
      ...contacts.map(byPhone),
      ...fresh.map(byId),
      { contact_id: UNKNOWN_ID },
      { phone: nextPhone() },
    ];
    expect(await api.addMembers(id, references)).toEqual({
      ok: true,
      inserted: 2,
      skipped: 2,
      unmatched: 2,
      unmatched_references: references.slice(-2),
    });
    expect((await api.members(id)).slice(0, 2)).toEqual(before);
    expect(idsOf(await api.members(id))).toEqual(idsOf([...contacts, ...fresh]));
    expect((await api.list(id)).member_count).toBe(4);
  });

  it('[seed 3 unmatched] [seed 7 unmatched] [seed 4 rule 2] foreign or missing contacts change nothing', async () => {
    const { api, service } = workspace();
    const { id, contacts } = await listWith(1);
    const [foreign] = await (await TestWorkspace.make(service)).contacts(1);
    const references = [byId(foreign!), byPhone(foreign!), { contact_id: UNKNOWN_ID }, { phone: '+12' }];
    const head = await service.log.head();
    const none = { ok: true, skipped: 0, unmatched: 4, unmatched_references: references };
    expect(await api.addMembers(id, references)).toEqual({ ...none, inserted: 0 });
    expect(await api.removeMembers(id, references)).toEqual({ ...none, removed: 0 });
    expect(await api.resetMembers(id, references)).toEqual({ ...none, reset: 0 });
    expect(await api.removeEverywhere(references)).toEqual({ ...none, removed: 0 });
    expect(await service.log.head()).toBe(head);
    expect(idsOf(await api.members(id))).toEqual(idsOf(contacts));
  });

  it('[seed 3 unmatched] unmatched references are returned as sent, also in the replay', async () => {
    const { client } = workspace();
    const { id, contacts } = await listWith(1);
    const unknown = [randomUUID().toUpperCase(), randomUUID()];
    const members = [{ contact_id: unknown[0] }, byId(contacts[0]!), { phone: '+12' }, { contact_id: unknown[1] }];
    for (const path of [
      `/smart-lists/${id}/members/batch`,
      `/smart-lists/${id}/members/batch-reset`,
      `/smart-lists/${id}/members/batch-remove`,
      '/smart-list-members/batch-remove',
    ]) {
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await client.post(path, { members }, headers);
      expect(jsonOf(answer)).toMatchObject({
        unmatched: 3,
        unmatched_references: [{ contact_id: unknown[0]!.toLowerCase() }, { phone: '+12' }, { contact_id: unknown[1] }],
      });
      const again = await client.post(path, { members }, headers);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.bytes.equals(answer.bytes)).toBe(true);
    }
    expect(jsonOf(await client.post(`/smart-lists/${id}/members/batch`, { members: [byId(contacts[0]!)] }))).toEqual({
      ok: true,
      inserted: 1,
      skipped: 0,
      unmatched: 0,
    });
  });

  it('[seed 4 POST /smart-lists/{smartListId}/members/batch-remove] [seed 3 removed] others stay', async () => {
    const { api } = workspace();
    const { id, contacts } = await listWith(4);
    const [stranger] = await workspace().contacts(1);
    const references = [byId(contacts[1]!), byPhone(contacts[2]!), byId(stranger!), { phone: nextPhone() }];
    const unmatched = { unmatched: 1, unmatched_references: references.slice(3) };
    expect(await api.removeMembers(id, references)).toEqual({ ok: true, removed: 2, skipped: 1, ...unmatched });
    expect(await api.removeMembers(id, references)).toEqual({ ok: true, removed: 0, skipped: 3, ...unmatched });
    expect(idsOf(await api.members(id))).toEqual(idsOf([contacts[0]!, contacts[3]!]));
    expect(await api.members(id, 'removed')).toMatchObject([
      {
        contact_id: contacts[1]!.contact_id,
        status: 'removed',
        status_reason: 'removed_by_request',
        schedule_time: null,
      },
      { contact_id: contacts[2]!.contact_id, status: 'removed', status_reason: 'removed_by_request' },
    ]);
  });

  it('[seed 4 POST /smart-list-members/batch-remove] from every active list; counts are of contacts', async () => {
    const { api } = workspace();
    const { id, contacts } = await listWith(3);
    const others = await Promise.all([1, 2].map(() => api.createList()));
    for (const { smart_list_id } of others) await api.addMembers(smart_list_id, contacts.slice(0, 2).map(byId));
    const [stranger] = await workspace().contacts(1);
    const references = [byId(contacts[0]!), byPhone(contacts[2]!), byId(stranger!), { contact_id: UNKNOWN_ID }];
    const unmatched = { unmatched: 1, unmatched_references: references.slice(3) };
    expect(await api.removeEverywhere(references)).toEqual({ ok: true, removed: 2, skipped: 1, ...unmatched });
    expect(idsOf(await api.members(id))).toEqual([contacts[1]!.contact_id]);
    for (const { smart_list_id } of others)
      expect(idsOf(await api.members(smart_list_id))).toEqual([contacts[1]!.contact_id]);
  });

  it('[api member removed] one row per contact, of the newest membership; none of a contact that is back', async () => {
    const { api } = workspace();
    const { id, contacts } = await listWith(2);
    await api.removeMembers(id, contacts.map(byId));
    const [first] = await api.members(id, 'removed');
    await api.addMembers(id, [byId(contacts[0]!)]);
    expect(idsOf(await api.members(id, 'removed'))).toEqual([contacts[1]!.contact_id]);
    await api.removeEverywhere([byId(contacts[0]!)]);
    const removed = await api.members(id, 'removed');
    expect(idsOf(removed).sort()).toEqual(idsOf(contacts).sort());
    const again = removed.find(({ contact_id }) => contact_id === contacts[0]!.contact_id)!;
    expect(again.added_at > first!.added_at).toBe(true);
  });
});
