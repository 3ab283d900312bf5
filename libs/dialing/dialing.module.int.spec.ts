import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CLOCK, ID_SOURCE, TIMERS } from '#kernel';
import { testId, TEST_WORKSPACE } from '#kernel/testing';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { CONTACT_PROJECTIONS } from '#contacts';
import { MEMBER_PROJECTIONS } from '#members';
import { OUTCOMES_PROJECTIONS } from '#outcomes';
import { PAGE_READER, READ_MODEL, READ_MODEL_CACHE_WRITER } from '#read-model';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { DUE_QUEUE } from '#smart-lists/domain';
import { COMMAND_DECIDER } from '#workspace-head';
import { RANDOMNESS, WORKSPACES_PROJECTIONS } from '#workspaces';
import { MemoryService, testContext } from '#workspaces/testing';
import { expectParts } from '../http/testing/testing-module.js';
import { TIME_ZONE_DATA } from './domain/index.js';
import { RegisterCall } from './commands/register-call.command.js';
import { DIALING_PROJECTIONS, DialingModule } from './index.js';
import { GetCall } from './queries/get-call.query.js';
import { Promotion } from './workers/promotion.js';

const [ADA, CALL] = [testId(1), testId(2)];

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.startOpen(
    [DialingModule],
    [
      ...[...WORKSPACES_PROJECTIONS, ...CALLING_HOURS_PROJECTIONS, ...CONTACT_PROJECTIONS, ...SMART_LIST_PROJECTIONS],
      ...[...MEMBER_PROJECTIONS, ...OUTCOMES_PROJECTIONS, ...DIALING_PROJECTIONS],
    ],
  );
});
afterAll(() => service.stop());

describe('the module of dialing', () => {
  it('resolves every handler and controller of its folder, from these ports', async () => {
    await expectParts(service.app, import.meta.url);
    expect(service.ports).toEqual(
      new Set([
        COMMAND_DECIDER,
        READ_MODEL,
        READ_MODEL_CACHE_WRITER,
        PAGE_READER,
        CLOCK,
        ID_SOURCE,
        RANDOMNESS,
        TIMERS,
        TIME_ZONE_DATA,
      ]),
    );
  });

  it('hands on what brings the queue up to the clock: dry runs of lists read the queue', () => {
    expect(service.app.get(DUE_QUEUE, { strict: false })).toBe(service.app.get(Promotion));
  });

  it('registers a call by a command, which a query and a GET show', async () => {
    const contact = { contact_id: ADA, phone: '+12025550101', name: 'Ada' };
    await service.happen(TEST_WORKSPACE, { type: 'ContactImported', data: contact });
    const registered = await service.app
      .get(CommandBus)
      .execute(new RegisterCall(testContext(TEST_WORKSPACE), { contactId: ADA }, CALL, {}));
    expect(registered.answer).toMatchObject({ status: 201, body: { call: { call_id: CALL, contact_id: ADA } } });
    const found = await service.app.get(QueryBus).execute(new GetCall(TEST_WORKSPACE, CALL));
    expect(found).toMatchObject({ call_id: CALL, contact_id: ADA, state: 'in_progress' });
    const shown = await service.ask('GET', `/calls/${CALL}`, undefined, { token: TEST_WORKSPACE });
    expect(shown).toMatchObject({ status: 200, body: { ok: true, call: found } });
  });
});
