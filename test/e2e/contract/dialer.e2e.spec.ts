import { byId } from '../../support/api.js';
import { NO_CALL_DETAILS } from '../../support/call-details.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import type { Call, Member } from '../../support/types.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService();

const LATER = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const idsOf = (all: readonly { readonly contact_id: string }[]) => all.map(({ contact_id }) => contact_id);
const post = (path: string, json?: object) => ({ method: 'POST', path, ...(json && { json }) });
const read = (path: string) => ({ method: 'GET', path });

/** A workspace that dials no contact without a list, unless the settings enable it. */
const newWorkspace = (unlisted: object = { enabled: false }) => TestWorkspace.make(service(), { unlisted });

/** A list with this number of new contacts. */
async function listOf(workspace: TestWorkspace, count: number, settings: object = {}) {
  const contacts = await workspace.contacts(count);
  const list = await workspace.api.createList(settings);
  if (count > 0) await workspace.api.addMembers(list.smart_list_id, contacts.map(byId));
  return { id: list.smart_list_id, list, ids: idsOf(contacts) };
}

/** Dispatches the next contacts and ends their calls. */
async function called(workspace: TestWorkspace, result = 'busy'): Promise<Call> {
  const [call] = await workspace.api.next();
  return workspace.api.endCall(call!.call_id, result);
}

interface Explained {
  readonly ok: true;
  readonly eligible: boolean;
  readonly gates: readonly Readonly<Record<string, unknown>>[];
}
const explain = (workspace: TestWorkspace, listId: string, contactId: string) =>
  workspace.client.read<Explained>(`/smart-lists/${listId}/members/${contactId}/explain`);

