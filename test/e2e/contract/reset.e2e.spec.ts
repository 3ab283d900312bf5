import { randomUUID } from 'node:crypto';
import { byId, byPhone } from '../../support/api.js';
import { success } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import { shareService } from '../../support/shared.js';
import type { Contact } from '../../support/types.js';
import { until } from '../../support/until.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService({ env: { TEST_CLOCK: '1', NODE_ENV: 'test' } });
let now = Date.parse('2031-04-07T10:00:00.000Z');
let workspace: TestWorkspace;

/** Puts the clock ahead. */
async function pass(minutes: number): Promise<void> {
  now += minutes * 60_000;
  const json = { now: new Date(now).toISOString() };
  success(await service().admin.send({ method: 'PUT', path: '/admin/clock', json }), 200);
}

beforeEach(async () => {
  // Each test has a day of its own: none is near midnight.
  await pass(24 * 60);
  workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
});

/** A list whose members are called twice, with these members. */
async function listOf(contacts: readonly Pick<Contact, 'contact_id'>[], settings: object = {}): Promise<string> {
  const { api } = workspace;
  const { smart_list_id: id } = await api.createList({ max_attempts_total: 2, min_retry_seconds: 0, ...settings });
  await api.addMembers(id, contacts.map(byId));
  return id;
}

/** Calls who is next, a minute later, and ends the call after another one. */
async function callNext(result = 'no_answer'): Promise<string> {
  await pass(1);
  const [call] = await workspace.api.next();
  await pass(1);
  await workspace.api.endCall(call!.call_id, result);
  return call!.call_id;
}

const picked = async (limit: number) => {
  const calls = await workspace.api.next(limit);
  return calls.map(({ call_id, contact_id, attempt_number }) => ({ call_id, contact_id, attempt_number }));
};

