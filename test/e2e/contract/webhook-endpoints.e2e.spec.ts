import { Webhook } from 'standardwebhooks';
import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { type Received, shareReceivers, toReceiversHere } from '../../support/webhooks.js';
import { Endpoints } from '../../support/webhook-endpoints.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const service = shareService({ env: toReceiversHere() });
const receiver = shareReceivers();
let workspace: TestWorkspace;
let endpoints: Endpoints;

beforeEach(async () => {
  workspace = await TestWorkspace.make(service());
  endpoints = new Endpoints(workspace);
});

/** The messages that a receiver got, in the order of their events. */
const told = (received: readonly Received[]) =>
  received
    .map(({ body }) => JSON.parse(body) as { type: string; revision: number; index: number; data: object })
    .sort((a, b) => a.revision - b.revision || a.index - b.index);
const whenGot = (received: readonly Received[], count: number): Promise<void> =>
  until(`the receiver has ${count} messages`, () => Promise.resolve(received.length >= count));

describe('a webhook endpoint', () => {
  it('[api webhook-endpoints crud] is created, read, listed, changed and deleted; its secret is shown once', async () => {
    const body = { url: 'https://hooks.example.com/events', event_types: ['call.ended'], description: 'CRM' };
    const answer = await workspace.client.post('/webhook-endpoints', body);
    const { webhook_endpoint: made, secret } = success<{
      webhook_endpoint: { endpoint_id: string };
      secret: string;
    }>(answer, 201);
    const path = `/webhook-endpoints/${made.endpoint_id}`;
    expect(answer.headers).toMatchObject({ location: path, etag: '"1"' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toEqual({
      ...{ endpoint_id: expect.any(String), ...body },
      health: { state: 'healthy', failing_since: null, paused_at: null },
      ...{ version: 1, created_at: expect.any(String), updated_at: expect.any(String) },
    });
    expect(await workspace.client.read(path)).toEqual({ ok: true, webhook_endpoint: made });
    const changed = await workspace.client.patch(path, { event_types: ['call.lost', 'call.ended'], description: null });
    expect(success(changed, 200)).toMatchObject({
      webhook_endpoint: { event_types: ['call.lost', 'call.ended'], description: null, version: 2 },
    });
    expect(await endpoints.list()).toMatchObject([{ endpoint_id: made.endpoint_id, version: 2 }]);
    const deleted = await workspace.client.delete(path);
    expect(success(deleted, 200)).toEqual({ ok: true, endpoint_id: made.endpoint_id, deleted: true });
    expect([await endpoints.list(), (await workspace.client.get(path)).status]).toEqual([[], 404]);
  });

  it('[api webhook-endpoints secret] shows no secret to a repetition under an Idempotency-Key', async () => {
    const json = { url: 'https://hooks.example.com/', event_types: ['call.ended'] };
    const request = { method: 'POST', path: '/webhook-endpoints', json, headers: { 'idempotency-key': 'once' } };
    const [first, again] = [await workspace.client.send(request), await workspace.client.send(request)];
    const { webhook_endpoint } = success<{ webhook_endpoint: object }>(first, 201);
    expect(success(again, 201)).toEqual({ ok: true, webhook_endpoint, secret: null });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('[api webhook-endpoints crud] is refused beyond the twentieth, and where its URL is none of a receiver', async () => {
    for (let n = 0; n < 20; n += 1) await endpoints.create('https://hooks.example.com/', ['call.ended']);
    const json = { url: 'https://hooks.example.com/', event_types: ['call.ended'] };
    expectProblem(await workspace.client.post('/webhook-endpoints', json), 'resource_conflict');
    const refused = await workspace.client.post('/webhook-endpoints', { ...json, url: 'https://10.0.0.1/' });
    expect(expectProblem(refused, 'validation_failed')).toMatchObject({
      errors: [{ pointer: '/url', code: 'refused_address' }],
    });
  });
});

describe('the events of a workspace', () => {
  it('[api webhook-endpoints events] reach the endpoints that subscribed to them before, and no other', async () => {
    const [all, some] = [await receiver(), await receiver()];
    const { api } = workspace;
    const [contact] = await workspace.contacts(1);
    const list = await api.createList();
    await api.addMembers(list.smart_list_id, [byId(contact!)]);
    const { outcome } = await api.createOutcome();
    const early = await workspace.call();
    await api.endCall(early.call_id, 'busy');
    const types = ['call.dispatched', 'call.ended', 'call.completed', 'outcome.applied'];
    const { endpoint_id, secret } = await endpoints.create(all.url, types);
    await endpoints.create(some.url, ['outcome.applied', 'call.lost']);
    const [call] = await api.next();
    const { call_id, contact_id, smart_list_id, dispatched_at, phone } = call!;
    const ended = await api.endCall(call_id, 'answered');
    await api.applyOutcome(call_id, outcome.outcome_id);
    await whenGot(all.received, 4);
    await whenGot(some.received, 1);
    const party = { call_id, contact_id, smart_list_id };
    expect(told(all.received)).toMatchObject([
      {
        type: 'call.dispatched',
        data: { ...party, phone, attempt_number: 1, lease_expires_at: call!.lease_expires_at },
      },
      { type: 'call.ended', data: { ...party, result: 'answered', dispatched_at } },
      {
        type: 'outcome.applied',
        data: { ...party, sequence: 1, outcome: { outcome_id: outcome.outcome_id, outcome_type: 'disposition' } },
      },
      { type: 'call.completed', data: { ...party, by: 'disposition' } },
    ]);
    expect(told(some.received)).toMatchObject([{ type: 'outcome.applied' }]);
    const request = all.received.find(({ body }) => body.includes('"call.ended"'))!;
    const verified = new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
    expect(Object.keys(verified as object)).toEqual([
      ...['type', 'timestamp', 'delivery_id', 'workspace_id', 'endpoint_id', 'event_id', 'revision', 'index', 'data'],
    ]);
    expect(verified).toMatchObject({ endpoint_id, workspace_id: workspace.id, timestamp: ended.ended_at });
  });

  it('[api webhook-endpoints do-not-call] are numbers that must not be called, once each, and nothing of their changes', async () => {
    const { url, received } = await receiver();
    const { api, client } = workspace;
    const [ann, bob] = await workspace.contacts(2);
    const { endpoint_id } = await endpoints.create(url, ['do_not_call.added']);
    const nobodys = nextPhone();
    const expires_at = '2999-01-01T00:00:00.000Z';
    const entries = [
      { phone: nobodys, expires_at },
      { phone: ann!.phone },
      { phone: nobodys, reason: 'asked', expires_at },
    ];
    success(await client.post('/do-not-call/batch', { entries }), 200);
    success(await client.post('/do-not-call/batch-remove', { phones: [ann!.phone] }), 200);
    const asked = { outcome_name: 'Asked not to be called', destination_type: 'do_not_call' };
    const { outcome } = await api.createOutcome(asked);
    const { call_id } = await api.registerCall({ contact_id: bob!.contact_id });
    await api.endCall(call_id, 'answered');
    await api.applyOutcome(call_id, outcome.outcome_id);
    await whenGot(received, 3);
    const added = { reason: null, source: 'api', expires_at: null, added_at: expect.any(String) };
    const ofBob = { phone: bob!.phone, contact_id: bob!.contact_id, reason: asked.outcome_name, source: 'outcome' };
    expect(told(received).map(({ data }) => data)).toEqual([
      { ...added, phone: nobodys, contact_id: null, expires_at },
      { ...added, phone: ann!.phone, contact_id: ann!.contact_id },
      { ...added, ...ofBob },
    ]);
    const deliveries = await endpoints.deliveries(endpoint_id, '?order=oldest_first');
    expect(deliveries.map(({ type, contact_id, call_id: about }) => [type, contact_id, about])).toEqual(
      [null, ann!.contact_id, bob!.contact_id].map((contact) => ['do_not_call.added', contact, null]),
    );
  });

  it('[api webhook-endpoints deliveries] are shown as deliveries, newest first, by type, call, contact, status and time', async () => {
    const { url, received } = await receiver();
    const { endpoint_id } = await endpoints.create(url, ['call.ended', 'call.lost']);
    const calls = [await workspace.call(), await workspace.call()];
    for (const { call_id } of calls) await workspace.api.endCall(call_id, 'busy');
    await whenGot(received, 2);
    const path = `/webhook-endpoints/${endpoint_id}/deliveries`;
    await until(
      'all are delivered',
      async () => (await endpoints.deliveries(endpoint_id, '?status=delivered')).length >= 2,
    );
    const all = await endpoints.deliveries(endpoint_id);
    expect(all.map(({ call_id }) => call_id)).toEqual(calls.map(({ call_id }) => call_id).reverse());
    expect(all[0]).toMatchObject({
      endpoint_id,
      type: 'call.ended',
      status: 'delivered',
      url,
      contact_id: calls[1]!.contact_id,
    });
    const oldest = await endpoints.deliveries(endpoint_id, '?order=oldest_first', 1);
    expect(oldest).toEqual([...all].reverse());
    for (const filter of [`call_id=${calls[0]!.call_id}`, `contact_id=${calls[0]!.contact_id}`]) {
      expect(await endpoints.deliveries(endpoint_id, `?${filter}`)).toEqual([all[1]]);
    }
    expect(await endpoints.deliveries(endpoint_id, '?type=call.lost')).toEqual([]);
    expect(await endpoints.deliveries(endpoint_id, '?from=2999-01-01T00:00:00.000Z')).toEqual([]);
    expect(
      await endpoints.deliveries(endpoint_id, `?to=${all[1]!.created_at}&from=${all[1]!.created_at}`),
    ).toContainEqual(all[1]);
    expect(await workspace.client.read(`${path}/${all[0]!.delivery_id}`)).toEqual({ ok: true, delivery: all[0] });
    // The list of actions' webhooks is of those alone, as before.
    expect(await workspace.client.walk('/webhook-deliveries', 'deliveries')).toEqual([]);
    expect((await workspace.client.get(`/webhook-deliveries/${all[0]!.delivery_id}`)).status).toBe(404);
  });
});
