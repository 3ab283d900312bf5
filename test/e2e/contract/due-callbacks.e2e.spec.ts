import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { START } from '../../support/log.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { type Received, shareReceivers, toReceiversHere } from '../../support/webhooks.js';
import { Endpoints } from '../../support/webhook-endpoints.js';
import { TestWorkspace } from '../../support/workspace.js';

const service = shareService({ env: { ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' } });
const receiver = shareReceivers();
let workspace: TestWorkspace;
let received: readonly Received[];
let now = Date.parse('2032-02-02T09:00:00.000Z');

const later = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();

const pass = async (minutes: number): Promise<void> => {
  now += minutes * 60_000;
  success(await service().admin.send({ method: 'PUT', path: '/admin/clock', json: { now: later(0) } }), 200);
};

beforeEach(async () => {
  await pass(24 * 60);
  workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
  const inbox = await receiver();
  received = inbox.received;
  await new Endpoints(workspace).create(inbox.url, ['callback.due']);
});

interface Told {
  readonly contact_id: string;
  readonly callback_at: string;
  readonly due_at: string;
}

/** The messages so far, in the order of their events, and that the log has no more events than these. */
async function told(count: number): Promise<readonly Told[]> {
  await until(`${count} messages`, () => Promise.resolve(received.length >= count));
  const events = (await service().log.after(START)).filter(
    ({ type, metadata }) => type === 'CallbackDue' && metadata.workspace_id === workspace.id,
  );
  expect(events).toHaveLength(count);
  const messages = received.map(({ body }) => JSON.parse(body) as { readonly revision: number; readonly data: Told });
  return messages.sort((a, b) => a.revision - b.revision).map(({ data }) => data);
}

/** A list with these settings, and its members. */
async function listOf(members: number, settings: object = {}) {
  const { smart_list_id: list } = await workspace.api.createList({ min_retry_seconds: 0, ...settings });
  const contacts = await workspace.contacts(members);
  await workspace.api.addMembers(list, contacts.map(byId));
  const set = async (at: number, callback: object): Promise<void> => {
    const path = `/smart-lists/${list}/members/${contacts[at]!.contact_id}`;
    success(await workspace.client.patch(path, callback), 200);
  };
  return { list, ids: contacts.map(({ contact_id }) => contact_id), set };
}

describe('a callback', () => {
  it('[api webhook-endpoints callbacks] is told when it is due, not when it is set, and once, also on a paused list', async () => {
    const { list, ids, set } = await listOf(3, { paused: true });
    const [one, two] = [later(10), later(20)];
    await set(0, { callback_at: one, callback_agent_id: 'agent-7' });
    await set(1, { callback_at: two });
    await set(2, { callback_at: two });
    await pass(9);
    expect(await told(0)).toEqual([]);
    await pass(1);
    const first = { contact_id: ids[0], smart_list_id: list, callback_at: one, agent_id: 'agent-7', due_at: one };
    expect(await told(1)).toEqual([first]);
    await pass(60);
    const due = { smart_list_id: list, callback_at: two, agent_id: null, due_at: two };
    expect(await told(3)).toEqual([first, { contact_id: ids[1], ...due }, { contact_id: ids[2], ...due }]);
    await pass(24 * 60);
    await told(3);
    // Set anew, it is another promise.
    await set(0, { callback_at: later(1) });
    await pass(1);
    expect((await told(4)).at(-1)).toMatchObject({ contact_id: ids[0], due_at: later(0) });
  });

  it('[api webhook-endpoints callbacks] is not told where it was cleared, replaced or left the list before', async () => {
    const { list, ids, set } = await listOf(3);
    const at = later(10);
    for (const member of [0, 1, 2]) await set(member, { callback_at: at });
    await set(0, { callback_at: null });
    await set(1, { callback_at: later(30) });
    await workspace.api.removeMembers(list, [{ contact_id: ids[2]! }]);
    await pass(29);
    expect(await told(0)).toEqual([]);
    await pass(1);
    expect(await told(1)).toMatchObject([{ contact_id: ids[1] }]);
  });

  it('[api webhook-endpoints callbacks] is told when a cap lets it pass, and soon after a change that does', async () => {
    const { list, ids, set } = await listOf(2, { max_attempts_per_day: 1 });
    for (const call of await workspace.api.next(2)) await workspace.api.endCall(call.call_id, 'answered');
    const agreed = later(10);
    await set(0, { callback_at: agreed });
    await pass(10);
    expect(await told(0)).toEqual([]);
    await workspace.api.changeList(list, { max_attempts_per_day: 2 });
    await pass(1);
    expect(await told(1)).toMatchObject([{ contact_id: ids[0], callback_at: agreed, due_at: agreed }]);
    await workspace.api.changeList(list, { max_attempts_per_day: 1 });
    await set(1, { callback_at: later(1) });
    await pass(23 * 60);
    const { callback_at, due_at } = (await told(2))[1]!;
    expect(due_at > callback_at).toBe(true);
  });

  it('[api webhook-endpoints callbacks] of a call that was not placed is told again', async () => {
    const { ids, set } = await listOf(1, { min_retry_seconds: 600 });
    await set(0, { callback_at: later(5) });
    await pass(5);
    await told(1);
    const [call] = await workspace.api.next(1);
    await workspace.api.endCall(call!.call_id, 'not_placed');
    await pass(10);
    expect(await told(2)).toMatchObject([{}, { contact_id: ids[0], callback_at: later(0), due_at: later(0) }]);
  });
});