describe('a batch reset of members', () => {
  it('[api endpoints POST /smart-lists/{smartListId}/members/batch-reset] has their attempts count from 0 again; the day, the place and the calls stay', async () => {
    const { api, client } = workspace;
    const [ann, bob, cat] = await workspace.contacts(3);
    const id = await listOf([ann!, bob!]);
    for (let calls = 0; calls < 3; calls += 1) await callNext();
    const before = await api.member(id, ann!.contact_id);
    expect(before).toMatchObject({ status: 'completed', attempt_count: 2, attempts_today: 2 });

    const references = [byPhone(ann!), byId(cat!), byId(ann!), { contact_id: UNKNOWN_ID }];
    expect(await api.resetMembers(id, references)).toEqual({
      ...{ ok: true, reset: 1, skipped: 2, unmatched: 1 },
      unmatched_references: [{ contact_id: UNKNOWN_ID }],
    });
    const none = { ok: true, reset: 0, skipped: 1, unmatched: 0 };
    const head = await service().log.head();
    expect(await api.resetMembers(id, [byId(ann!)])).toEqual(none);
    expect(await service().log.head()).toBe(head);

    const { schedule_time: _, ...rest } = before;
    const queued = { status: 'queued', status_reason: 'eligible', attempt_count: 0 };
    expect(await api.member(id, ann!.contact_id)).toMatchObject({ ...rest, ...queued });
    expect(await api.members(id, 'completed')).toEqual([]);
    const { progress } = await client.read<{ progress: object }>(`/smart-lists/${id}/progress`);
    expect(progress).toMatchObject({ members: { queued: 2, completed: 0 }, attempt_count: 3, attempts_today: 3 });
    // The cursor stands at Ann, who was called last.
    expect(await picked(2)).toMatchObject([
      { contact_id: bob!.contact_id, attempt_number: 2 },
      { contact_id: ann!.contact_id, attempt_number: 1 },
    ]);
  });

  it('[api endpoints POST /smart-lists/{smartListId}/members/batch-reset] counts in a call: given back, the call changes the day alone', async () => {
    const { api } = workspace;
    const [ann, bob] = await workspace.contacts(2);
    const id = await listOf([ann!, bob!]);
    await callNext();
    await callNext();
    await pass(1);
    const [first, second] = await picked(2);
    expect(await api.resetMembers(id, [byId(ann!), byId(bob!)])).toMatchObject({ reset: 2, skipped: 0 });
    expect(await api.members(id, 'in_call')).toMatchObject([
      { attempt_count: 0, attempts_today: 2 },
      { attempt_count: 0, attempts_today: 2 },
    ]);
    await api.endCall(first!.call_id, 'not_placed');
    await api.endCall(second!.call_id, 'no_answer');
    expect(await api.members(id, 'queued')).toMatchObject([
      { contact_id: first!.contact_id, attempt_count: 0, attempts_today: 1 },
      { contact_id: second!.contact_id, attempt_count: 0, attempts_today: 2 },
    ]);
    await pass(1);
    expect(await picked(2)).toMatchObject([{ attempt_number: 1 }, { attempt_number: 1 }]);
  });

  it('[api endpoints POST /smart-lists/{smartListId}/members/batch-reset] counts in the wrap-up time: the call exhausts nobody', async () => {
    const { api } = workspace;
    const [ann] = await workspace.contacts(1);
    const { smart_list_id: next } = await api.createList();
    const id = await listOf([ann!], { max_attempts_total: 1, next_list_id: next });
    const { outcome } = await api.createOutcome();
    const call = await callNext('answered');
    expect(await api.member(id, ann!.contact_id)).toMatchObject({ status: 'completed', attempt_count: 1 });
    expect(await api.resetMembers(id, [byId(ann!)])).toMatchObject({ reset: 1 });
    await api.applyOutcome(call, outcome.outcome_id);
    expect(await api.member(id, ann!.contact_id)).toMatchObject({ status: 'queued', attempt_count: 0 });
    expect(await api.members(next)).toEqual([]);
    // The next call is the last one again.
    await api.applyOutcome(await callNext('answered'), outcome.outcome_id);
    expect(await api.member(id, ann!.contact_id)).toMatchObject({ status_reason: 'moved_by_waterfall' });
    expect(await api.members(next)).toMatchObject([{ contact_id: ann!.contact_id, attempt_count: 0 }]);
  });

  it('[api endpoints POST /smart-lists/{smartListId}/members/batch-reset] leaves the daily cap and the retry gap alone, and members who have left the list', async () => {
    const { api } = workspace;
    const [ann, bob] = await workspace.contacts(2);
    const id = await listOf([ann!], { max_attempts_total: null, min_retry_seconds: 600 });
    await callNext();
    const { schedule_time } = await api.member(id, ann!.contact_id);
    await api.resetMembers(id, [byId(ann!)]);
    const gap = { status_reason: 'retry_gap', schedule_time, attempt_count: 0 };
    expect(await api.member(id, ann!.contact_id)).toMatchObject(gap);
    await api.changeList(id, { max_attempts_per_day: 1 });
    expect(await api.member(id, ann!.contact_id)).toMatchObject({ status_reason: 'daily_cap_reached' });

    await api.addMembers(id, [byId(bob!)]);
    await callNext();
    await api.removeMembers(id, [byId(bob!)]);
    expect(await api.resetMembers(id, [byId(bob!)])).toMatchObject({ reset: 0, skipped: 1 });
    expect(await api.members(id, 'removed')).toMatchObject([{ attempt_count: 1 }]);
  });

  it('[api endpoints POST /smart-lists/{smartListId}/members/batch-reset] is done once under an Idempotency-Key, and is one event in the timeline of the member', async () => {
    const { api, client } = workspace;
    const [ann] = await workspace.contacts(1);
    const id = await listOf([ann!]);
    await callNext();
    const path = `/smart-lists/${id}/members/batch-reset`;
    const headers = { 'idempotency-key': randomUUID() };
    const first = await client.post(path, { members: [byId(ann!)] }, headers);
    expect(jsonOf(first)).toEqual({ ok: true, reset: 1, skipped: 0, unmatched: 0 });
    await callNext();
    const again = await client.post(path, { members: [byId(ann!)] }, headers);
    expect([again.bytes.toString(), again.headers['idempotent-replayed']]).toEqual([first.bytes.toString(), 'true']);
    expect(await api.member(id, ann!.contact_id)).toMatchObject({ attempt_count: 1, attempts_today: 2 });
    const { client: admin } = await workspace.key({ scopes: ['events:read'] });
    const eventsPath = `/events?subject_type=member&subject_id=${id}/${ann!.contact_id}&type=MembersReset`;
    // The index of events follows the log.
    const resets = async () => (await admin.read<{ events: readonly object[] }>(eventsPath)).events;
    await until('the event is found', async () => (await resets()).length > 0);
    expect(await resets()).toMatchObject([{ data: { smart_list_id: id, contact_ids: [ann!.contact_id] } }]);
  });
});

