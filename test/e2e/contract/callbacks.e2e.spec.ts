import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService({ env: { TEST_CLOCK: '1', NODE_ENV: 'test' } });
let now = Date.parse('2031-09-01T10:00:00.000Z');
let workspace: TestWorkspace;

const iso = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

/** Puts the clock ahead. */
async function pass(minutes: number): Promise<void> {
  now += minutes * 60_000;
  success(await service().admin.send({ method: 'PUT', path: '/admin/clock', json: { now: iso(0) } }), 200);
}

beforeEach(async () => {
  // Each test has a day of its own: none is near midnight.
  await pass(24 * 60);
  workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
});

/** A list with a member. */
async function memberOf(settings: object = {}) {
  const { api } = workspace;
  const [contact] = await workspace.contacts(1);
  const { smart_list_id: id } = await api.createList(settings);
  await api.addMembers(id, [byId(contact!)]);
  return { id, contactId: contact!.contact_id, path: `/smart-lists/${id}/members/${contact!.contact_id}` };
}

const previewed = async (query: string) => {
  const { next } = await workspace.client.read<{ next: readonly { contact_id: string }[] }>(`/dialer/preview${query}`);
  return next.map(({ contact_id }) => contact_id);
};

describe('a callback of a member', () => {
  it('[api endpoints PATCH /smart-lists/{smartListId}/members/{contactId}] is shown with its owner, dialed by it first, and cleared by null', async () => {
    const { api } = workspace;
    const { id, contactId } = await memberOf();
    const callback = { callback_at: iso(60), callback_agent_id: 'mia', callback_owner_seconds: 600 };
    const set = await api.changeMember(id, contactId, callback);
    expect(set).toMatchObject({
      ...{ status: 'waiting', status_reason: 'callback_scheduled', schedule_time: iso(60) },
      callback: {
        ...{ callback_at: iso(60), agent_id: 'mia', owner_seconds: 600 },
        ...{ due_at: iso(60), owner_until: iso(70) },
      },
    });
    expect(await api.member(id, contactId)).toEqual(set);
    await pass(60);
    expect(await previewed('?agent_id=noa')).toEqual([]);
    expect(await previewed('?agent_id=mia')).toEqual([contactId]);
    expect(await api.member(id, contactId)).toMatchObject({ status: 'queued', status_reason: 'callback_due' });
    await pass(10);
    expect(await previewed('')).toEqual([contactId]);
    const cleared = await api.changeMember(id, contactId, { callback_at: null });
    expect(cleared).toMatchObject({ status: 'queued', status_reason: 'eligible', callback: null });
  });

  it('is counted by the progress of its list, as waiting and then as queued', async () => {
    const { api, client } = workspace;
    const { id, contactId } = await memberOf();
    await api.changeMember(id, contactId, { callback_at: iso(60) });
    const progress = async () => (await client.read<{ progress: object }>(`/smart-lists/${id}/progress`)).progress;
    expect(await progress()).toMatchObject({ members: { waiting_callback: 1, queued: 0 } });
    await pass(60);
    expect(await progress()).toMatchObject({ members: { waiting_callback: 0, queued: 1 } });
  });

  it('is refused for who is no active member, without attempts, too far ahead, and for an owner without a callback', async () => {
    const { api, client } = workspace;
    const { id, path } = await memberOf({ max_attempts_total: 1 });
    const at = { callback_at: iso(60) };
    expectProblem(await client.patch(`/smart-lists/${id}/members/${UNKNOWN_ID}`, at), 'not_found');
    expectProblem(await client.patch(path, { callback_at: iso(367 * 24 * 60) }), 'validation_failed');
    expectProblem(await client.patch(path, { ...at, callback_owner_seconds: 5 }), 'validation_failed');
    expectProblem(await client.patch(path, { callback_at: null, callback_agent_id: 'mia' }), 'validation_failed');
    const [call] = await api.next();
    await api.endCall(call!.call_id, 'busy');
    const { detail } = expectProblem(await client.patch(path, at), 'callback_refused');
    expect(detail).toContain(`from smart list ${id} are used up`);
  });
});

describe('a callback of an outcome', () => {
  it('is borne by the list that the contact is moved to, ends with its dispatch, and is shown by the call', async () => {
    const { api } = workspace;
    const { contactId } = await memberOf({ max_attempts_total: 1 });
    const { smart_list_id: later } = await api.createList();
    const destination = { destination_type: 'smart_list', destination_id: later };
    const { outcome } = await api.createOutcome({ outcome_name: 'later', ...destination });
    const [call] = await api.next();
    await api.endCall(call!.call_id, 'answered');
    await api.applyOutcome(call!.call_id, outcome.outcome_id, { callback_at: iso(30) });
    expect(await api.member(later, contactId)).toMatchObject({ callback: { callback_at: iso(30), agent_id: null } });
    await pass(30);
    const [again] = await api.next();
    expect(again).toMatchObject({ contact_id: contactId, snapshot: { callback_at: iso(0) } });
    expect(await api.member(later, contactId)).toMatchObject({ status: 'in_call', callback: null });
  });

  it('applies nothing where nobody could keep it, and none comes with an action', async () => {
    const { api, client } = workspace;
    const { id } = await memberOf();
    const { outcome } = await api.createOutcome({ outcome_name: 'off', destination_type: 'remove_from_all' });
    const hook = { outcome_type: 'action', webhook_url: 'https://hooks.example.com/outcome' };
    const { outcome: action } = await api.createOutcome(hook);
    const [call] = await api.next();
    const path = `/calls/${call!.call_id}/outcomes`;
    const callback = { callback_at: iso(30) };
    expectProblem(await client.post(path, { outcome_id: action.outcome_id, ...callback }), 'validation_failed');
    await api.endCall(call!.call_id, 'answered');
    const refused = await client.post(path, { outcome_id: outcome.outcome_id, ...callback });
    const { detail } = expectProblem(refused, 'callback_refused');
    expect(detail).toContain(`takes the contact off smart list ${id}:`);
    expect(await api.call(call!.call_id)).toMatchObject({ state: 'ended', outcomes: [] });
  });
});
