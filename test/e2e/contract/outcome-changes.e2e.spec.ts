import { jsonOf } from '../../support/contract.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const workspace = shareWorkspace();

const HOOK = 'https://hooks.example.com/outcome';
const NONE = { destination_type: 'none', destination_id: null, destination_name: null };

const create = (json: object) => ({
  method: 'POST',
  path: '/phone-system/outcomes',
  json: { outcome_name: 'x', ...json },
});
const makeLists = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await workspace().api.createList()).smart_list_id));

describe('changed outcomes', () => {
  it('[api endpoints GET /phone-system/outcomes/{outcomeId}] [api rules/etag] the envelope and the ETag', async () => {
    const { api, client } = workspace();
    const made = await api.createOutcome();
    const answer = await client.get(`/phone-system/outcomes/${made.outcome.outcome_id}`);
    expect(jsonOf(answer)).toEqual(made);
    expect(answer.headers.etag).toBe('"1"');
  });

  it('[api endpoints PATCH /phone-system/outcomes/{outcomeId}] changes given fields only', async () => {
    const { api, client, service } = workspace();
    const { outcome } = await api.createOutcome({ outcome_type: 'action', webhook_url: HOOK, order: 5 });
    const path = `/phone-system/outcomes/${outcome.outcome_id}`;
    const answer = await client.patch(path, { order: -1 });
    expect(answer.headers.etag).toBe('"2"');
    const head = await service.log.head();
    expect((await client.patch(path, {})).headers.etag).toBe('"2"');
    expect((await client.patch(path, { order: -1, webhook_url: HOOK })).headers.etag).toBe('"2"');
    expect(await service.log.head()).toBe(head);
    expect((await api.outcome(outcome.outcome_id)).outcome).toMatchObject({ order: -1, webhook_url: HOOK, version: 2 });
    const next = await api.changeOutcome(outcome.outcome_id, { webhook_url: `${HOOK}/2` });
    expect(next.outcome.webhook_url).toBe(`${HOOK}/2`);
  });

  it('[api endpoints DELETE /phone-system/outcomes/{outcomeId}] the id, deleted, the flag', async () => {
    const { api, client } = workspace();
    const { outcome } = await api.createOutcome();
    const path = `/phone-system/outcomes/${outcome.outcome_id}`;
    const { disposition_popup_enabled } = await api.outcomes();
    expect(disposition_popup_enabled).toBe(true);
    expect(jsonOf(await client.delete(path))).toMatchObject({
      ok: true,
      outcome_id: outcome.outcome_id,
      deleted: true,
    });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      await expectRefused(workspace(), { method, path }, { code: 'not_found' });
    }
    expect((await api.outcomes()).outcomes.map(({ outcome_id }) => outcome_id)).not.toContain(outcome.outcome_id);
  });

  it('[api outcome type change] a PATCH that changes the type sets or clears webhook_url', async () => {
    const { api } = workspace();
    const { outcome } = await api.createOutcome();
    const path = `/phone-system/outcomes/${outcome.outcome_id}`;
    const refusal = { code: 'validation_failed', pointer: '/webhook_url' };
    const patch = (json: object) => ({ method: 'PATCH', path, json });
    await expectRefused(workspace(), patch({ outcome_type: 'action' }), refusal);
    await expectRefused(workspace(), patch({ webhook_url: HOOK }), refusal);
    await api.changeOutcome(outcome.outcome_id, { retry_seconds: 60 });
    const withGap = patch({ outcome_type: 'action', webhook_url: HOOK });
    await expectRefused(workspace(), withGap, { ...refusal, pointer: '/retry_seconds' });
    await api.changeOutcome(outcome.outcome_id, { retry_seconds: null });
    const action = await api.changeOutcome(outcome.outcome_id, { outcome_type: 'action', webhook_url: HOOK });
    expect(action.outcome).toMatchObject({ outcome_type: 'action', webhook_url: HOOK });
    await expectRefused(workspace(), patch({ webhook_url: null }), refusal);
    await expectRefused(workspace(), patch({ outcome_type: 'disposition', webhook_url: HOOK }), refusal);
    await expectRefused(workspace(), patch({ outcome_type: 'disposition' }), refusal);
    const back = await api.changeOutcome(outcome.outcome_id, { outcome_type: 'disposition', webhook_url: null });
    expect(back.outcome).toMatchObject({ outcome_type: 'disposition', webhook_url: null });
  });

  it('[api outcome destinations] remove_from_all and remove_from_selected with 1 to 50 lists', async () => {
    const { api } = workspace();
    const lists = await makeLists(50);
    const all = await api.createOutcome({ destination_type: 'remove_from_all' });
    expect(all.outcome.destination).toEqual({ ...NONE, destination_type: 'remove_from_all' });
    for (const smart_list_ids of [lists.slice(0, 1), lists]) {
      const { outcome } = await api.createOutcome({ destination_type: 'remove_from_selected', smart_list_ids });
      expect(outcome.destination).toEqual({ ...NONE, destination_type: 'remove_from_selected', smart_list_ids });
    }
  });

  it('[api outcome destinations] fields of a type are required, those of other types refused', async () => {
    const lists = await makeLists(2);
    const [list] = lists;
    const refused: readonly (readonly [object, string])[] = [
      [{ destination_type: 'smart_list' }, '/destination_id'],
      [{ destination_type: 'smart_list', destination_id: 'no-uuid' }, '/destination_id'],
      [{ destination_type: 'smart_list', destination_id: list, smart_list_ids: lists }, '/smart_list_ids'],
      [{ destination_type: 'none', destination_id: list }, '/destination_id'],
      [{ destination_id: list }, '/destination_id'],
      [{ destination_type: 'none', smart_list_ids: lists }, '/smart_list_ids'],
      [{ destination_type: 'remove_from_all', destination_id: list }, '/destination_id'],
      [{ destination_type: 'remove_from_all', smart_list_ids: lists }, '/smart_list_ids'],
      [{ destination_type: 'remove_from_selected' }, '/smart_list_ids'],
      [{ destination_type: 'remove_from_selected', smart_list_ids: [] }, '/smart_list_ids'],
      [{ destination_type: 'remove_from_selected', smart_list_ids: lists, destination_id: list }, '/destination_id'],
      [{ destination_type: 'remove_from_selected', smart_list_ids: [list, 'x'] }, '/smart_list_ids/1'],
      [{ destination_type: 'remove_from_selected', smart_list_ids: [list, list!.toUpperCase()] }, '/smart_list_ids/1'],
    ];
    for (const [json, pointer] of refused) {
      await expectRefused(workspace(), create(json), { code: 'validation_failed', pointer });
    }
    const many = {
      destination_type: 'remove_from_selected',
      smart_list_ids: Array.from({ length: 51 }, () => UNKNOWN_ID),
    };
    await expectRefused(workspace(), create(many), { code: 'validation_failed', pointer: '/smart_list_ids' });
  });

  it('[api outcome destinations] unknown, foreign and deleted lists are invalid references', async () => {
    const { api, service } = workspace();
    const [list, deleted] = await makeLists(2);
    await api.deleteList(deleted!);
    const foreign = (await (await TestWorkspace.make(service)).api.createList()).smart_list_id;
    for (const id of [UNKNOWN_ID, deleted!, foreign]) {
      const single = { destination_type: 'smart_list', destination_id: id };
      await expectRefused(workspace(), create(single), { code: 'invalid_reference', pointer: '/destination_id' });
      const selected = { destination_type: 'remove_from_selected', smart_list_ids: [list, id] };
      await expectRefused(workspace(), create(selected), { code: 'invalid_reference', pointer: '/smart_list_ids/1' });
    }
  });

  it('[api outcome destinations] a new destination clears the fields of other types', async () => {
    const { api } = workspace();
    const lists = await makeLists(3);
    const { outcome } = await api.createOutcome({ destination_type: 'remove_from_selected', smart_list_ids: lists });
    const id = outcome.outcome_id;
    const single = { destination_type: 'smart_list', destination_id: lists[0] };
    expect((await api.changeOutcome(id, single)).outcome.destination).toMatchObject(single);
    expect((await api.changeOutcome(id, { destination_id: lists[1] })).outcome.destination.destination_id).toBe(
      lists[1],
    );
    expect((await api.changeOutcome(id, { destination_type: 'none' })).outcome.destination).toEqual(NONE);
    const path = `/phone-system/outcomes/${id}`;
    const request = { method: 'PATCH', path, json: { destination_type: 'smart_list' } };
    await expectRefused(workspace(), request, { code: 'validation_failed', pointer: '/destination_id' });
  });

  it('[api outcome deleted lists] a deleted destination reads as none, deleted lists are not shown', async () => {
    const { api } = workspace();
    const lists = await makeLists(3);
    const single = await api.createOutcome({ destination_type: 'smart_list', destination_id: lists[0] });
    const selected = await api.createOutcome({ destination_type: 'remove_from_selected', smart_list_ids: lists });
    await api.deleteList(lists[0]!);
    expect((await api.outcome(single.outcome.outcome_id)).outcome.destination).toEqual(NONE);
    const shown = (await api.outcome(selected.outcome.outcome_id)).outcome.destination;
    expect(shown).toEqual({ ...NONE, destination_type: 'remove_from_selected', smart_list_ids: lists.slice(1) });
    await api.deleteList(lists[1]!);
    await api.deleteList(lists[2]!);
    expect((await api.outcome(selected.outcome.outcome_id)).outcome.destination).toEqual(NONE);
    const all = (await api.outcomes()).outcomes;
    expect(all.find(({ outcome_id }) => outcome_id === selected.outcome.outcome_id)!.destination).toEqual(NONE);
  });
});
