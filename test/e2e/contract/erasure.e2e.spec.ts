import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import {
  bareSignature,
  type Received,
  redeliver,
  shareReceivers,
  toReceiversHere,
  Webhooks,
} from '../../support/webhooks.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const service = shareService({ env: toReceiversHere() });
const receiver = shareReceivers();

describe('[api endpoints POST /contacts/{contactId}/erase] an erased contact', () => {
  it('has no phone in calls, deliveries and memberships, and everything else', async () => {
    const workspace = await TestWorkspace.make(service());
    const { api, client } = workspace;
    const webhooks = new Webhooks(workspace);
    const [contact] = await workspace.contacts(1);
    const { contact_id, phone } = contact!;
    const { smart_list_id: list } = await api.createList();
    await api.addMembers(list, [byId(contact!)]);
    // The receiver repeats the phone in its response.
    const echo = await receiver((request, response) => response.writeHead(200).end(request.body));
    const slow = await receiver((_request, response) => response.writeHead(503).end('busy'));
    const call = await api.registerCall(byId(contact!));
    const done = (await api.applyOutcome(call.call_id, await webhooks.action(echo.url))).delivery_id!;
    const open = (await api.applyOutcome(call.call_id, await webhooks.action(slow.url))).delivery_id!;
    await webhooks.whenIs(done, 'delivered');
    await webhooks.whenIs(open, 'retrying');
    expectProblem(await client.post(`/contacts/${contact_id}/erase`), 'contact_in_call');
    const ended = await api.endCall(call.call_id, 'answered');
    const [before] = await api.members(list);

    const answer = await client.post(`/contacts/${contact_id}/erase`);
    const { erased_at } = success<{ readonly erased_at: string }>(answer, 200);
    expect(answer.headers['projection-lag']).toBeUndefined();
    const at = expect.any(String) as string;
    expect(await api.call(call.call_id)).toEqual({ ...ended, phone: null, erased_at: at });
    const [delivered, cancelled] = [await webhooks.get(done), await webhooks.get(open)];
    expect(delivered).toMatchObject({ status: 'delivered', attempts: [{ response_body: null, status: 200 }] });
    expect(cancelled).toMatchObject({ status: 'cancelled', attempts: [{ response_body: null, status: 503 }] });
    expect([delivered.erased_at, cancelled.erased_at]).toEqual([at, at]);
    const [member] = await api.members(list, 'removed');
    expect(member).toMatchObject({ contact_id, phone: null, erased_at, added_at: before!.added_at });
    expectProblem(await client.post(`/webhook-deliveries/${done}/redeliver`), 'contact_erased');
    expect(await api.contacts(`?phone=${encodeURIComponent(phone)}`)).toEqual([]);
    expect(await api.eraseContact(contact_id)).toBe(erased_at);
  });

  it('is told to every receiver of a webhook about it, once, signed, and without its phone', async () => {
    const workspace = await TestWorkspace.make(service());
    const { api, client } = workspace;
    const webhooks = new Webhooks(workspace);
    const secret = await webhooks.rotate();
    const contact_id = '0197a000-0000-4000-8000-00000000feed';
    const phone = nextPhone();
    await api.importContacts([{ contact_id, phone, name: 'Ann' }]);
    const [first, failing, other] = [
      await receiver(),
      await receiver((_request, response) => response.writeHead(503).end('busy')),
      await receiver(),
    ];
    const gone = await webhooks.action(first.url);
    const actions = [gone, await webhooks.action(first.url), await webhooks.action(failing.url)];
    const call = await api.registerCall({ contact_id });
    for (const action of actions) await api.applyOutcome(call.call_id, action);
    await api.endCall(call.call_id, 'answered');
    await webhooks.apply(await webhooks.action(other.url));
    // The receiver of an outcome that was deleted since has the phone all the same.
    for (const action of actions) success(await client.delete(`/phone-system/outcomes/${action}`), 200);
    await until('all are sent', () => Promise.resolve(first.received.length === 2 && failing.received.length > 0));

    const erased_at = await api.eraseContact(contact_id);
    const told = ({ received }: { readonly received: readonly Received[] }) =>
      received.filter(({ body }) => body.includes('contact.erased'));
    await until('both are told', () => Promise.resolve(told(first).length > 0 && told(failing).length > 0));
    const [request] = told(first);
    const delivery_id = request!.headers['webhook-id'];
    const message = { type: 'contact.erased', timestamp: erased_at, delivery_id, workspace_id: workspace.id };
    expect(JSON.parse(request!.body)).toEqual({ ...message, contact: { contact_id, erased_at } });
    expect(request!.headers['x-service-signature']).toContain(bareSignature(request!, secret));
    const about = { type: 'contact.erased', call_id: call.call_id, erased_at: null };
    const [delivered, retrying] = (await webhooks.list()).filter(({ type }) => type === 'contact.erased');
    expect(delivered).toMatchObject({ ...about, delivery_id, outcome_id: actions[1], webhook_url: first.url });
    expect(retrying).toMatchObject({ ...about, outcome_id: actions[2], webhook_url: failing.url });
    expect(await webhooks.whenIs(retrying!.delivery_id, 'retrying')).toMatchObject({ erased_at: null });
    expect([first.received.length, told(other).length]).toEqual([3, 0]);

    await api.importContacts([{ contact_id, phone }]);
    await api.eraseContact(contact_id);
    // Nobody was told of the contact since its first erasure, and the second one leaves the message of the first.
    expect((await webhooks.list()).filter(({ type }) => type === 'contact.erased')).toHaveLength(2);
    expect(await webhooks.get(retrying!.delivery_id)).toMatchObject({ status: 'retrying', erased_at: null });
    const again = await redeliver(client, delivery_id as string);
    expect(await webhooks.whenIs(again, 'delivered')).toMatchObject({ ...about, redelivery_of: delivery_id });
  });

  it('may be imported again, as a new contact', async () => {
    const { api } = await TestWorkspace.make(service());
    const contact_id = '0197a000-0000-4000-8000-00000000abcd';
    await api.importContacts([{ contact_id, phone: nextPhone(), name: 'Ann' }]);
    await api.eraseContact(contact_id);
    const phone = nextPhone();
    await api.importContacts([{ contact_id, phone }]);
    expect(await api.contact(contact_id)).toMatchObject({ phone, name: null });
  });

  it('is erased when its call has ended, if that is asked for', async () => {
    const workspace = await TestWorkspace.make(service());
    const { api, client } = workspace;
    const call = await workspace.call();
    expect(await api.eraseContact(call.contact_id, '?after_call=true')).toBeNull();
    expectProblem(await client.get(`/contacts/${call.contact_id}`), 'not_found');
    expect((await api.call(call.call_id)).phone).toBe(call.phone);
    await api.endCall(call.call_id, 'answered');
    await until('the call has no phone', async () => (await api.call(call.call_id)).phone === null);
  });
});

