import { byId, nextName } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { dryRun } from '../../support/dry-run.js';
import { expectProblem } from '../../support/problem.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import type { SmartList } from '../../support/types.js';
import { withUnchanged } from '../../support/unchanged.js';
import { UNKNOWN_ID } from '../../support/workspace.js';

const workspace = shareWorkspace();

const pathOf = (list: Pick<SmartList, 'smart_list_id'>, value = 'true') =>
  `/smart-lists/${list.smart_list_id}?dry_run=${value}`;
const NOBODY = { exhausted: 0, moved: 0, frozen: 0, newly_eligible: 0, no_longer_eligible: 0 };

describe('a dry run of PATCH /smart-lists/{smartListId}', () => {
  it('[api endpoints PATCH /smart-lists/{smartListId}] shows the list as it would be, and changes nothing', async () => {
    const { api, client } = workspace();
    const [contact] = await workspace().contacts(1);
    const list = await api.createList({ priority: 'highest' });
    await api.addMembers(list.smart_list_id, [byId(contact!)]);
    const changes = { name: nextName('Tried'), max_attempts_per_day: 0 };
    const answer = await withUnchanged(workspace(), () => client.patch(pathOf(list), changes));
    expect(answer.status).toBe(200);
    const { smart_list, dry_run } = jsonOf(answer) as Awaited<ReturnType<typeof dryRun>>;
    expect(smart_list).toEqual({
      ...list,
      ...{ ...changes, member_count: 1, version: 2, updated_at: dry_run.as_of },
    });
    expect(dry_run).toEqual({
      as_of: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      members: { judged: 1, complete: true, ...NOBODY, frozen: 1, no_longer_eligible: 1 },
      queue: {
        before: [{ contact_id: contact!.contact_id, smart_list_id: list.smart_list_id, attempt_number: 1 }],
        after: [],
      },
    });
  });

  it('has the ETag of the list as it is, by which the PATCH makes the change that was tried', async () => {
    const { api, client } = workspace();
    const list = await api.createList();
    const changes = { min_retry_seconds: 7 };
    const tried = await client.patch(pathOf(list), changes, { 'if-match': '"1"' });
    expect(tried.headers.etag).toBe('"1"');
    const made = await client.patch(`/smart-lists/${list.smart_list_id}`, changes, { 'if-match': tried.headers.etag! });
    expect(jsonOf(made)).toMatchObject({ smart_list: { min_retry_seconds: 7, version: 2 } });
    expect(jsonOf(made)).not.toHaveProperty('dry_run');
    const again = await client.patch(pathOf(list), changes, { 'if-match': tried.headers.etag! });
    expectProblem(again, 'precondition_failed');
  });

  it('of nothing new shows the list as it is', async () => {
    const list = await workspace().api.createList();
    const told = await dryRun(workspace().client, list.smart_list_id, { name: list.name });
    expect(told.smart_list).toEqual(list);
    expect(told.dry_run.members).toEqual({ judged: 0, complete: true, ...NOBODY });
    expect(told.dry_run.queue.after).toEqual(told.dry_run.queue.before);
  });

  it('of other calling hours shows the list with them, and names none yet', async () => {
    const { api, client } = workspace();
    const [list, { calling_hours_id }] = [await api.createList(), await api.createCallingHours()];
    const told = await dryRun(client, list.smart_list_id, { calling_hours_id });
    expect(told.smart_list).toMatchObject({ calling_hours_id, version: 2 });
    expect(await api.list(list.smart_list_id)).toEqual(list);
    expect((await client.delete(`/calling-hours/${calling_hours_id}`)).status).toBe(200);
  });

  it('is refused like the change', async () => {
    const { api } = workspace();
    const list = await api.createList();
    const other = await api.createList({ next_list_id: list.smart_list_id });
    const patch = (json: object, headers = {}) => ({ method: 'PATCH', path: pathOf(list), json, headers });
    const refused = (request: Parameters<typeof expectRefused>[1], code: string, pointer?: string) =>
      expectRefused(workspace(), request, { code, ...(pointer !== undefined && { pointer }) });
    await refused({ ...patch({}), path: pathOf({ smart_list_id: UNKNOWN_ID }) }, 'not_found');
    await refused(patch({ name: 'X' }, { 'if-match': '"99"' }), 'precondition_failed');
    await refused(patch({ name: other.name }), 'resource_conflict', '/name');
    await refused(patch({ next_list_id: UNKNOWN_ID }), 'invalid_reference', '/next_list_id');
    await refused(patch({ next_list_id: other.smart_list_id }), 'waterfall_cycle', '/next_list_id');
    await refused(patch({ calling_hours_id: UNKNOWN_ID }), 'invalid_reference', '/calling_hours_id');
    await refused(patch({ dial_timeout_seconds: 16 }), 'validation_failed', '/dial_timeout_seconds');
    await refused(patch({}, { 'idempotency-key': '' }), 'validation_failed', '/Idempotency-Key');
    const { client } = await workspace().key({ scopes: ['smart_lists:read'] });
    expectProblem(await client.patch(pathOf(list), {}), 'insufficient_scope');
  });

  it('is named by true; false is the change itself, and anything else is refused', async () => {
    const { api, client } = workspace();
    const list = await api.createList();
    for (const query of ['', '1', 'TRUE', 'yes', 'true&dry_run=true']) {
      const request = { method: 'PATCH', path: pathOf(list, query), json: { name: nextName() } };
      await expectRefused(workspace(), request, { code: 'validation_failed', pointer: '/dry_run' });
    }
    const made = await client.patch(pathOf(list, 'false'), { min_retry_seconds: 9 });
    expect(jsonOf(made)).toMatchObject({ smart_list: { min_retry_seconds: 9, version: 2 } });
    const outcome = { method: 'POST', path: '/smart-lists?dry_run=true', json: { name: nextName() } };
    const refusal = { code: 'validation_failed', pointer: '/dry_run', rule: 'unknown_parameter' } as const;
    await expectRefused(workspace(), outcome, refusal);
  });

  it('ignores an Idempotency-Key: the PATCH itself may have the same one, and is then done once', async () => {
    const { api, client } = workspace();
    const list = await api.createList();
    const headers = { 'idempotency-key': `dry ${list.smart_list_id}`.replace(' ', '-') };
    const send = (path: string, body: object) => client.patch(path, body, headers);
    for (const seconds of [1, 2]) {
      const tried = await send(pathOf(list), { min_retry_seconds: seconds });
      expect(jsonOf(tried)).toMatchObject({ smart_list: { min_retry_seconds: seconds, version: 2 } });
      expect(tried.headers).not.toHaveProperty('idempotent-replayed');
    }
    const path = `/smart-lists/${list.smart_list_id}`;
    const made = await send(path, { min_retry_seconds: 3 });
    expect(made.headers.etag).toBe('"2"');
    const again = await send(path, { min_retry_seconds: 3 });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(jsonOf(await send(pathOf(list), { min_retry_seconds: 4 }))).toMatchObject({ smart_list: { version: 3 } });
  });
});
