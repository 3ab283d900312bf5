import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ID_SOURCE } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { MEMBER_PROJECTIONS } from '#members';
import { READ_MODEL } from '#read-model';
import { COMMAND_DECIDER } from '#workspace-head';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { MemoryService, testContext } from '#workspaces/testing';
import { expectParts } from '../http/testing/testing-module.js';
import { CreateSmartList } from './commands/create-smart-list.command.js';
import { DUE_QUEUE } from './domain/due-queue.js';
import { SMART_LIST_PROJECTIONS, SmartListsModule } from './index.js';
import { ListSmartLists } from './queries/list-smart-lists.query.js';

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.startOpen(
    [SmartListsModule],
    [...WORKSPACES_PROJECTIONS, ...CALLING_HOURS_PROJECTIONS, ...SMART_LIST_PROJECTIONS, ...MEMBER_PROJECTIONS],
  );
});
afterAll(() => service.stop());

describe('the module of smart lists', () => {
  it('resolves every handler and controller of its folder, from these ports', async () => {
    await expectParts(service.app, import.meta.url);
    expect(service.ports).toEqual(new Set([COMMAND_DECIDER, READ_MODEL, ID_SOURCE, DUE_QUEUE]));
  });

  it('creates a list by a command, which a query and a GET show', async () => {
    const created = await service.app
      .get(CommandBus)
      .execute(new CreateSmartList(testContext(TEST_WORKSPACE), { name: 'Spring', priority: 'high' }));
    expect(created.answer).toMatchObject({ status: 201, body: { smart_list: { name: 'Spring', priority: 'high' } } });
    const { smart_list: list } = created.answer.body as { readonly smart_list: object };
    const found = await service.app.get(QueryBus).execute(new ListSmartLists(TEST_WORKSPACE, 10, undefined));
    expect(found).toEqual({ smartLists: [list], next: undefined });
    const shown = await service.ask('GET', '/smart-lists', undefined, { token: TEST_WORKSPACE });
    expect(shown).toMatchObject({ status: 200, body: { ok: true, smart_lists: [list] } });
  });
});
