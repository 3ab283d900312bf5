import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

interface Progress {
  readonly at: string;
  readonly members: Readonly<Record<string, number>>;
  readonly attempt_count: number;
  readonly attempts_today: number;
  readonly dispatched_last_hour: number;
  readonly estimated_end_at: string | null;
}

const service = shareService();

/** What each reason of a member is called in the progress. */
const NAMES: Readonly<Record<string, string>> = {
  eligible: 'queued',
  daily_cap_reached: 'waiting_daily_cap',
  window_cap_reached: 'waiting_window_cap',
  contact_cap_reached: 'waiting_contact_cap',
  retry_gap: 'waiting_retry_gap',
  calling_hours: 'waiting_calling_hours',
  call_in_progress: 'in_call',
  total_cap_reached: 'completed',
  cap_zero: 'frozen',
};

/** The progress of a list, which is the one that a walk over its members counts; zeros are left out. */
async function progressOf({ api, client }: TestWorkspace, listId: string): Promise<Progress> {
  // 503 while a change of settings is carried over to the members, which may take longer than its answer waits.
  let answer = await client.get(`/smart-lists/${listId}/progress`);
  await until('the members are placed', async () => {
    if (answer.status === 503) answer = await client.get(`/smart-lists/${listId}/progress`);
    return answer.status !== 503;
  });
  const { progress } = success<{ progress: Progress }>(answer, 200);
  const [active, removed] = [await api.members(listId), await api.members(listId, 'removed')];
  const walked: Record<string, number> = {};
  const count = (name: string) => (walked[name] = (walked[name] ?? 0) + 1);
  for (const { status_reason } of active) {
    count('active');
    count(NAMES[status_reason]!);
  }
  removed.forEach(() => count('removed'));
  const members = Object.fromEntries(Object.entries(progress.members).filter(([, members]) => members > 0));
  expect(members).toEqual(walked);
  const all = [...active, ...removed];
  expect(progress.attempt_count).toBe(all.reduce((sum, { attempt_count }) => sum + attempt_count, 0));
  expect(progress.attempts_today).toBe(all.reduce((sum, { attempts_today }) => sum + attempts_today, 0));
  return { ...progress, members };
}

describe('the progress of a list', () => {
  it('[api endpoints GET /smart-lists/{smartListId}/progress] follows calls, settings and members', async () => {
    const workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
    const { api, client } = workspace;
    const contacts = await workspace.contacts(6);
    const { smart_list_id: id } = await api.createList({ max_attempts_per_day: 1, min_retry_seconds: 3_600 });
    expect(await progressOf(workspace, id)).toMatchObject({ members: {}, estimated_end_at: null });
    await api.addMembers(id, contacts.map(byId));
    const whole = await progressOf(workspace, id);
    expect(whole).toMatchObject({ members: { queued: 6 }, dispatched_last_hour: 0, estimated_end_at: null });
    expect(Math.abs(Date.parse(whole.at) - Date.now())).toBeLessThan(60_000);

    const calls = await api.next(3);
    expect(await progressOf(workspace, id)).toMatchObject({
      ...{ members: { in_call: 3, queued: 3 }, attempt_count: 3, dispatched_last_hour: 3 },
      estimated_end_at: expect.any(String),
    });
    await api.endCall(calls[0]!.call_id, 'busy');
    await api.endCall(calls[1]!.call_id, 'not_placed');
    expect(await progressOf(workspace, id)).toMatchObject({
      members: { in_call: 1, queued: 3, waiting_daily_cap: 1, waiting_retry_gap: 1 },
      ...{ attempt_count: 2, dispatched_last_hour: 3 },
    });
    const { members, estimated_end_at } = await progressOf(workspace, id);
    expect(members['active']).toBe(6);
    // Five are left, at three calls an hour.
    const hours = (Date.parse(estimated_end_at!) - Date.parse(whole.at)) / 3_600_000;
    expect([hours > 1.6, hours < 2]).toEqual([true, true]);

    await api.changeList(id, { max_attempts_per_day: null });
    expect((await progressOf(workspace, id)).members).toMatchObject({ waiting_retry_gap: 2 });
    await api.changeList(id, { max_attempts_total: 1 });
    expect((await progressOf(workspace, id)).members).toMatchObject({ in_call: 1, completed: 1, waiting_retry_gap: 1 });
    await api.changeList(id, { min_retry_seconds: 0 });
    expect((await progressOf(workspace, id)).members).toMatchObject({ queued: 4, in_call: 1, completed: 1 });

    // A registered call, and one from another list, count here, too.
    await client.post('/calls', { phone: contacts[5]!.phone });
    expect((await progressOf(workspace, id)).members).toMatchObject({ queued: 3, in_call: 2, completed: 1 });
    await api.removeMembers(id, [byId(contacts[4]!), byId(contacts[0]!)]);
    expect((await progressOf(workspace, id)).members).toEqual({ active: 4, queued: 2, in_call: 2, removed: 2 });
    await api.addMembers(id, [byId(contacts[0]!)]);
    expect((await progressOf(workspace, id)).members).toEqual({
      ...{ active: 5, queued: 2, in_call: 2, completed: 1, removed: 1 },
    });
    await api.changeList(id, { max_attempts_total: 0 });
    expect((await progressOf(workspace, id)).members).toEqual({ active: 5, frozen: 5, removed: 1 });
  });

  it('is of an active list of the workspace alone', async () => {
    const workspace = await TestWorkspace.make(service());
    const { smart_list_id: id } = await workspace.api.createList();
    await workspace.client.delete(`/smart-lists/${id}`);
    for (const unknown of [UNKNOWN_ID, id])
      await expectRefused(
        workspace,
        { method: 'GET', path: `/smart-lists/${unknown}/progress` },
        { code: 'not_found' },
      );
  });
});
