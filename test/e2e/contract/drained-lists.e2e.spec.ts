import { byId } from '../../support/api.js';
import { START } from '../../support/log.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { type Received, shareReceivers, toReceiversHere } from '../../support/webhooks.js';
import { Endpoints } from '../../support/webhook-endpoints.js';
import { TestWorkspace } from '../../support/workspace.js';

const T = Date.parse('2030-01-10T15:00:00.000Z');

const service = shareService({ env: { ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' } });
const receiver = shareReceivers();
let workspace: TestWorkspace;
let received: readonly Received[];
let endpointId: string;
let now = T;

const pass = async (seconds: number): Promise<void> => {
  now += seconds * 1_000;
  const json = { now: new Date(now).toISOString() };
  expect((await service().admin.send({ method: 'PUT', path: '/admin/clock', json })).status).toBe(200);
};

beforeEach(async () => {
  await pass(0);
  workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
  const inbox = await receiver();
  received = inbox.received;
  endpointId = (await new Endpoints(workspace).create(inbox.url, ['list.drained'])).endpoint_id;
});

/** The messages so far, and that they are all: each event of a drained list has been forwarded and sent. */
async function drained(count: number): Promise<readonly object[]> {
  await until(`${count} messages`, () => Promise.resolve(received.length >= count));
  const events = (await service().log.after(START)).filter(
    ({ type, metadata }) => type === 'ListDrained' && metadata.workspace_id === workspace.id,
  );
  expect(events).toHaveLength(count);
  const messages = received.map(({ body }) => JSON.parse(body) as { readonly revision: number; readonly data: object });
  expect(messages).toHaveLength(count);
  return messages.sort((a, b) => a.revision - b.revision).map(({ data }) => data);
}

/** Calls whoever is next, and ends the call. */
async function callNext(result = 'busy'): Promise<void> {
  const [call] = await workspace.api.next();
  await workspace.api.endCall(call!.call_id, result);
}

describe('a drained list', () => {
  it('[api webhook-endpoints drained] is told when the last attempt is used up, and not while one waits', async () => {
    const { api } = workspace;
    const { smart_list_id } = await api.createList({ max_attempts_total: 2, min_retry_seconds: 60 });
    const [ann, bob] = await workspace.contacts(2);
    await api.addMembers(smart_list_id, [byId(ann!), byId(bob!)]);
    await callNext();
    await callNext();
    await pass(60);
    await callNext('not_placed');
    await callNext();
    expect(await drained(0)).toEqual([]);
    await pass(60);
    const [last] = await api.next();
    expect(await drained(0)).toEqual([]);
    await api.endCall(last!.call_id, 'answered');
    const told = { smart_list_id, completed_members: 2 };
    expect(await drained(1)).toEqual([{ ...told, drained_at: new Date(now).toISOString() }]);
    // Whoever is done may leave, a cap may be lowered, and days may pass: nothing is drained anew.
    await api.removeMembers(smart_list_id, [byId(bob!)]);
    await api.changeList(smart_list_id, { max_attempts_total: 1 });
    await pass(2 * 86_400);
    await drained(1);
    const path = `/events?subject_type=list&subject_id=${smart_list_id}&type=ListDrained`;
    await until('the index of events has it', async () => {
      const { events } = await api.client.read<{ events: readonly object[] }>(path);
      return events.length === 1;
    });
  });

  it('[api webhook-endpoints drained] is told anew after members or attempts were added', async () => {
    const { api } = workspace;
    const { smart_list_id: list } = await api.createList({ max_attempts_total: 1, min_retry_seconds: 0 });
    const [ann, bob] = await workspace.contacts(2);
    await api.addMembers(list, [byId(ann!)]);
    await callNext();
    await api.addMembers(list, [byId(bob!)]);
    await api.removeEverywhere([byId(bob!)]);
    await api.changeList(list, { max_attempts_total: 2 });
    await api.changeList(list, { max_attempts_total: 1 });
    await api.changeList(list, { max_attempts_total: null });
    await api.deleteContact(ann!.contact_id);
    const counts = (await drained(4)) as readonly { completed_members: number }[];
    expect(counts.map(({ completed_members }) => completed_members)).toEqual([1, 1, 1, 0]);
  });

  it('[api webhook-endpoints drained] is neither one that is deleted, nor one that never had a member', async () => {
    const { api } = workspace;
    const { smart_list_id: empty } = await api.createList({ max_attempts_total: 1 });
    await api.changeList(empty, { max_attempts_total: 3 });
    const next = await api.createList();
    const { smart_list_id: list } = await api.createList({ max_attempts_total: 1, next_list_id: next.smart_list_id });
    const [ann] = await workspace.contacts(1);
    await api.addMembers(list, [byId(ann!)]);
    await api.deleteList(list);
    const from = await api.createList({ max_attempts_total: 1, next_list_id: next.smart_list_id, priority: 'highest' });
    await api.addMembers(from.smart_list_id, [byId(ann!)]);
    await callNext();
    const told = { smart_list_id: from.smart_list_id, completed_members: 0 };
    expect(await drained(1)).toEqual([{ ...told, drained_at: new Date(now).toISOString() }]);
    expect((await workspace.client.get(`/webhook-endpoints/${endpointId}/deliveries?type=list.drained`)).status).toBe(
      200,
    );
  });
});
