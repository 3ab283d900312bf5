import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { expectPointer, expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { Endpoints } from '../../support/webhook-endpoints.js';
import { bareSignature, type Received, shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const T = Date.parse('2030-01-10T15:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// The test clock is refused in production, the mode of other tests.
const service = shareService({ env: { ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' } });
const receiver = shareReceivers();
let workspace: TestWorkspace;
let endpoints: Endpoints;
let now = T;

const pass = async (milliseconds: number): Promise<void> => {
  now += milliseconds;
  const json = { now: new Date(now).toISOString() };
  expect((await service().admin.send({ method: 'PUT', path: '/admin/clock', json })).status).toBe(200);
};
const header = (request: Received, name: string): string => String(request.headers[name]);

beforeEach(async () => {
  await pass(0);
  workspace = await TestWorkspace.make(service());
  endpoints = new Endpoints(workspace);
});

/** A call that ends, of which the endpoints of the workspace are told. */
async function endedCall(): Promise<string> {
  const { call_id } = await workspace.call();
  await workspace.api.endCall(call_id, 'busy');
  return call_id;
}

it('[api webhook-endpoints health] is paused after five days of nothing but failures, told to other endpoints, and resumed by hand', async () => {
  let status = 503;
  const [away, other] = [await receiver((_request, response) => response.writeHead(status).end()), await receiver()];
  const { endpoint_id: id } = await endpoints.create(away.url, ['call.ended', 'endpoint.paused']);
  const { endpoint_id: told } = await endpoints.create(other.url, ['endpoint.paused']);
  await endedCall();
  const failing = await endpoints.whenIs(id, 'failing');
  expect(failing.health).toEqual({ state: 'failing', failing_since: new Date(now).toISOString(), paused_at: null });
  await pass(4 * DAY);
  await endpoints.whenAre(id, 'call.ended retrying');
  // The schedule of the first delivery is over before the fifth day: the second one fails then.
  await pass(DAY);
  await endedCall();
  const { health } = await endpoints.whenIs(id, 'paused');
  expect(health).toMatchObject({ failing_since: failing.health.failing_since, paused_at: new Date(now).toISOString() });
  await endpoints.whenAre(told, 'endpoint.paused delivered');
  expect(JSON.parse(other.received[0]!.body)).toMatchObject({
    data: { endpoint_id: id, failing_since: failing.health.failing_since },
  });
  await endedCall();
  await pass(DAY);
  const held = await endpoints.whenAre(id, 'call.ended cancelled', 'call.ended cancelled', 'call.ended cancelled');
  expect(held[2]!.attempts).toEqual([]);
  status = 200;
  const test = await endpoints.test(id);
  await endpoints.whenAre(id, ...held.map(() => 'call.ended cancelled'), 'endpoint.test delivered');
  expect(JSON.parse(away.received.at(-1)!.body)).toMatchObject({ type: 'endpoint.test', delivery_id: test, data: {} });
  const resume = () => workspace.client.post(`/webhook-endpoints/${id}/resume`);
  for (const answer of [await resume(), await resume()]) {
    expect(success(answer, 200)).toMatchObject({
      webhook_endpoint: { health: { state: 'healthy', failing_since: null, paused_at: null } },
    });
  }
  await endedCall();
  await endpoints.whenAre(
    id,
    ...held.map(() => 'call.ended cancelled'),
    ...['endpoint.test delivered', 'call.ended delivered'],
  );
}, 60_000);

it('[api webhook-endpoints health] is healthy again with the first success', async () => {
  let status = 500;
  const { url } = await receiver((_request, response) => response.writeHead(status).end());
  const { endpoint_id: id } = await endpoints.create(url, ['call.ended']);
  await endpoints.test(id);
  await endpoints.whenIs(id, 'failing');
  status = 200;
  await pass(6_000);
  expect((await endpoints.whenIs(id, 'healthy')).health.failing_since).toBeNull();
});

it('[api webhook-endpoints recover] requests again what was cancelled or tried in vain, the newest first', async () => {
  let status = 410;
  const { url, received } = await receiver((_request, response) => response.writeHead(status).end());
  const { endpoint_id: id } = await endpoints.create(url, ['call.ended']);
  await endedCall();
  await endpoints.whenAre(id, 'call.ended cancelled');
  await pass(HOUR);
  const since = new Date(now).toISOString();
  const later = [await endedCall(), await endedCall()];
  const lost = await endpoints.whenAre(id, ...Array<string>(3).fill('call.ended cancelled'));
  status = 200;
  const recover = (body: object) => workspace.client.post('/webhook-deliveries/recover', body);
  expect(success(await recover({ endpoint_id: id, since }), 202)).toEqual({ ok: true, recovered: 2, next_after: null });
  const all = await endpoints.whenAre(
    id,
    ...lost.map(() => 'call.ended cancelled'),
    ...Array<string>(2).fill('call.ended delivered'),
  );
  expect(all.slice(3).map(({ redelivery_of, call_id }) => [redelivery_of, call_id])).toEqual([
    [lost[2]!.delivery_id, later[1]],
    [lost[1]!.delivery_id, later[0]],
  ]);
  const { delivery_id: _id, ...message } = JSON.parse(received.at(-1)!.body) as { delivery_id: string };
  expect(
    received.slice(0, 3).map(({ body }) => ({ ...(JSON.parse(body) as object), delivery_id: undefined })),
  ).toContainEqual({
    ...message,
    delivery_id: undefined,
  });
  expectPointer(await recover({ endpoint_id: UNKNOWN_ID, since }), 'invalid_reference', '/endpoint_id');
  expectPointer(await recover({ endpoint_id: id, since, after: UNKNOWN_ID }), 'invalid_reference', '/after');
  expectPointer(await recover({ endpoint_id: id, since: 'yesterday' }), 'validation_failed', '/since');
});

it('[api webhook-endpoints secrets] lists secrets without what they are, and rotates them', async () => {
  const { url, received } = await receiver();
  const { endpoint_id: id, secret } = await endpoints.create(url, ['call.ended']);
  const newer = await endpoints.rotate(id, { previous_secret_expires_in: 60 });
  await endedCall();
  await endpoints.whenAre(id, 'call.ended delivered');
  const [request] = received as [Received];
  expect(header(request, 'x-service-signature').split(',')).toEqual(
    [newer, secret].map((each) => bareSignature(request, each)),
  );
  const path = `/webhook-endpoints/${id}/signing-secrets`;
  const expires_at = new Date(now + 60_000).toISOString();
  const created_at = new Date(now).toISOString();
  expect(await workspace.client.read(path)).toEqual({
    ok: true,
    signing_secrets: [
      { created_at, expires_at: null },
      { created_at, expires_at },
    ],
  });
  await pass(60_000);
  expect(await workspace.client.read(path)).toMatchObject({ signing_secrets: [{ expires_at: null }] });
  for (let n = 0; n < 9; n += 1) await endpoints.rotate(id);
  expectProblem(await workspace.client.post(path), 'resource_conflict');
  await endpoints.rotate(id, { previous_secret_expires_in: 0 });
  expect(await workspace.client.read(path)).toMatchObject({ signing_secrets: [{ expires_at: null }] });
});

it('[api webhook-endpoints secrets] does the same with the secrets of the workspace', async () => {
  const { url, received } = await receiver();
  const webhooks = new Webhooks(workspace);
  expect(await workspace.client.read('/signing-secrets')).toEqual({ ok: true, signing_secrets: [] });
  const answer = await workspace.client.post('/signing-secrets', undefined, { 'idempotency-key': 'once' });
  const { signing_secret } = success<{ signing_secret: string }>(answer, 201);
  await webhooks.whenIs(await webhooks.apply(await webhooks.action(url)), 'delivered');
  expect(header(received[0]!, 'x-service-signature')).toBe(bareSignature(received[0]!, signing_secret));
  const again = await workspace.client.post('/signing-secrets', undefined, { 'idempotency-key': 'once' });
  expect(success(again, 201)).toEqual({ ok: true, signing_secret: null });
  expect(await workspace.client.read('/signing-secrets')).toEqual({
    ok: true,
    signing_secrets: [{ created_at: new Date(now).toISOString(), expires_at: null }],
  });
});

it('[api webhook-endpoints moves] tells of a member that is moved, with both lists and the reason', async () => {
  const { url, received } = await receiver();
  const { endpoint_id: id } = await endpoints.create(url, ['member.moved', 'member.exhausted']);
  const { api } = workspace;
  const next = await api.createList();
  const list = await api.createList({ max_attempts_total: 1, next_list_id: next.smart_list_id, priority: 'highest' });
  const [contact] = await workspace.contacts(1);
  await api.addMembers(list.smart_list_id, [byId(contact!)]);
  await api.endCall((await api.next())[0]!.call_id, 'busy');
  await endpoints.whenAre(id, 'member.exhausted delivered', 'member.moved delivered');
  const [exhausted, moved] = ['member.exhausted', 'member.moved'].map(
    (type) => JSON.parse(received.find(({ body }) => body.includes(type))!.body) as unknown,
  );
  expect(exhausted).toMatchObject({
    index: 1,
    data: { contact_id: contact!.contact_id, smart_list_id: list.smart_list_id },
  });
  expect(moved).toMatchObject({
    index: 0,
    data: {
      contact_id: contact!.contact_id,
      from_list_id: list.smart_list_id,
      to_list_id: next.smart_list_id,
      reason: 'exhausted',
    },
  });
});

it('[api webhook-endpoints erasure] ends the message with its contact, and tells the endpoint', async () => {
  const { url, received } = await receiver((_request, response, number) =>
    response.writeHead(number === 1 ? 500 : 200).end(),
  );
  const { endpoint_id: id, secret } = await endpoints.create(url, ['call.ended']);
  const { call_id, contact_id } = await workspace.call();
  await workspace.api.endCall(call_id, 'busy');
  await endpoints.whenAre(id, 'call.ended retrying');
  await workspace.api.eraseContact(contact_id);
  const [erased, message] = await endpoints.whenAre(id, 'call.ended cancelled', 'contact.erased delivered');
  expect([erased!.erased_at, message!.contact_id]).toEqual([expect.any(String), null]);
  expect(received).toHaveLength(2);
  expect(JSON.parse(received[1]!.body)).toMatchObject({ type: 'contact.erased', contact: { contact_id } });
  expect(header(received[1]!, 'x-service-signature')).toBe(bareSignature(received[1]!, secret));
  const again = await workspace.client.post(`/webhook-deliveries/${erased!.delivery_id}/redeliver`);
  expectProblem(again, 'contact_erased');
});

it('cancels what waits for an endpoint that was deleted', async () => {
  const { url, received } = await receiver((_request, response) => response.writeHead(500).end());
  const { endpoint_id: id } = await endpoints.create(url, ['call.ended']);
  await endedCall();
  const [waiting] = await endpoints.whenAre(id, 'call.ended retrying');
  success(await workspace.client.delete(`/webhook-endpoints/${id}`), 200);
  await pass(HOUR);
  await endedCall();
  const again = await workspace.client.post(`/webhook-deliveries/${waiting!.delivery_id}/redeliver`);
  expectProblem(again, 'resource_conflict');
  expect(received).toHaveLength(1);
});