describe('the next calls', () => {
  it('[api endpoints POST /dialer/next] [api call dispatched] return call, lease and list settings', async () => {
    const workspace = await newWorkspace();
    const settings = { priority: 'high', max_attempts_per_day: 2, max_attempts_total: 7, min_retry_seconds: 0 };
    const { id, list, ids } = await listOf(workspace, 2, settings);
    const [member] = await workspace.api.members(id);
    const [call, ...others] = await workspace.api.next();
    expect(others).toEqual([]);
    expect(call).toEqual({
      call_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      contact_id: ids[0],
      phone: member!.phone,
      smart_list_id: id,
      state: 'in_progress',
      result: null,
      attempt_number: 1,
      snapshot: {
        smart_list_id: id,
        name: list.name,
        priority: 'high',
        member_number: expect.any(Number) as number,
        max_attempts_per_day: 2,
        max_attempts_total: 7,
        min_retry_seconds: 0,
        retry_seconds: null,
        attempt_windows: null,
        contact_windows: null,
        calling_hours_id: null,
        lane: { calling_hours_id: null, zones: [] },
        dial_timeout_seconds: 30,
        next_list_id: null,
        callback_at: null,
        paused: false,
        scope: { dial_group_id: null, smart_list_id: null },
      },
      ...NO_CALL_DETAILS,
      outcomes: [],
      dispatched_at: LATER,
      lease_expires_at: LATER,
      ended_at: null,
      completed_at: null,
      erased_at: null,
    });
    expect(Date.parse(call!.lease_expires_at) - Date.parse(call!.dispatched_at)).toBe(7_200_000);
    expect(await workspace.api.call(call!.call_id)).toEqual(call);
    expect(idsOf(await workspace.api.next(50))).toEqual([ids[1]]);
    expect(await workspace.api.next(50)).toEqual([]);
  });

  it('[seed 1 rule 1] [seed 1 rule 3] [api call dispatched] come by tier, then unlisted', async () => {
    const workspace = await newWorkspace({ enabled: true });
    const [nowhere] = await workspace.contacts(1);
    const tiers = ['low', 'highest', 'lowest', 'medium', 'high'];
    const lists = new Map<string, string>();
    for (const priority of tiers) lists.set(priority, (await listOf(workspace, 1, { priority })).ids[0]!);
    const calls = await workspace.api.next(6);
    const inOrder = ['highest', 'high', 'medium', 'low', 'lowest'].map((priority) => lists.get(priority)!);
    expect(idsOf(calls)).toEqual([...inOrder, nowhere!.contact_id]);
    expect(calls.at(-1)).toMatchObject({
      smart_list_id: null,
      attempt_number: 1,
      snapshot: { smart_list_id: null, name: null, priority: null, next_list_id: null, max_attempts_per_day: 1 },
    });
  });

  it('[seed 1 rule 2] continue after the last member, and begin again at the end', async () => {
    const workspace = await newWorkspace();
    const { ids } = await listOf(workspace, 3, { min_retry_seconds: 0 });
    const order: string[] = [];
    for (let n = 0; n < 7; n += 1) order.push((await called(workspace)).contact_id);
    expect(order).toEqual([...ids, ...ids, ids[0]]);
  });

  it('[seed 1 rule 4] [seed 2.1 caps at dispatch] skip members at a cap; the total cap moves them', async () => {
    const workspace = await newWorkspace();
    const last = await workspace.api.createList({ priority: 'lowest', max_attempts_total: 0 });
    const often = { min_retry_seconds: 0 };
    const daily = await listOf(workspace, 1, { ...often, max_attempts_per_day: 1 });
    const total = await listOf(workspace, 1, { ...often, max_attempts_total: 1, next_list_id: last.smart_list_id });
    expect([(await called(workspace)).contact_id, (await called(workspace)).contact_id]).toEqual([
      ...daily.ids,
      ...total.ids,
    ]);
    expect(await workspace.api.next(2)).toEqual([]);
    expect(await workspace.api.members(daily.id)).toMatchObject([
      { status: 'waiting', status_reason: 'daily_cap_reached' },
    ]);
    expect(await workspace.api.members(total.id)).toEqual([]);
    expect(await workspace.api.members(total.id, 'removed')).toMatchObject([{ status_reason: 'moved_by_waterfall' }]);
    const moved = { contact_id: total.ids[0], status: 'frozen', source: 'waterfall', attempt_count: 0 };
    expect(await workspace.api.members(last.smart_list_id)).toMatchObject([moved]);
  });

  it('[seed 4 calls in flight] keep their snapshot when their list is changed and deleted', async () => {
    const workspace = await newWorkspace();
    const { id } = await listOf(workspace, 1);
    const [call] = await workspace.api.next();
    await workspace.api.changeList(id, { priority: 'low', name: 'Renamed', max_attempts_total: 9 });
    await workspace.api.deleteList(id);
    expect(await workspace.api.call(call!.call_id)).toEqual(call);
    expect(await workspace.api.endCall(call!.call_id, 'busy')).toMatchObject({ snapshot: call!.snapshot });
  });

  it.each([
    [{ limit: 0 }, 'out_of_range'],
    [{ limit: 51 }, 'out_of_range'],
    [{ limit: 1.5 }, 'not_an_integer'],
    [{ limit: '1' }, 'wrong_type'],
    [{ limit: null }, 'wrong_type'],
    [{ limits: 1 }, 'unknown_field'],
  ])('are refused for the body %j, and no contact is called', async (json, rule) => {
    const workspace = await newWorkspace();
    const pointer = `/${Object.keys(json)[0]!}`;
    await expectRefused(workspace, post('/dialer/next', json), { code: 'validation_failed', pointer, rule });
  });
});

