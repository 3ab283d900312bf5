import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ID_SOURCE } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { READ_MODEL, ROW_CHANGES } from '#read-model';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { COMMAND_DECIDER } from '#workspace-head';
import { RANDOMNESS, SECRET_BOX, WORKSPACES_PROJECTIONS } from '#workspaces';
import { MemoryService, testContext } from '#workspaces/testing';
import { expectParts } from '../http/testing/testing-module.js';
import { CreateOutcome } from './commands/create-outcome.command.js';
import { ALLOWED_ADDRESSES } from '#webhooks/domain';
import { OUTCOMES_PROJECTIONS, OutcomesModule } from './index.js';
import { ListOutcomes } from './queries/list-outcomes.query.js';

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.startOpen(
    [OutcomesModule],
    [...WORKSPACES_PROJECTIONS, ...SMART_LIST_PROJECTIONS, ...OUTCOMES_PROJECTIONS],
    [{ provide: ALLOWED_ADDRESSES, useValue: [] }],
  );
});
afterAll(() => service.stop());

describe('the module of outcomes', () => {
  it('resolves every handler and controller of its folder, from these ports', async () => {
    await expectParts(service.app, import.meta.url);
    expect(service.ports).toEqual(
      new Set([COMMAND_DECIDER, READ_MODEL, ROW_CHANGES, ID_SOURCE, RANDOMNESS, SECRET_BOX, ALLOWED_ADDRESSES]),
    );
  });

  it('creates an outcome by a command, which a query and a GET show', async () => {
    const created = await service.app
      .get(CommandBus)
      .execute(new CreateOutcome(testContext(TEST_WORKSPACE), { outcome_name: 'Sold' }));
    expect(created.answer).toMatchObject({ status: 201, body: { outcome: { outcome_name: 'Sold' } } });
    const { outcome } = created.answer.body as { readonly outcome: object };
    const found = await service.app.get(QueryBus).execute(new ListOutcomes(TEST_WORKSPACE));
    expect(JSON.parse(found.toString())).toMatchObject({ ok: true, outcomes: [outcome] });
    const shown = await service.ask('GET', '/phone-system/outcomes', undefined, { token: TEST_WORKSPACE });
    expect(shown).toMatchObject({ status: 200, body: { ok: true, outcomes: [outcome] } });
  });
});