describe('[api endpoints POST /contacts/batch-erase] a batch', () => {
  it('answers for each contact', async () => {
    const workspace = await TestWorkspace.make(service());
    const [ann, bob] = (await workspace.contacts(2)).map(({ contact_id }) => contact_id);
    const { contact_id: calling } = await workspace.call();
    const { contact_id: last } = await workspace.call();
    await workspace.api.eraseContact(bob!);
    const erase = async (contact_ids: readonly (string | undefined)[], query = '') =>
      success<{ readonly contacts: readonly { readonly result: string }[] }>(
        await workspace.client.post(`/contacts/batch-erase${query}`, { contact_ids }),
        200,
      ).contacts.map(({ result }) => result);
    const unknown = '0197a000-0000-4000-8000-00000000abcd';
    expect(await erase([ann, bob, calling, unknown])).toEqual(['erased', 'erased', 'in_call', 'not_found']);
    expect(await erase([last], '?after_call=true')).toEqual(['after_call']);
  });
});

describe('[api endpoints DELETE /contacts/{contactId}] with erase=true', () => {
  it('erases, and needs the scope of erasure beside its own', async () => {
    const workspace = await TestWorkspace.make(service());
    const { contact_id } = (await workspace.contacts(1))[0]!;
    const path = `/contacts/${contact_id}?erase=true`;
    const { client: writer } = await workspace.key({ scopes: ['contacts:write'] });
    expectProblem(await writer.delete(path), 'insufficient_scope');
    const { client } = await workspace.key({ scopes: ['contacts:write', 'contacts:erase'] });
    expect(success(await client.delete(path), 200)).toMatchObject({ deleted: true, erased_at: expect.any(String) });
  });

  it('is another request than a deletion to an Idempotency-Key', async () => {
    const workspace = await TestWorkspace.make(service());
    const { contact_id } = (await workspace.contacts(1))[0]!;
    const headers = { 'idempotency-key': 'once' };
    const request = { method: 'DELETE', path: `/contacts/${contact_id}`, headers };
    success(await workspace.client.send(request), 200);
    const erasing = { ...request, path: `${request.path}?erase=true` };
    expectProblem(await workspace.client.send(erasing), 'idempotency_key_reused');
  });
});
