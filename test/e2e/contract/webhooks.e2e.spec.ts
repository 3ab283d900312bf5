import { Webhook } from 'standardwebhooks';
import { jsonOf } from '../../support/contract.js';
import { expectProblem } from '../../support/problem.js';
import { startService } from '../../support/service.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { bareSignature, type Received, shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';

const T = Date.parse('2030-01-10T15:00:00.000Z');
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

// The test clock is refused in production, the mode of other tests.
const service = shareService({ env: { ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' } });
const receiver = shareReceivers();
let workspace: TestWorkspace;
let webhooks: Webhooks;
let now = T;

const putClock = async (milliseconds: number): Promise<void> => {
  now = milliseconds;
  const json = { now: new Date(milliseconds).toISOString() };
  expect((await service().admin.send({ method: 'PUT', path: '/admin/clock', json })).status).toBe(200);
};
const pass = (milliseconds: number): Promise<void> => putClock(now + milliseconds);
const header = (request: Received, name: string): string => String(request.headers[name]);

beforeEach(async () => {
  await putClock(now);
  workspace = await TestWorkspace.make(service());
  webhooks = new Webhooks(workspace);
});

describe('a webhook', () => {
  it('[seed 6 request] [seed 6 payload] [api webhook body] is a POST of the recorded body', async () => {
    const { url, received } = await receiver();
    const { api } = workspace;
    const { smart_list_id: destination_id, name: destination_name } = await api.createList();
    const to = { destination_type: 'smart_list', destination_id };
    const outcome_id = await webhooks.action(url, { outcome_name: 'Sold “now”', ...to });
    const call = await workspace.call();
    await api.changeCall(call.call_id, { agent_id: 'ada' });
    const { delivery_id } = await api.applyOutcome(call.call_id, outcome_id, { notes: 'Yes.' });
    await webhooks.whenIs(delivery_id!, 'delivered');
    expect(received).toHaveLength(1);
    const [{ path, headers, body }] = received as [Received];
    expect([path, headers['content-type']]).toEqual(['/hook', 'application/json']);
    expect(body).toBe(
      JSON.stringify({
        type: 'outcome.applied',
        timestamp: new Date(now).toISOString(),
        delivery_id,
        workspace_id: workspace.id,
        outcome: { outcome_id, outcome_name: 'Sold “now”', outcome_type: 'action' },
        call: {
          ...{ call_id: call.call_id, smart_list_id: null, sequence: 1, dispatched_at: call.dispatched_at },
          ...{ agent_id: 'ada', reference: null, notes: 'Yes.', duration_seconds: null, recording_url: null },
        },
        contact: { contact_id: call.contact_id, phone: call.phone },
        destination: { ...to, destination_name },
      }),
    );
  });

  it('[seed 6 headers] [api webhook signatures] has its id and both signatures over its raw body', async () => {
    const { url, received } = await receiver();
    const secret = await webhooks.rotate();
    const id = await webhooks.apply(await webhooks.action(url));
    await webhooks.whenIs(id, 'delivered');
    const [request] = received as [Received];
    expect(header(request, 'x-service-delivery-id')).toBe(id);
    expect(header(request, 'webhook-id')).toBe(id);
    expect(header(request, 'x-service-signature')).toBe(bareSignature(request, secret));
    // Receivers compare the timestamp with their own clocks, so it is real time despite the test clock.
    expect(Math.abs(Number(header(request, 'webhook-timestamp')) * SECOND - Date.now())).toBeLessThan(60 * SECOND);
    const verified = new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'outcome.applied', delivery_id: id });
  });

  it('[api webhook rotation] is signed with every live secret, newest first', async () => {
    const { url, received } = await receiver();
    const action = await webhooks.action(url);
    const [old, newer] = [await webhooks.rotate(), await webhooks.rotate({ previous_secret_expires_in: 60 })];
    await webhooks.whenIs(await webhooks.apply(action), 'delivered');
    await pass(60 * SECOND);
    await webhooks.whenIs(await webhooks.apply(action), 'delivered');
    const [during, after] = received as [Received, Received];
    // The secret created with the outcome expires with the old one: the last rotation bounded both.
    const signatures = header(during, 'x-service-signature').split(',');
    expect(signatures.slice(0, 2)).toEqual([bareSignature(during, newer), bareSignature(during, old)]);
    for (const secret of [old, newer]) {
      new Webhook(secret).verify(during.body, during.headers as Record<string, string>);
    }
    expect(header(after, 'x-service-signature')).toBe(bareSignature(after, newer));
  });

  it('[api webhook snapshot] is sent as it was requested, although its outcome was changed or deleted', async () => {
    const { url, received } = await receiver((_request, response, number) => {
      response.statusCode = number === 1 ? 500 : 200;
      response.end();
    });
    const action = await webhooks.action(url);
    const id = await webhooks.apply(action);
    await webhooks.whenIs(id, 'retrying');
    await workspace.api.changeOutcome(action, { webhook_url: 'https://127.0.0.1:1/elsewhere', outcome_name: 'Other' });
    await workspace.api.deleteOutcome(action);
    await pass(6 * SECOND);
    await webhooks.whenIs(id, 'delivered', 2);
    expect(received[1]!.body).toBe(received[0]!.body);
  });

  it('[api webhook egress] is not sent to a refused address, and the attempt records it', async () => {
    const { port, received } = await receiver();
    const guarded = await startService();
    try {
      const mine = await TestWorkspace.make(guarded);
      const hooks = new Webhooks(mine);
      const id = await hooks.apply(await hooks.action(`https://localhost:${port}/hook`));
      const { attempts } = await hooks.whenIs(id, 'retrying');
      expect(attempts).toMatchObject([{ status: null, error: expect.stringMatching(/^guard/) as string }]);
      expect(received).toEqual([]);
    } finally {
      await guarded.stop();
    }
  }, 120_000);
});

describe('a failed attempt', () => {
  it('[api webhook retries] is repeated with the same id and bytes after 5 s, 5 min … ±20 %, ten in all', async () => {
    const { url, received } = await receiver((_request, response) => {
      response.statusCode = 302;
      response.setHeader('location', '/elsewhere');
      response.end('no');
    });
    const id = await webhooks.apply(await webhooks.action(url));
    const delays = [5, 300, 1_800, 2 * 3_600, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600];
    for (const [n, delay] of delays.entries()) {
      const { next_attempt_at, attempts } = await webhooks.whenIs(id, 'retrying', n + 1);
      expect(attempts.at(-1)).toMatchObject({ at: new Date(now).toISOString(), status: 302, response_body: 'no' });
      const wait = (Date.parse(next_attempt_at!) - now) / SECOND;
      expect(Math.abs(wait - delay)).toBeLessThanOrEqual(delay * 0.2);
      await putClock(Date.parse(next_attempt_at!) - 1);
      expect(received).toHaveLength(n + 1);
      await pass(1);
    }
    const { next_attempt_at } = await webhooks.whenIs(id, 'exhausted', 10);
    expect(next_attempt_at).toBeNull();
    await pass(100 * HOUR);
    expect(
      new Set(received.map(({ path, body, headers }) => `${path} ${body} ${headers['webhook-id'] as string}`)).size,
    ).toBe(1);
    expect(received).toHaveLength(10);
  });

  it.each([
    [429, '90', 90],
    [503, '999999', 86_400],
    [429, () => new Date(Date.now() + 120_000).toUTCString(), 120],
  ])(
    '[api webhook Retry-After] answered with %i waits as long as the receiver asks, a day at most',
    async (status, retryAfter, wait) => {
      const { url } = await receiver((_request, response) => {
        response.statusCode = status;
        response.setHeader('retry-after', typeof retryAfter === 'string' ? retryAfter : retryAfter());
        response.end();
      });
      const id = await webhooks.apply(await webhooks.action(url));
      const { next_attempt_at } = await webhooks.whenIs(id, 'retrying');
      // A date in whole seconds, computed a moment earlier.
      expect(Math.abs((Date.parse(next_attempt_at!) - now) / SECOND - wait)).toBeLessThanOrEqual(
        typeof retryAfter === 'string' ? 0 : 5,
      );
    },
  );

  it('[api webhook 410] answered with 410 is the last one', async () => {
    const { url, received } = await receiver((_request, response) => {
      response.statusCode = 410;
      response.end();
    });
    const id = await webhooks.apply(await webhooks.action(url));
    expect(await webhooks.whenIs(id, 'cancelled')).toMatchObject({
      next_attempt_at: null,
      attempts: [{ status: 410 }],
    });
    await pass(100 * HOUR);
    expect(received).toHaveLength(1);
  });

  it('[api test clock] setting the clock starts every attempt that is due by then', async () => {
    const { url, received } = await receiver((_request, response, number) => {
      // The receiver holds the second attempts: they have begun and are still under way.
      if (number <= 3) response.writeHead(500).end();
    });
    const action = await webhooks.action(url);
    const ids = [await webhooks.apply(action), await webhooks.apply(action), await webhooks.apply(action)];
    for (const id of ids) await webhooks.whenIs(id, 'retrying');
    await pass(6 * SECOND);
    const metrics = (await service().client().get('/metrics')).bytes.toString();
    expect(metrics).toMatch(/^webhook_attempts_under_way 3$/m);
    await until('all three have been sent again', () => received.length === 6);
    for (const id of ids) expect((await webhooks.get(id)).attempts).toHaveLength(1);
  });
});

describe('deliveries', () => {
  it('[api webhook-deliveries] are listed in the order of their creation, by status and outcome', async () => {
    const good = await receiver();
    const gone = await receiver((_request, response) => response.writeHead(410).end());
    const [first, second] = [await webhooks.action(good.url), await webhooks.action(gone.url)];
    const ids: string[] = [];
    for (const action of [first, second, first, second, first]) ids.push(await webhooks.apply(action));
    for (const [n, id] of ids.entries()) await webhooks.whenIs(id, n % 2 ? 'cancelled' : 'delivered');
    const listed = async (filter: string) =>
      (await webhooks.list(filter, 2)).map(({ delivery_id }) => ids.indexOf(delivery_id));
    expect(await listed('')).toEqual([0, 1, 2, 3, 4]);
    expect(await listed('?status=cancelled')).toEqual([1, 3]);
    expect(await listed(`?outcome_id=${first.toUpperCase()}`)).toEqual([0, 2, 4]);
    expect(await listed(`?outcome_id=${second}&status=cancelled`)).toEqual([1, 3]);
    expect(await listed(`?outcome_id=${second}&status=delivered`)).toEqual([]);
    expect(await listed('?status=pending')).toEqual([]);
    expect(await webhooks.list()).toContainEqual(await webhooks.get(ids[2]!));
    for (const filter of ['status=sent', 'outcome_id=x', 'status=', 'status=pending&status=pending']) {
      expectProblem(await workspace.client.get(`/webhook-deliveries?${filter}`), 'validation_failed');
    }
  });

  it('[api webhook-deliveries read] show the delivery as soon as its action is applied', async () => {
    const { url } = await receiver(() => undefined);
    const action = await webhooks.action(url);
    const call = await workspace.call();
    const { delivery_id } = await workspace.api.applyOutcome(call.call_id, action);
    const at = new Date(now).toISOString();
    expect(await webhooks.get(delivery_id!)).toEqual({
      delivery_id,
      type: 'outcome.applied',
      outcome_id: action,
      call_id: call.call_id,
      webhook_url: url,
      status: 'pending',
      created_at: at,
      next_attempt_at: at,
      redelivery_of: null,
      attempts: [],
      erased_at: null,
    });
  });

  it('[api webhook-deliveries redeliver] are redelivered as new deliveries of the same message', async () => {
    const { url, received } = await receiver();
    const id = await webhooks.apply(await webhooks.action(url));
    const original = await webhooks.whenIs(id, 'delivered');
    const path = `/webhook-deliveries/${id}/redeliver`;
    const headers = { 'idempotency-key': 'again' };
    const answers = [
      await workspace.client.post(path, undefined, headers),
      await workspace.client.post(path, {}, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 422]);
    const replayed = await workspace.client.post(path, undefined, headers);
    expect(replayed.bytes).toEqual(answers[0]!.bytes);
    const { delivery_id: next, ...rest } = jsonOf(answers[0]!) as { delivery_id: string };
    expect(rest).toEqual({ ok: true });
    const again = await webhooks.whenIs(next, 'delivered');
    expect(again).toMatchObject({ redelivery_of: id, call_id: original.call_id, webhook_url: url });
    expect(await webhooks.get(id)).toEqual(original);
    expect(received).toHaveLength(2);
    expect(received[1]!.body).toBe(received[0]!.body.replace(id, next));
    expect(header(received[1]!, 'x-service-delivery-id')).toBe(next);
  });

  it('are counted in the metrics by status, and for the operator by host as well', async () => {
    const { url, port } = await receiver();
    await webhooks.whenIs(await webhooks.apply(await webhooks.action(url)), 'delivered');
    const metrics = (await service().client().get('/metrics')).bytes.toString();
    expect(metrics).toMatch(/^webhook_attempts_total\{status="delivered"\} [1-9]/m);
    expect(metrics).not.toContain(`127.0.0.1:${port}`);
    const forOperator = (await service().admin.get('/metrics')).bytes.toString();
    const series = `webhook_attempts_by_host_total{host="127.0.0.1:${port}",status="delivered"}`;
    expect(forOperator).toContain(`${series} 1\n`);
    expect(metrics).toMatch(/^webhook_network_outage 0$/m);
  });
});
