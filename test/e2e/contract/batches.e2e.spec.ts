import { byId, byPhone } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';

const workspace = shareWorkspace();

async function listWith(count: number) {
  const { api } = workspace();
  const contacts = await workspace().contacts(count);
  const { smart_list_id: id } = await api.createList();
  if (count > 0) await api.addMembers(id, contacts.map(byId));
  return { id, contacts };
}

describe('batches of references', () => {
  it('[seed 4 rule 3] [api batches] a batch is one append, entirely before or after any other write', async () => {
    const { api, service } = workspace();
    const { id, contacts } = await listWith(60);
    const { smart_list_id: other } = await api.createList();
    const head = await service.log.head();
    const counts = await Promise.all([
      api.removeMembers(id, contacts.map(byId)),
      api.removeEverywhere(contacts.map(byPhone)),
      api.removeMembers(id, contacts.map(byPhone)),
    ]);
    expect(counts.map(({ removed }) => removed).sort((a, b) => a - b)).toEqual([0, 0, 60]);
    expect((await service.log.after(head)).map(({ type }) => type)).toEqual(['MemberRemoved', 'ListDrained']);
    const added = await Promise.all([1, 2, 3].map(() => api.addMembers(other, contacts.map(byId))));
    expect(added.map(({ inserted }) => inserted).sort((a, b) => a - b)).toEqual([0, 0, 60]);
  });

  it('[api batches] repeated contacts are skipped, repeated unknown ones unmatched; counts add up', async () => {
    const { api } = workspace();
    const { id } = await listWith(0);
    const [contact] = await workspace().contacts(1);
    const references = [byId(contact!), byPhone(contact!), byId(contact!), { phone: '+12' }, { phone: '+12' }];
    const unmatched = { unmatched: 2, unmatched_references: references.slice(-2) };
    expect(await api.addMembers(id, references)).toEqual({ ok: true, inserted: 1, skipped: 2, ...unmatched });
    expect(await api.removeMembers(id, references)).toEqual({ ok: true, removed: 1, skipped: 2, ...unmatched });
    await api.addMembers(id, references);
    expect(await api.removeEverywhere(references)).toEqual({ ok: true, removed: 1, skipped: 2, ...unmatched });
  });

  it('[seed 8 batch size] all accept 1 and 100 references and refuse 0 and 101', async () => {
    const { id, contacts } = await listWith(100);
    const { client } = workspace();
    for (const path of [
      `/smart-lists/${id}/members/batch`,
      `/smart-lists/${id}/members/batch-reset`,
      `/smart-lists/${id}/members/batch-remove`,
      '/smart-list-members/batch-remove',
    ]) {
      const answer = jsonOf(await client.post(path, { members: contacts.map(byId) })) as Record<string, number>;
      expect(answer['skipped']! + (answer['removed'] ?? 0)).toBe(100);
      expect((await client.post(path, { members: [byId(contacts[0]!)] })).status).toBe(200);
      const tooMany = [...contacts, contacts[0]!].map(byId);
      for (const members of [[], tooMany]) {
        const refusal = { code: 'validation_failed', pointer: '/members' };
        await expectRefused(workspace(), { method: 'POST', path, json: { members } }, refusal);
      }
    }
  });
});
