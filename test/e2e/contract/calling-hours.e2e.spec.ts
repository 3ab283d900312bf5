import { success } from '../../support/client.js';
import { expectProblem } from '../../support/problem.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import type { CallingHours } from '../../support/types.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService();

it('[api endpoints /calling-hours] created, read, listed, changed and deleted, with a version and an ETag', async () => {
  const workspace = await TestWorkspace.make(service());
  const { api, client } = workspace;
  const hours = await api.createCallingHours({ closed_dates: ['2030-12-25'] });
  expect(hours).toMatchObject({ zone: 'contact', closed_dates: ['2030-12-25'], version: 1 });
  const path = `/calling-hours/${hours.calling_hours_id}`;
  const other = await api.createCallingHours({ zone: 'Europe/Berlin' });
  expect(await client.walk<CallingHours>('/calling-hours', 'calling_hours', 1)).toEqual([hours, other]);
  expect((await client.patch(path, { name: 'South' }, { 'if-match': '"2"' })).status).toBe(412);
  const intervals = [{ days: ['fri'], from: '20:00', to: '02:00' }];
  const answer = await client.patch(path, { name: 'South', intervals }, { 'if-match': '"1"' });
  expect([answer.status, answer.headers['etag']]).toEqual([200, '"2"']);
  expect(await api.callingHours(hours.calling_hours_id)).toMatchObject({ name: 'South', intervals, version: 2 });
  const stale = { method: 'DELETE', path, headers: { 'if-match': '"1"' } };
  await expectRefused(workspace, stale, { code: 'precondition_failed' });
  const once = { 'idempotency-key': 'once' };
  const one = await client.send({ method: 'DELETE', path, headers: once });
  const two = await client.send({ method: 'DELETE', path, headers: once });
  expect(success(one, 200)).toEqual({ ok: true, calling_hours_id: hours.calling_hours_id, deleted: true });
  expect(success(two, 200)).toEqual(success(one, 200));
  await expectRefused(workspace, { method: 'GET', path }, { code: 'not_found' });
  expect(await client.walk<CallingHours>('/calling-hours', 'calling_hours')).toEqual([other]);
});

it('[api endpoints /calling-hours] times off a quarter of an hour, unknown zones and names that are taken are refused', async () => {
  const workspace = await TestWorkspace.make(service());
  const hours = await workspace.api.createCallingHours();
  const intervals = [{ days: ['mon'], from: '09:00', to: '17:00' }];
  const post = (json: object) =>
    ({ method: 'POST', path: '/calling-hours', json: { name: 'New', intervals, ...json } }) as const;
  const refused = (json: object, pointer: string) =>
    expectRefused(workspace, post(json), { code: 'validation_failed', pointer });
  await refused({ intervals: [{ days: ['fri'], from: '20:10', to: '02:00' }] }, '/intervals/0/from');
  await refused({ intervals: [{ days: ['fri'], from: '20:00', to: '20:00' }] }, '/intervals/0/to');
  await refused({ closed_dates: ['2030-02-30'] }, '/closed_dates/0');
  await refused({ zone: 'Mars/Olympus' }, '/zone');
  const short = await refused({ intervals: [{ days: ['fri'], from: '9:00', to: '17:00' }] }, '/intervals/0/from');
  expect(short.detail).toMatch(/^intervals\/0\/from: Must be a time HH:MM/);
  const date = await refused({ closed_dates: ['2030-1-1'] }, '/closed_dates/0');
  expect(date.detail).toMatch(/^closed_dates\/0: Must be a date YYYY-MM-DD/);
  const taken = post({ name: hours.name.toUpperCase() });
  await expectRefused(workspace, taken, { code: 'resource_conflict', pointer: '/name' });
});

it('[api limits] at most 50 calling hours', async () => {
  const workspace = await TestWorkspace.make(service());
  for (let n = 0; n < 50; n += 1) await workspace.api.createCallingHours();
  const json = { name: 'One more', intervals: [{ days: ['mon'], from: '09:00', to: '17:00' }] };
  await expectRefused(workspace, { method: 'POST', path: '/calling-hours', json }, { code: 'resource_conflict' });
});

it('[api hours named] the workspace names its own calling hours, shown to the admin and by GET /me', async () => {
  const workspace = await TestWorkspace.make(service());
  const { api, client } = workspace;
  const { admin } = service();
  const path = `/admin/workspaces/${workspace.id}`;
  const [mine, { calling_hours_id: foreign }] = [
    await api.createCallingHours(),
    await (await TestWorkspace.make(service())).api.createCallingHours(),
  ];
  const shown = async () =>
    [
      await admin.read<{ workspace: { calling_hours_id: unknown } }>(path),
      await client.read<{ workspace: { calling_hours_id: unknown } }>('/me'),
    ].map(({ workspace: { calling_hours_id } }) => calling_hours_id);
  const { calling_hours_id } = mine;
  const changed = await admin.patch(path, { calling_hours_id: calling_hours_id.toUpperCase() });
  expect(success(changed, 200)).toMatchObject({ workspace: { calling_hours_id } });
  expect(await shown()).toEqual([calling_hours_id, calling_hours_id]);
  for (const unknown of [UNKNOWN_ID, foreign]) {
    const problem = expectProblem(await admin.patch(path, { calling_hours_id: unknown }), 'invalid_reference');
    expect(problem.errors?.[0]?.pointer).toBe('/calling_hours_id');
  }
  expectProblem(await admin.patch(path, { calling_hours_id: 'no-uuid' }), 'validation_failed');
  const hours = `/calling-hours/${calling_hours_id}`;
  const kept = await expectRefused(workspace, { method: 'DELETE', path: hours }, { code: 'resource_conflict' });
  expect(kept.detail).toBe('Still named by the workspace.');
  success(await admin.patch(path, { calling_hours_id: null }), 200);
  expect(await shown()).toEqual([null, null]);
  success(await client.delete(hours), 200);
});

it('[api hours named] hours that an active list names are kept; a deleted list names none', async () => {
  const workspace = await TestWorkspace.make(service());
  const { api, client } = workspace;
  const { calling_hours_id } = await api.createCallingHours();
  const path = `/calling-hours/${calling_hours_id}`;
  const { smart_list_id: one } = await api.createList({ calling_hours_id });
  const { smart_list_id: two } = await api.createList({ calling_hours_id });
  const refused = async () =>
    (await expectRefused(workspace, { method: 'DELETE', path }, { code: 'resource_conflict' })).detail;
  expect(await refused()).toBe(`Still named by smart list ${one}, smart list ${two}.`);
  await api.deleteList(one);
  expect(await refused()).toBe(`Still named by smart list ${two}.`);
  await api.changeList(two, { calling_hours_id: null });
  success(await client.delete(path), 200);
});