describe('a reset of a list', () => {
  it('[api endpoints POST /smart-lists/{smartListId}/reset] is of those who have used up their attempts, or of all; the day and the places stay', async () => {
    const { api, client } = workspace;
    const [ann, bob, cat] = await workspace.contacts(3);
    const id = await listOf([ann!, bob!, cat!]);
    for (let calls = 0; calls < 5; calls += 1) await callNext();
    const { version, updated_at } = await api.list(id);
    const path = `/smart-lists/${id}/reset`;
    expect(jsonOf(await client.post(path))).toEqual({ ok: true, smart_list_id: id, reset: true });
    expect(await api.members(id)).toMatchObject([
      { contact_id: ann!.contact_id, status: 'queued', attempt_count: 0, attempts_today: 2 },
      { contact_id: bob!.contact_id, status: 'queued', attempt_count: 0, attempts_today: 2 },
      { contact_id: cat!.contact_id, status: 'queued', attempt_count: 1, attempts_today: 1 },
    ]);
    expect(await api.list(id)).toMatchObject({ version, updated_at });
    expect(await api.members(id, 'completed')).toEqual([]);
    const { progress } = await client.read<{ progress: object }>(`/smart-lists/${id}/progress`);
    expect(progress).toMatchObject({ members: { queued: 3, completed: 0 }, attempt_count: 5 });
    // The cursor stands at Bob, who was called last.
    const calls = await picked(3);
    expect(calls).toMatchObject([
      { contact_id: cat!.contact_id, attempt_number: 2 },
      { contact_id: ann!.contact_id, attempt_number: 1 },
      { contact_id: bob!.contact_id, attempt_number: 1 },
    ]);
    await api.resetList(id, false);
    expect(await api.members(id, 'in_call')).toMatchObject([
      { attempt_count: 0 },
      { attempt_count: 0 },
      { attempt_count: 0 },
    ]);
    await api.endCall(calls[0]!.call_id, 'not_placed');
    await api.endCall(calls[1]!.call_id, 'no_answer');
    expect(await api.members(id, 'queued')).toMatchObject([
      { contact_id: ann!.contact_id, attempt_count: 0, attempts_today: 3 },
      { contact_id: cat!.contact_id, attempt_count: 0, attempts_today: 1 },
    ]);
  });

  it('[api endpoints POST /smart-lists/{smartListId}/reset] is of the members of that moment, by its cap: not of who comes later, nor of who has left', async () => {
    const { api } = workspace;
    const [ann, bob] = await workspace.contacts(2);
    const id = await listOf([ann!, bob!], { max_attempts_total: 1 });
    await callNext();
    await callNext();
    await api.removeMembers(id, [byId(bob!)]);
    await api.resetList(id);
    await api.changeList(id, { max_attempts_total: 2 });
    await api.addMembers(id, [byId(bob!)]);
    expect(await api.members(id)).toMatchObject([{ attempt_count: 0 }, { attempt_count: 1 }]);
    // Whoever was reset before it left comes back as it was then.
    await api.removeMembers(id, [byId(ann!)]);
    expect(await api.members(id, 'removed')).toMatchObject([{ attempt_count: 0 }]);
    await api.addMembers(id, [byId(ann!)]);
    expect(await api.member(id, ann!.contact_id)).toMatchObject({ attempt_count: 0, attempts_today: 1 });
  });

  it('[api endpoints POST /smart-lists/{smartListId}/reset] counts in the wrap-up time, is one event, and none where it can be of nobody', async () => {
    const { api, client } = workspace;
    const [ann] = await workspace.contacts(1);
    const { smart_list_id: next } = await api.createList();
    const id = await listOf([ann!], { max_attempts_total: 1, next_list_id: next });
    const { outcome } = await api.createOutcome();
    const call = await callNext('answered');
    await api.resetList(id);
    await api.applyOutcome(call, outcome.outcome_id);
    expect(await api.member(id, ann!.contact_id)).toMatchObject({ status: 'queued', attempt_count: 0 });
    expect(await api.members(next)).toEqual([]);
    const head = await service().log.head();
    await api.resetList(next, false);
    await api.changeList(id, { max_attempts_total: 1 });
    expect(await service().log.head()).toBe(head);
    const { client: admin } = await workspace.key({ scopes: ['events:read'] });
    const eventsPath = `/events?subject_type=list&subject_id=${id}&type=SmartListReset`;
    // The index of events follows the log.
    const resets = async () => (await admin.read<{ events: readonly object[] }>(eventsPath)).events;
    await until('the event is found', async () => (await resets()).length > 0);
    expect(await resets()).toMatchObject([{ data: { smart_list_id: id, completed_only: true } }]);
    expect((await client.post(`/smart-lists/${id}/reset`, { completed_only: null })).status).toBe(400);
    expect((await client.post(`/smart-lists/${UNKNOWN_ID}/reset`)).status).toBe(404);
  });
});
