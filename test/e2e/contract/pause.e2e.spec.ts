import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import type { Dialing } from '../../support/types.js';
import { TestWorkspace } from '../../support/workspace.js';

const service = shareService();

interface Dialer {
  readonly dialer: Dialing;
}
interface Explained {
  readonly eligible: boolean;
  readonly gates: readonly { readonly gate: string; readonly passed: boolean; readonly value: unknown }[];
}

describe('a paused list', () => {
  it('[api list bounds] [api endpoints POST /dialer/next] is dialed from by nobody, and goes on where it was', async () => {
    const workspace = await TestWorkspace.make(service());
    const { api, client } = workspace;
    const contacts = await workspace.contacts(3);
    const list = await api.createList({ priority: 'high', min_retry_seconds: 0 });
    const lower = await api.createList({ priority: 'low' });
    expect(list).toMatchObject({ paused: false });
    await api.addMembers(list.smart_list_id, contacts.map(byId));
    await api.addMembers(lower.smart_list_id, [byId(contacts[2]!)]);
    const [first] = await api.next();
    expect(first).toMatchObject({ contact_id: contacts[0]!.contact_id });
    const version = (await api.list(list.smart_list_id)).version;
    expect(await api.changeList(list.smart_list_id, { paused: true })).toMatchObject({
      paused: true,
      version: version + 1,
    });

    const shown = await api.members(list.smart_list_id, 'frozen');
    expect(shown).toHaveLength(3);
    for (const row of shown) expect(row).toMatchObject({ status_reason: 'list_paused', schedule_time: null });
    expect(await api.members(list.smart_list_id, 'queued')).toEqual([]);
    const path = `/smart-lists/${list.smart_list_id}/progress`;
    const { progress } = await client.read<{ progress: { members: object } }>(path);
    expect(progress.members).toMatchObject({ active: 3, frozen: 3, queued: 0, in_call: 0 });
    const explain = `/smart-lists/${list.smart_list_id}/members/${contacts[1]!.contact_id}/explain`;
    const { gates, eligible } = await client.read<Explained>(explain);
    expect([eligible, gates.filter(({ passed }) => !passed)]).toMatchObject([
      false,
      [{ gate: 'list_not_paused', value: 'paused', threshold: 'running', until: null }],
    ]);

    // A contact on a paused list is on a list: the lower one has its turn, and nobody is dialed without a list.
    expect((await api.next(3)).map(({ smart_list_id }) => smart_list_id)).toEqual([lower.smart_list_id]);
    const clone = success<{ smart_list: object }>(await client.post(`/smart-lists/${list.smart_list_id}/clone`), 201);
    expect(clone.smart_list).toMatchObject({ paused: true });
    // The call in flight goes on.
    expect(await api.endCall(first!.call_id, 'no_answer')).toMatchObject({ state: 'completed' });
    await api.changeList(list.smart_list_id, { paused: false });
    expect((await api.next(3)).map(({ contact_id }) => contact_id)).toEqual([
      contacts[1]!.contact_id,
      contacts[0]!.contact_id,
    ]);
  });

  it('[api endpoints PATCH /smart-lists/{smartListId}] is judged before it is paused', async () => {
    const workspace = await TestWorkspace.make(service());
    const { api, client } = workspace;
    const list = await api.createList();
    await api.addMembers(list.smart_list_id, (await workspace.contacts(2)).map(byId));
    const path = `/smart-lists/${list.smart_list_id}?dry_run=true`;
    const { dry_run } = success<{ dry_run: object }>(await client.patch(path, { paused: true }), 200);
    expect(dry_run).toMatchObject({
      members: { judged: 2, frozen: 2, no_longer_eligible: 2, newly_eligible: 0 },
      queue: { before: [{}, {}], after: [] },
    });
    expect(await api.list(list.smart_list_id)).toMatchObject({ paused: false });
  });
});

describe('paused dialing', () => {
  it.each([[{}], [{ paused: null }], [{ paused: 'true' }], [{ paused: 1 }], [{ paused: true, until: 1 }]])(
    '[api endpoints PATCH /dialer] %j is refused, and nobody is paused',
    async (json) => {
      const workspace = await TestWorkspace.make(service());
      await expectRefused(workspace, { method: 'PATCH', path: '/dialer', json }, { code: 'validation_failed' });
      expect((await workspace.client.read<Dialer>('/dialer')).dialer.paused).toBe(false);
    },
  );

  it('[api endpoints PATCH /dialer] [api endpoints GET /dialer] dispatches nobody of the workspace, and nothing else changes', async () => {
    const workspace = await TestWorkspace.make(service(), { unlisted: { enabled: true } });
    const other = await TestWorkspace.make(service(), { unlisted: { enabled: true } });
    const { api, client } = workspace;
    await other.contacts(1);
    const contacts = await workspace.contacts(3);
    const list = await api.createList();
    await api.addMembers(list.smart_list_id, contacts.slice(0, 2).map(byId));
    expect((await client.read<Dialer>('/dialer')).dialer).toEqual({ paused: false, paused_at: null });
    const [call] = await api.next();

    const paused = await api.pauseDialing(true);
    expect(paused).toEqual({ paused: true, paused_at: expect.stringMatching(/Z$/) });
    expect(await api.pauseDialing(true)).toEqual(paused);
    expect((await client.read<Dialer>('/dialer')).dialer).toEqual(paused);
    expect(await api.next(5)).toEqual([]);
    expect((await client.read<{ next: readonly object[] }>('/dialer/preview?limit=5')).next).toEqual([]);
    for (const row of await api.members(list.smart_list_id))
      expect(row).toMatchObject({ status: 'frozen', status_reason: 'dialing_paused' });
    expect(await api.members(list.smart_list_id, 'in_call')).toEqual([]);
    expect(await api.members(list.smart_list_id, 'frozen')).toHaveLength(2);
    expect((await other.api.next()).length).toBe(1);

    await api.registerCall(byId(contacts[2]!));
    await api.endCall(call!.call_id, 'no_answer');
    expect(await api.pauseDialing(false)).toEqual({ paused: false, paused_at: null });
    expect((await api.next(5)).map(({ contact_id }) => contact_id)).toEqual([contacts[1]!.contact_id]);
  });
});
