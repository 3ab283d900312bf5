import { type OpenApiDocument, type OperationObject, resolverOf, type Schema } from '../../support/openapi-document.js';
import { byId } from '../../support/api.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { type Received, shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';

const service = shareService({ env: toReceiversHere() });
const receiver = shareReceivers();
/** Headers of any HTTP client for the connection and the body. */
const GENERAL = new Set(['host', 'connection', 'content-length', 'content-type']);

function webhookOf(document: OpenApiDocument, name = 'outcome.applied'): OperationObject {
  const { webhooks } = document as unknown as { webhooks: Record<string, { post: OperationObject }> };
  return resolverOf(document)(webhooks[name]!.post);
}

describe('[api webhook body] the webhook as the reference describes it', () => {
  let operation: OperationObject;
  let received: readonly Received[];

  beforeAll(async () => {
    operation = webhookOf(service().contract.document);
    const workspace = await TestWorkspace.make(service());
    const webhooks = new Webhooks(workspace);
    const there = await receiver();
    received = there.received;
    const { smart_list_id } = await workspace.api.createList();
    const [contact] = await workspace.contacts(1);
    await workspace.api.addMembers(smart_list_id, [byId(contact!)]);
    const destinations = [
      {},
      { destination_type: 'smart_list', destination_id: smart_list_id },
      { destination_type: 'remove_from_selected', smart_list_ids: [smart_list_id] },
      { destination_type: 'remove_from_all' },
    ];
    const actions = await Promise.all(destinations.map((one) => webhooks.action(there.url, one)));
    // Rotated, so that two secrets sign.
    await webhooks.rotate();
    for (const action of actions) await webhooks.whenIs(await webhooks.apply(action), 'delivered');
    // A call that was dispatched from a list.
    const [call] = await workspace.api.next();
    const { delivery_id } = await workspace.api.applyOutcome(call!.call_id, actions[1]!);
    await webhooks.whenIs(delivery_id!, 'delivered');
  });

  it('each body fits the schema and has no further fields', () => {
    const schema = operation.requestBody!.content['application/json']!.schema!;
    const bodies = received.map(({ body }) => JSON.parse(body) as { call: Schema; destination: Schema });
    expect(bodies.map((body) => [body, service().contract.fits(schema, body)])).toEqual(
      bodies.map((body) => [body, true]),
    );
    expect(new Set(bodies.map(({ destination }) => destination['destination_type'])).size).toBe(4);
    expect(new Set(bodies.map(({ call }) => call['smart_list_id'] === null)).size).toBe(2);
    const { type: _type, ...without } = bodies[0] as unknown as Record<string, unknown>;
    expect(service().contract.fits(schema, without)).toBe(false);
    expect(service().contract.fits(schema, { ...bodies[0], more: 1 })).toBe(false);
  });

  it('that of an erased contact fits its own schema, no other one, and is sent and answered like the first', async () => {
    const { contract } = service();
    const erased = webhookOf(contract.document, 'contact.erased');
    const schemaOf = ({ requestBody }: OperationObject) => requestBody!.content['application/json']!.schema!;
    const workspace = await TestWorkspace.make(service());
    const webhooks = new Webhooks(workspace);
    const there = await receiver();
    const { call_id, contact_id } = await workspace.call();
    await workspace.api.applyOutcome(call_id, await webhooks.action(there.url));
    await workspace.api.endCall(call_id, 'answered');
    await workspace.api.eraseContact(contact_id);
    await until('it is sent', () =>
      Promise.resolve(there.received.some(({ body }) => body.includes('contact.erased'))),
    );
    const message = JSON.parse(there.received.at(-1)!.body) as object;
    expect([message, contract.fits(schemaOf(erased), message)]).toEqual([message, true]);
    expect(contract.fits(schemaOf(operation), message)).toBe(false);
    expect(contract.fits(schemaOf(erased), { ...message, phone: null })).toBe(false);
    expect([erased.parameters, erased.responses]).toEqual([operation.parameters, operation.responses]);
  });

  it('each header is described, fits its schema, and is sent each time', () => {
    const parameters = operation.parameters!;
    for (const { headers } of received) {
      const sent = Object.keys(headers).filter((name) => !GENERAL.has(name));
      // One more is sent by a service that sends traces.
      const always = parameters.filter(({ required }) => required);
      expect(parameters.filter((each) => !always.includes(each)).map(({ name }) => name)).toEqual(['traceparent']);
      expect(sent.sort()).toEqual(always.map(({ name }) => name.toLowerCase()).sort());
      for (const { name, schema } of always) {
        const value = headers[name.toLowerCase()];
        expect([name, value, service().contract.fits(schema!, value)]).toEqual([name, value, true]);
      }
    }
  });

  it('gives the timeout and the number of attempts', () => {
    expect(operation.description).toContain('within 15 s of');
    expect(operation.description).toContain('again 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h later');
    expect(operation.description).toContain('after 10 attempts');
    expect(Object.keys(operation.responses).sort()).toEqual(['2XX', '3XX', '410', '429', '503', 'default']);
    for (const status of ['429', '503']) {
      expect(JSON.stringify(operation.responses[status]!.headers)).toContain('More than 24 h counts as that');
    }
  });
});
