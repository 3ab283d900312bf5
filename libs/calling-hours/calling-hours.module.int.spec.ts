import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ID_SOURCE } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { READ_MODEL } from '#read-model';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { COMMAND_DECIDER } from '#workspace-head';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { MemoryService, testContext } from '#workspaces/testing';
import { expectParts } from '../http/testing/testing-module.js';
import { CreateCallingHours } from './commands/create-calling-hours.command.js';
import { CALLING_HOURS_PROJECTIONS, CallingHoursModule } from './index.js';
import { ListCallingHours } from './queries/list-calling-hours.query.js';

const token = TEST_WORKSPACE;
const intervals = [{ days: ['mon', 'tue'], from: '09:00', to: '17:00' }];

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.startOpen(
    [CallingHoursModule],
    [...WORKSPACES_PROJECTIONS, ...CALLING_HOURS_PROJECTIONS, ...SMART_LIST_PROJECTIONS],
  );
});
afterAll(() => service.stop());

const ask = (method: string, path: string, body?: unknown, headers = {}) =>
  service.ask(method, path, body, { token, headers });

describe('the module of calling hours', () => {
  it('resolves every handler and controller of its folder, from these ports', async () => {
    await expectParts(service.app, import.meta.url);
    expect(service.ports).toEqual(new Set([COMMAND_DECIDER, READ_MODEL, ID_SOURCE]));
  });

  it('creates calling hours by a command, which a query and GETs show', async () => {
    const input = { name: 'Day', intervals: [{ days: ['mon'], from: '09:00', to: '17:00' }] } as const;
    const command = new CreateCallingHours(testContext(TEST_WORKSPACE), input);
    const made = await service.app.get(CommandBus).execute(command);
    expect(made.answer).toMatchObject({ status: 201, body: { calling_hours: { name: 'Day', zone: 'contact' } } });
    const { calling_hours: hours } = made.answer.body as {
      readonly calling_hours: { readonly calling_hours_id: string };
    };
    const found = await service.app.get(QueryBus).execute(new ListCallingHours(TEST_WORKSPACE, 10, undefined));
    expect(found).toEqual({ callingHours: [hours], next: undefined });
    expect(await ask('GET', '/calling-hours')).toMatchObject({
      status: 200,
      body: { ok: true, calling_hours: [hours], next_page_token: null },
    });
    const shown = await ask('GET', `/calling-hours/${hours.calling_hours_id}`);
    expect([shown.body, shown.headers.get('etag')]).toEqual([{ ok: true, calling_hours: hours }, '"1"']);
  });

  it('changes and deletes calling hours of the version that the request expects', async () => {
    const { body } = await ask('POST', '/calling-hours', { name: 'Night', intervals });
    const path = `/calling-hours/${body.calling_hours.calling_hours_id}`;
    expect(await ask('PATCH', path, { name: 'N' }, { 'if-match': '"7"' })).toMatchObject({ status: 412 });
    expect(await ask('PATCH', path, { zone: 'UTC' }, { 'if-match': '"1"' })).toMatchObject({
      status: 200,
      body: { calling_hours: { name: 'Night', zone: 'UTC', version: 2 } },
    });
    expect(await ask('DELETE', path, undefined, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
    expect(await ask('DELETE', path, undefined, { 'if-match': '"2"' })).toMatchObject({
      status: 200,
      body: { ok: true, calling_hours_id: body.calling_hours.calling_hours_id, deleted: true },
    });
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(await ask(method, path, method === 'PATCH' ? {} : undefined)).toMatchObject({ status: 404 });
  });

  it('refuses bodies that break a rule', async () => {
    const dates = Array.from({ length: 367 }, (_, n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
    const interval = { days: ['mon'], from: '09:00', to: '17:00' };
    for (const broken of [
      ...[{ intervals: undefined }, { intervals: [] }, { intervals: null }, { intervals: [7] }],
      { intervals: Array.from({ length: 51 }, () => interval) },
      ...[[], ['monday'], ['mon', 'mon'], null].map((days) => ({ intervals: [{ ...interval, days }] })),
      ...['9:00', '09:05', '', null, 9].map((from) => ({ intervals: [{ ...interval, from }] })),
      ...[{ closed_dates: dates }, { closed_dates: ['2030-12-25', '2030-12-25'] }, { closed_dates: null }],
      ...[{ zone: '' }, { zone: null }, { zone: 'Nowhere' }, { name: '' }, { name: null }, { name: undefined }],
    ]) {
      const refused = await ask('POST', '/calling-hours', { name: 'West', intervals, ...broken });
      expect([broken, refused.status, refused.body.code]).toEqual([broken, 400, 'validation_failed']);
    }
  });
});