describe('a preview', () => {
  it('[api endpoints GET /dialer/preview] shows the next calls in order, and changes nothing', async () => {
    const workspace = await newWorkspace();
    const { id, ids } = await listOf(workspace, 3, { min_retry_seconds: 0 });
    await called(workspace);
    const head = await service().log.head();
    const preview = await workspace.api.preview(50);
    expect(preview).toEqual([
      { contact_id: ids[1], smart_list_id: id, attempt_number: 1 },
      { contact_id: ids[2], smart_list_id: id, attempt_number: 1 },
      { contact_id: ids[0], smart_list_id: id, attempt_number: 2 },
    ]);
    expect(await workspace.client.read('/dialer/preview')).toEqual({ ok: true, next: preview.slice(0, 1) });
    const headers = { 'idempotency-key': 'a read has no use for it' };
    expect((await workspace.client.get('/dialer/preview', headers)).status).toBe(200);
    expect(await service().log.head()).toBe(head);
    const calls = await workspace.api.next(3);
    expect(
      calls.map(({ contact_id, smart_list_id, attempt_number }) => ({ contact_id, smart_list_id, attempt_number })),
    ).toEqual(preview);
  });

  it.each(['0', '51', '1.5', 'x', ''])('of %j is refused', async (limit) => {
    const workspace = await newWorkspace();
    const refusal = { code: 'validation_failed', pointer: '/limit' };
    await expectRefused(workspace, read(`/dialer/preview?limit=${limit}`), refusal);
  });
});

describe('members that are called', () => {
  const shown = async (workspace: TestWorkspace, listId: string) => {
    const byStatus: Record<string, readonly string[]> = {};
    for (const status of ['queued', 'waiting', 'in_call', 'completed', 'frozen', 'removed'])
      byStatus[status] = idsOf(await workspace.api.members(listId, status));
    return byStatus;
  };

  it('[seed 2.2 attempts] [api member statuses] show attempts, last disposition and schedule time', async () => {
    const workspace = await newWorkspace();
    const { outcome } = await workspace.api.createOutcome({ outcome_name: 'Sold' });
    const { id } = await listOf(workspace, 1, { min_retry_seconds: 60 });
    const call = await called(workspace, 'answered');
    await workspace.api.applyOutcome(call.call_id, outcome.outcome_id);
    expect(await workspace.api.members(id)).toMatchObject([
      {
        status: 'waiting',
        status_reason: 'retry_gap',
        attempt_count: 1,
        attempts_today: 1,
        last_attempt_at: call.dispatched_at,
        last_disposition: { outcome_id: outcome.outcome_id, outcome_name: 'Sold' },
        schedule_time: new Date(Date.parse(call.ended_at!) + 60_000).toISOString(),
      },
    ]);
  });

  it('[api member statuses] regain their attempt after the result not_placed', async () => {
    const workspace = await newWorkspace();
    const { id } = await listOf(workspace, 1);
    const call = await called(workspace, 'not_placed');
    const [member] = await workspace.api.members(id);
    expect(member).toMatchObject({ status: 'waiting', attempt_count: 0, attempts_today: 0 });
    expect(member!.last_attempt_at).toBe(call.dispatched_at);
  });

  it('[api member statuses] are found by their status', async () => {
    const workspace = await newWorkspace();
    const none = { queued: [], waiting: [], in_call: [], completed: [], frozen: [], removed: [] };
    const { id, ids } = await listOf(workspace, 5, { max_attempts_total: 2 });
    const [first, second, third, ...others] = ids;
    await called(workspace);
    const [call] = await workspace.api.next();
    expect(await shown(workspace, id)).toEqual({
      ...none,
      waiting: [first],
      in_call: [second],
      queued: [third, ...others],
    });
    await workspace.api.endCall(call!.call_id, 'busy');
    await workspace.api.changeList(id, { max_attempts_total: 1 });
    await workspace.api.removeMembers(id, [{ contact_id: third! }]);
    expect(await shown(workspace, id)).toEqual({
      ...none,
      completed: [first, second],
      queued: others,
      removed: [third],
    });
    await workspace.api.changeList(id, { max_attempts_total: null, min_retry_seconds: 0 });
    expect(await shown(workspace, id)).toEqual({ ...none, queued: [first, second, ...others], removed: [third] });
    await workspace.api.changeList(id, { max_attempts_per_day: 1 });
    expect(await shown(workspace, id)).toEqual({ ...none, waiting: [first, second], queued: others, removed: [third] });
    await workspace.api.changeList(id, { max_attempts_per_day: 0 });
    expect(await shown(workspace, id)).toEqual({ ...none, frozen: [first, second, ...others], removed: [third] });
  });

  it('[api member statuses] are paged by status, each once', async () => {
    const workspace = await newWorkspace();
    const { id, ids } = await listOf(workspace, 12, { max_attempts_total: 5 });
    await workspace.api.next(5);
    const walk = (status: string) =>
      workspace.client.walk<Member>(`/smart-lists/${id}/members?status=${status}`, 'members', 2);
    expect(idsOf(await walk('in_call')).sort()).toEqual(ids.slice(0, 5).sort());
    expect(idsOf(await walk('queued'))).toEqual(ids.slice(5));
    for (const { call_id } of await workspace.api.next(3)) await workspace.api.endCall(call_id, 'busy');
    expect(idsOf(await walk('waiting'))).toEqual(ids.slice(5, 8));
    await workspace.api.changeList(id, { max_attempts_total: 1 });
    expect(idsOf(await walk('completed'))).toEqual(ids.slice(5, 8));
  });
});

