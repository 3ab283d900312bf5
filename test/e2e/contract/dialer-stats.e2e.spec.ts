import { byId } from '../../support/api.js';
import { shareService } from '../../support/shared.js';
import { TestWorkspace } from '../../support/workspace.js';

const service = shareService();
const HOUR = 3_600_000;

interface Stats {
  readonly ok: true;
  readonly at: string;
  readonly tiers: readonly Readonly<Record<string, unknown>>[];
  readonly last_hour: Readonly<Record<string, unknown>> & { readonly from: string };
}
const statsOf = (workspace: TestWorkspace) => workspace.client.read<Stats>('/dialer/stats');

const NO_RESULTS = {
  ...{ answered: 0, no_answer: 0, busy: 0, voicemail: 0 },
  ...{ failed: 0, cancelled: 0, not_placed: 0, lost: 0 },
};
const tier = (priority: string, lists = 0, members = 0, in_call = 0) => ({ priority, lists, members, in_call });
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('the statistics of dialing', () => {
  it('[api endpoints GET /dialer/stats] are zeros in a new workspace, whatever happens in another one', async () => {
    const other = await TestWorkspace.make(service());
    await other.contacts(1);
    expect(await other.api.next()).toHaveLength(1);
    const stats = await statsOf(await TestWorkspace.make(service()));
    expect(stats).toEqual({
      ok: true,
      at: INSTANT,
      tiers: ['highest', 'high', 'medium', 'low', 'lowest'].map((priority) => tier(priority)),
      in_call_without_tier: { unlisted: 0, registered: 0, deleted_list: 0 },
      ...{ calls_in_progress: 0, agents: 0, without_agent: 0 },
      last_hour: { from: INSTANT, dispatched: 0, registered: 0, ended: 0, by_result: NO_RESULTS },
    });
    expect(Date.parse(stats.at) - Date.parse(stats.last_hour.from)).toBe(HOUR);
  });

  it('[api endpoints GET /dialer/stats] have lists, members and calls by the priority of today, and the last hour', async () => {
    const workspace = await TestWorkspace.make(service(), { unlisted: { enabled: true } });
    const { api } = workspace;
    const all = await workspace.contacts(8);
    const [first, gone, frozen] = [
      await api.createList({ priority: 'high' }),
      await api.createList({ priority: 'medium' }),
      await api.createList({ priority: 'low' }),
    ];
    await api.addMembers(first.smart_list_id, all.slice(0, 3).map(byId));
    await api.addMembers(gone.smart_list_id, all.slice(3, 5).map(byId));
    await api.addMembers(frozen.smart_list_id, all.slice(5, 7).map(byId));
    const calls = await api.next(8);
    expect(calls).toHaveLength(8);
    await api.changeList(first.smart_list_id, { priority: 'lowest' });
    await api.changeList(frozen.smart_list_id, { max_attempts_per_day: 0 });
    await api.deleteList(gone.smart_list_id);
    await api.changeCall(calls[0]!.call_id, { agent_id: 'ada' });
    await api.changeCall(calls[1]!.call_id, { agent_id: 'ada' });
    await api.endCall(calls[2]!.call_id, 'busy');
    await api.endCall(calls[3]!.call_id, 'not_placed', { agent_id: 'bob' });
    await api.registerCall({ contact_id: calls[2]!.contact_id }, { agent_id: 'cleo' });
    await api.eraseContact(calls[3]!.contact_id);

    const stats = await statsOf(workspace);
    expect(stats).toEqual({
      ok: true,
      at: INSTANT,
      tiers: [tier('highest'), tier('high'), tier('medium'), tier('low', 0, 0, 2), tier('lowest', 1, 3, 2)],
      in_call_without_tier: { unlisted: 1, registered: 1, deleted_list: 1 },
      ...{ calls_in_progress: 7, agents: 2, without_agent: 4 },
      last_hour: {
        ...{ from: INSTANT, dispatched: 8, registered: 1, ended: 2 },
        by_result: { ...NO_RESULTS, busy: 1, not_placed: 1 },
      },
    });
    const listed = await api.calls(`?dispatched_from=${stats.last_hour.from}&dispatched_to=${stats.at}`);
    expect(listed).toHaveLength(9);
  });
});
