import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ID_SOURCE } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { READ_MODEL } from '#read-model';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { COMMAND_DECIDER } from '#workspace-head';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { MemoryService, testContext } from '#workspaces/testing';
import { expectParts } from '../http/testing/testing-module.js';
import { CreateDialGroup } from './commands/create-dial-group.command.js';
import { DIAL_GROUP_PROJECTIONS, DialGroupsModule } from './index.js';
import { ListDialGroups } from './queries/list-dial-groups.query.js';

const SPRING = '018f3a00-0000-7000-8000-0000000000a1';
const AUTUMN = '018f3a00-0000-7000-8000-0000000000a2';
const token = TEST_WORKSPACE;

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.startOpen(
    [DialGroupsModule],
    [...WORKSPACES_PROJECTIONS, ...SMART_LIST_PROJECTIONS, ...DIAL_GROUP_PROJECTIONS],
  );
  for (const [smart_list_id, name] of [
    [SPRING, 'Spring'],
    [AUTUMN, 'Autumn'],
  ]) {
    const data = { smart_list_id, name, ...SETTINGS_DEFAULTS, source: 'api' };
    await service.happen(TEST_WORKSPACE, { type: 'SmartListCreated', data });
  }
});
afterAll(() => service.stop());

const ask = (method: string, path: string, body?: unknown, headers = {}) =>
  service.ask(method, path, body, { token, headers });

describe('the module of dial groups', () => {
  it('resolves every handler and controller of its folder, from these ports', async () => {
    await expectParts(service.app, import.meta.url);
    expect(service.ports).toEqual(new Set([COMMAND_DECIDER, READ_MODEL, ID_SOURCE]));
  });

  it('creates a dial group by a command, which a query and GETs show', async () => {
    const command = new CreateDialGroup(testContext(TEST_WORKSPACE), { name: 'North', smart_list_ids: [SPRING] });
    const created = await service.app.get(CommandBus).execute(command);
    expect(created.answer).toMatchObject({ status: 201, body: { dial_group: { name: 'North' } } });
    const { dial_group: group } = created.answer.body as { readonly dial_group: { readonly dial_group_id: string } };
    const found = await service.app.get(QueryBus).execute(new ListDialGroups(TEST_WORKSPACE, 10, undefined));
    expect(found).toEqual({ dialGroups: [group], next: undefined });
    expect(await ask('GET', '/dial-groups')).toMatchObject({
      status: 200,
      body: { ok: true, dial_groups: [group], next_page_token: null },
    });
    const shown = await ask('GET', `/dial-groups/${group.dial_group_id}`);
    expect([shown.body, shown.headers.get('etag')]).toEqual([{ ok: true, dial_group: group }, '"1"']);
  });

  it('changes and deletes a dial group of the version that the request expects', async () => {
    const { body } = await ask('POST', '/dial-groups', { name: 'South', smart_list_ids: [SPRING] });
    const path = `/dial-groups/${body.dial_group.dial_group_id}`;
    expect(await ask('PATCH', path, { name: 'S' }, { 'if-match': '"7"' })).toMatchObject({ status: 412 });
    expect(await ask('PATCH', path, { smart_list_ids: [AUTUMN] }, { 'if-match': '"1"' })).toMatchObject({
      status: 200,
      body: { dial_group: { name: 'South', smart_list_ids: [AUTUMN], version: 2 } },
    });
    expect(await ask('DELETE', path, undefined, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
    expect(await ask('DELETE', path, undefined, { 'if-match': '"2"' })).toMatchObject({
      status: 200,
      body: { ok: true, dial_group_id: body.dial_group.dial_group_id, deleted: true },
    });
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(await ask(method, path, method === 'PATCH' ? {} : undefined)).toMatchObject({ status: 404 });
  });

  it('refuses bodies that name no list, too many, or one twice', async () => {
    const many = Array.from({ length: 201 }, (_, n) => `018f3a00-0000-7000-8000-0000000${String(10_000 + n)}`);
    for (const smart_list_ids of [undefined, null, [], many, [SPRING, SPRING], ['spring'], SPRING]) {
      const refused = await ask('POST', '/dial-groups', { name: 'West', smart_list_ids });
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    }
    for (const name of [undefined, null, '', 'x'.repeat(201), 7]) {
      const refused = await ask('POST', '/dial-groups', { name, smart_list_ids: [SPRING] });
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    }
  });
});
