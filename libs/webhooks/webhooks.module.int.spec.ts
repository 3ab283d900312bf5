import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CLOCK, ID_SOURCE } from '#kernel';
import { testId, TEST_WORKSPACE } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts';
import { PAGE_READER, READ_MODEL } from '#read-model';
import { COMMAND_DECIDER } from '#workspace-head';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { RANDOMNESS, SECRET_BOX } from '#workspaces/domain';
import { MemoryService, testContext } from '#workspaces/testing';
import { expectPrintable } from '../http/testing/sent-commands.js';
import { expectParts } from '../http/testing/testing-module.js';
import { Redeliver } from './commands/redeliver.command.js';
import { ALLOWED_ADDRESSES } from './domain/index.js';
import { ENDPOINT_PROJECTIONS, WEBHOOKS_PROJECTIONS, WebhooksModule } from './index.js';
import { ListDeliveries } from './queries/list-deliveries.query.js';

const ORIGINAL = testId(901);

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.startOpen(
    [WebhooksModule],
    [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS, ...WEBHOOKS_PROJECTIONS, ...ENDPOINT_PROJECTIONS],
    [{ provide: ALLOWED_ADDRESSES, useValue: [] }],
  );
});
afterAll(() => service.stop());

describe('the module of webhooks', () => {
  it('resolves every handler and controller of its folder, from these ports', async () => {
    await expectParts(service.app, import.meta.url);
    expect(service.ports).toEqual(
      new Set([COMMAND_DECIDER, READ_MODEL, PAGE_READER, CLOCK, ID_SOURCE, RANDOMNESS, SECRET_BOX, ALLOWED_ADDRESSES]),
    );
  });

  it('has commands of endpoints that survive a round trip through JSON', async () => {
    const [token, headers] = [TEST_WORKSPACE, { 'idempotency-key': 'once', 'if-match': '"1"' }];
    const body = { url: 'https://example.com/', event_types: ['call.ended'] };
    const made = await service.ask('POST', '/webhook-endpoints', body, { token });
    const path = `/webhook-endpoints/${made.body.webhook_endpoint.endpoint_id}`;
    await service.ask('PATCH', path, { description: 'CRM' }, { token, headers });
    for (const action of ['test', 'resume', 'signing-secrets'])
      await service.ask('POST', `${path}/${action}`, {}, { token });
    const recovery = { endpoint_id: made.body.webhook_endpoint.endpoint_id, since: '2030-01-01T00:00:00.000Z' };
    await service.ask('POST', '/webhook-deliveries/recover', recovery, { token });
    await service.ask('DELETE', path, undefined, { token });
    expectPrintable(service.commands, [
      ...['CreateEndpoint', 'ChangeEndpoint', 'TestEndpoint', 'ResumeEndpoint', 'RotateEndpointSecret'],
      ...['RecoverDeliveries', 'DeleteEndpoint'],
    ]);
  });

  it('sends a webhook again by a command, which a query and a GET show', async () => {
    const about = { outcome_id: testId(902), call_id: testId(903), contact_id: testId(904) };
    const message = { ...about, webhook_url: 'https://example.com/hook' };
    const body = JSON.stringify({ type: 'outcome.applied', delivery_id: ORIGINAL });
    await service.happen(TEST_WORKSPACE, {
      type: 'DeliveryRequested',
      data: { delivery_id: ORIGINAL, ...message, body },
    });
    const sent = await service.app.get(CommandBus).execute(new Redeliver(testContext(TEST_WORKSPACE), ORIGINAL));
    const { delivery_id: again } = sent.answer.body as { readonly delivery_id: string };
    expect(sent.answer.status).toBe(202);
    expect(again).not.toBe(ORIGINAL);
    const found = await service.app.get(QueryBus).execute(new ListDeliveries(TEST_WORKSPACE, {}, 10, undefined));
    expect(found.deliveries).toMatchObject([{ delivery_id: ORIGINAL }, { delivery_id: again, status: 'pending' }]);
    const shown = await service.ask('GET', `/webhook-deliveries/${again}`, undefined, { token: TEST_WORKSPACE });
    expect(shown).toMatchObject({ status: 200, body: { ok: true, delivery: found.deliveries[1] } });
  });
});
