import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { testId, TEST_WORKSPACE } from '#kernel/testing';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { CONTACT_PROJECTIONS } from '#contacts';
import { DIALING_PROJECTIONS } from '#dialing';
import { PAGE_READER, READ_MODEL } from '#read-model';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { COMMAND_DECIDER } from '#workspace-head';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { MemoryService, testContext } from '#workspaces/testing';
import { expectParts } from '../http/testing/testing-module.js';
import { AddMembers } from './commands/add-members.command.js';
import { MEMBER_PROJECTIONS, MembersModule } from './index.js';
import { ListMembers } from './queries/list-members.query.js';

const [LIST, ADA] = [testId(1), testId(2)];

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.startOpen(
    [MembersModule],
    [
      ...[...WORKSPACES_PROJECTIONS, ...CALLING_HOURS_PROJECTIONS, ...CONTACT_PROJECTIONS, ...SMART_LIST_PROJECTIONS],
      ...[...MEMBER_PROJECTIONS, ...DIALING_PROJECTIONS],
    ],
  );
});
afterAll(() => service.stop());

describe('the module of members', () => {
  it('resolves every handler and controller of its folder, from these ports', async () => {
    await expectParts(service.app, import.meta.url);
    expect(service.ports).toEqual(new Set([COMMAND_DECIDER, READ_MODEL, PAGE_READER]));
  });

  it('adds a member by a command, which a query and a GET show', async () => {
    await service.happen(
      TEST_WORKSPACE,
      { type: 'SmartListCreated', data: { smart_list_id: LIST, name: 'Spring', ...SETTINGS_DEFAULTS, source: 'api' } },
      { type: 'ContactImported', data: { contact_id: ADA, phone: '+12025550101', name: 'Ada' } },
    );
    const added = await service.app
      .get(CommandBus)
      .execute(new AddMembers(testContext(TEST_WORKSPACE), LIST, [{ contactId: ADA }]));
    expect(added.answer).toMatchObject({ status: 200, body: { inserted: 1 } });
    const found = await service.app
      .get(QueryBus)
      .execute(new ListMembers(TEST_WORKSPACE, LIST, undefined, 10, undefined));
    const members = JSON.parse(found.items.json);
    expect(members).toMatchObject([{ contact_id: ADA, phone: '+12025550101', status: 'queued' }]);
    const shown = await service.ask('GET', `/smart-lists/${LIST}/members`, undefined, { token: TEST_WORKSPACE });
    expect(shown).toMatchObject({ status: 200, body: { ok: true, members } });
  });
});
