import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CLOCK, ID_SOURCE, TIMERS } from '#kernel';
import { READ_MODEL, READ_MODEL_CACHE_WRITER, ROW_CHANGES, ROWS_LAG } from '#read-model';
import { COMMAND_DECIDER, DURABLE_EVENTS } from '#workspace-head';
import { expectParts } from '../http/testing/testing-module.js';
import { CreateWorkspace } from './commands/create-workspace.command.js';
import {
  DELIVERIES_WAITING,
  KEY_KIND,
  RANDOMNESS,
  SECRET_BOX,
  WORKSPACES_PROJECTIONS,
  WorkspacesModule,
} from './index.js';
import { ListWorkspaces } from './queries/list-workspaces.query.js';
import { PERSONAL_KEYS } from '#personal-data';
import { MemoryService, testContext } from './testing/index.js';

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.start([WorkspacesModule], WORKSPACES_PROJECTIONS);
});
afterAll(() => service.stop());

describe('the module of workspaces', () => {
  it('resolves every handler and controller of its folder, from these ports', async () => {
    await expectParts(service.app, import.meta.url);
    expect(service.ports).toEqual(
      new Set([
        ...[COMMAND_DECIDER, DURABLE_EVENTS, READ_MODEL, READ_MODEL_CACHE_WRITER, ROW_CHANGES, ROWS_LAG],
        ...[CLOCK, ID_SOURCE, TIMERS, RANDOMNESS, SECRET_BOX, DELIVERIES_WAITING, KEY_KIND],
        PERSONAL_KEYS,
      ]),
    );
  });

  it('creates a workspace by a command, which a query and a GET show', async () => {
    const input = { name: 'Demo', time_zone: 'Europe/Vienna' };
    const created = await service.app.get(CommandBus).execute(new CreateWorkspace(testContext(''), input));
    expect(created.answer).toMatchObject({ status: 201, body: { workspace: input } });
    const { workspace } = created.answer.body as { readonly workspace: object };
    const found = await service.app.get(QueryBus).execute(new ListWorkspaces(10, undefined));
    expect(found).toMatchObject({ workspaces: [workspace], next: undefined });
    const shown = await service.ask('GET', '/admin/workspaces');
    expect(shown).toMatchObject({ status: 200, body: { ok: true, workspaces: found.workspaces } });
  });
});