describe('an explanation', () => {
  it('[api endpoints GET /smart-lists/{smartListId}/members/{contactId}/explain] has every gate', async () => {
    const workspace = await newWorkspace();
    const { id, ids } = await listOf(workspace, 1, { max_attempts_per_day: 3, max_attempts_total: 5 });
    const call = await called(workspace);
    const until = new Date(Date.parse(call.ended_at!) + 3_600_000).toISOString();
    const passed = { passed: true, until: null };
    expect(await explain(workspace, id, ids[0]!.toUpperCase())).toEqual({
      ok: true,
      eligible: false,
      gates: [
        { gate: 'membership', status: 'removed', value: 'active', threshold: 'active', ...passed },
        { gate: 'do_not_call', status: 'frozen', value: 'free', threshold: 'free', ...passed },
        { gate: 'dialing_not_paused', status: 'frozen', value: 'running', threshold: 'running', ...passed },
        { gate: 'list_not_paused', status: 'frozen', value: 'running', threshold: 'running', ...passed },
        { gate: 'caps_not_zero', status: 'frozen', value: 3, threshold: 0, ...passed },
        { gate: 'no_call_in_flight', status: 'in_call', value: null, threshold: null, ...passed },
        { gate: 'total_cap', status: 'completed', value: 1, threshold: 5, ...passed },
        { gate: 'callback', status: 'waiting', value: null, threshold: null, ...passed },
        { gate: 'daily_cap', status: 'waiting', value: 1, threshold: 3, ...passed },
        { gate: 'attempt_windows', status: 'waiting', value: null, threshold: null, ...passed },
        { gate: 'contact_windows', status: 'waiting', value: null, threshold: null, ...passed },
        {
          gate: 'retry_gap',
          status: 'waiting',
          value: expect.any(Number) as number,
          threshold: 3_600,
          passed: false,
          until,
        },
        {
          ...{ gate: 'calling_hours', status: 'waiting', value: null, threshold: null, ...passed },
          ...{ zones: expect.any(Array) as string[], zones_source: expect.any(String) as string },
        },
      ],
    });
  });

  it('gives the reason why a member was removed, and is 404 for a contact that never was a member', async () => {
    const workspace = await newWorkspace();
    const { id, ids } = await listOf(workspace, 1);
    expect((await explain(workspace, id, ids[0]!)).eligible).toBe(true);
    await workspace.api.removeMembers(id, [{ contact_id: ids[0]! }]);
    const { eligible, gates } = await explain(workspace, id, ids[0]!);
    expect([eligible, gates[0]]).toMatchObject([false, { passed: false, value: 'removed_by_request' }]);
    const [stranger] = await workspace.contacts(1);
    for (const path of [`${id}/members/${stranger!.contact_id}`, `${id}/members/x`, `${UNKNOWN_ID}/members/${ids[0]!}`])
      await expectRefused(workspace, read(`/smart-lists/${path}/explain`), { code: 'not_found' });
  });
});
