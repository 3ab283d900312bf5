import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { START } from '../../support/log.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';

const service = shareService({ env: { ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' } });
const receiver = shareReceivers();
const DAY_MS = 86_400_000;
let days = 0;

/** Puts the clock a number of days behind the first day. The answer comes when what ends by then has ended. */
async function onDay(day: number): Promise<void> {
  days = Math.max(days, day);
  const now = new Date(Date.parse('2030-03-04T09:00:00.000Z') + days * DAY_MS).toISOString();
  success(await service().admin.send({ method: 'PUT', path: '/admin/clock', json: { now } }), 200);
}

describe('a workspace that keeps calls and deliveries for a day', () => {
  it('shows neither phones nor messages later, and everything else; nothing brings them back', async () => {
    await onDay(0);
    const workspace = await TestWorkspace.make(service(), { calls_keep_days: 1, deliveries_keep_days: 1 });
    const { api, client } = workspace;
    const webhooks = new Webhooks(workspace);
    const echo = await receiver((request, response) => response.writeHead(200).end(request.body));
    const away = await receiver((_request, response) => response.writeHead(503).end('busy'));
    const [contact] = await workspace.contacts(1);
    const call = await api.registerCall(byId(contact!));
    const done = (await api.applyOutcome(call.call_id, await webhooks.action(echo.url))).delivery_id!;
    const open = (await api.applyOutcome(call.call_id, await webhooks.action(away.url))).delivery_id!;
    await webhooks.whenIs(done, 'delivered');
    await webhooks.whenIs(open, 'retrying');
    const ended = await api.endCall(call.call_id, 'answered');

    await onDay(1);
    expect(await api.call(call.call_id)).toEqual(ended);
    await onDay(2);
    // Rows are blanked by a look of their own, which on the distributed pair may come before they show what has ended;
    // the next one comes ten minutes later, or with the clock.
    await until('the response has ended', async () => {
      await onDay(2);
      return (await webhooks.get(done)).attempts[0]!.response_body === null;
    });
    expect(await webhooks.get(done)).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] });
    expect(await api.call(call.call_id)).toEqual({ ...ended, phone: null });
    await until('the delivery on its way is cancelled', async () => (await webhooks.get(open)).status === 'cancelled');
    expect((await webhooks.get(open)).next_attempt_at).toBeNull();
    for (const delivery of [done, open]) {
      expectProblem(await client.post(`/webhook-deliveries/${delivery}/redeliver`), 'resource_conflict');
    }

    const settings = { calls_keep_days: 30, deliveries_keep_days: null };
    await service().admin.patch(`/admin/workspaces/${workspace.id}`, settings);
    await onDay(3);
    expect((await api.call(call.call_id)).phone).toBeNull();
    expect((await api.contact(contact!.contact_id)).phone).toBe(contact!.phone);
    const told = (await service().log.after(START)).filter(({ type }) => type === 'PersonalDataExpired');
    const own = told.filter(({ metadata }) => metadata.workspace_id === workspace.id);
    expect(own.map(({ data }) => data)).toEqual([{ calls_before: '2030-03-05', deliveries_before: '2030-03-05' }]);
  });
});
