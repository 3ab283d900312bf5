import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ID_SOURCE } from '#kernel';
import { testId, TEST_WORKSPACE } from '#kernel/testing';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { MEMBER_PROJECTIONS } from '#members';
import { PAGE_READER, READ_MODEL } from '#read-model';
import { COMMAND_DECIDER } from '#workspace-head';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { RANDOMNESS } from '#workspaces/domain';
import { MemoryService, testContext } from '#workspaces/testing';
import { expectParts } from '../http/testing/testing-module.js';
import { ImportContacts } from './commands/import-contacts.command.js';
import { CONTACT_PROJECTIONS, ContactsModule } from './index.js';
import { GetContact } from './queries/get-contact.query.js';

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.startOpen(
    [ContactsModule],
    [...WORKSPACES_PROJECTIONS, ...CALLING_HOURS_PROJECTIONS, ...CONTACT_PROJECTIONS, ...MEMBER_PROJECTIONS],
  );
});
afterAll(() => service.stop());

describe('the module of contacts', () => {
  it('resolves every handler and controller of its folder, from these ports', async () => {
    await expectParts(service.app, import.meta.url);
    expect(service.ports).toEqual(new Set([COMMAND_DECIDER, READ_MODEL, PAGE_READER, ID_SOURCE, RANDOMNESS]));
  });

  it('imports a contact by a command, which a query and a GET show', async () => {
    const contact = { contact_id: testId(1), phone: '+12025550101', name: 'Ada' };
    const imported = await service.app
      .get(CommandBus)
      .execute(new ImportContacts(testContext(TEST_WORKSPACE), [contact]));
    expect(imported.answer).toMatchObject({ status: 200, body: { created: 1 } });
    expect(await service.app.get(QueryBus).execute(new GetContact(TEST_WORKSPACE, testId(1)))).toMatchObject(contact);
    const shown = await service.ask('GET', `/contacts/${testId(1)}`, undefined, { token: TEST_WORKSPACE });
    expect(shown).toMatchObject({ status: 200, body: { ok: true, contact } });
  });
});
