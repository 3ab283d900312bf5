import { byId } from '../../support/api.js';
import { decided } from '../../support/log.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService();
let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await TestWorkspace.make(service());
  await workspace.api.createOutcome();
});

const LATER = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const post = (path: string, json: object) => ({ method: 'POST', path, json });

describe('outcomes of a call', () => {
  const HOOK = 'https://hooks.example.com/outcome';

  it('[api applying an outcome] [api endpoints POST /calls/{callId}/outcomes] an action in one append', async () => {
    const { api } = workspace;
    const call = await workspace.call();
    const { smart_list_id: destination_id, name } = await api.createList();
    const to = { destination_type: 'smart_list', destination_id };
    const { outcome } = await api.createOutcome({ outcome_type: 'action', webhook_url: HOOK, ...to });
    const head = await service().log.head();
    const answer = await api.applyOutcome(call.call_id, outcome.outcome_id);
    const { outcome_id, outcome_name, outcome_type } = outcome;
    const destination = { ...to, destination_name: name };
    const what = { outcome_id, outcome_name, outcome_type, destination, retry_seconds: null };
    const applied = { sequence: 1, ...what, applied_at: LATER };
    expect(answer).toEqual({
      ok: true,
      outcome,
      delivery_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      call: { ...call, outcomes: [applied] },
    });
    const events = decided(await service().log.after(head));
    expect(events.map(({ type }) => type)).toEqual(['OutcomeApplied', 'MemberAdded', 'DeliveryRequested']);
    expect(new Set(events.map(({ metadata }) => metadata.correlation_id)).size).toBe(1);
    const { delivery_id } = answer;
    const { call_id, contact_id } = call;
    const about = { delivery_id, outcome_id, call_id, contact_id, webhook_url: HOOK };
    // The message stands in the log sealed; that a receiver gets it is the webhooks' test.
    expect(events[2]!.data).toEqual({ ...about, body: null, personal: expect.stringMatching(/^[\w-]{200,}$/) });
    const members = await api.members(destination_id);
    expect(members).toMatchObject([{ contact_id: call.contact_id, source: 'outcome' }]);
    await expectRefused(workspace, post(`/calls/${call.call_id}/outcomes`, { outcome_id }), {
      code: 'call_state_conflict',
    });
  });

  it('[api applying an outcome] a disposition after the end changes memberships, completes the call', async () => {
    const { api } = workspace;
    const call = await workspace.call();
    const list = await api.createList();
    await api.addMembers(list.smart_list_id, [byId(call)]);
    const { outcome } = await api.createOutcome({ destination_type: 'remove_from_all' });
    const request = post(`/calls/${call.call_id}/outcomes`, { outcome_id: outcome.outcome_id });
    await expectRefused(workspace, request, { code: 'call_state_conflict' });
    const ended = await api.endCall(call.call_id, 'answered');
    const answer = await api.applyOutcome(call.call_id, outcome.outcome_id);
    expect(answer).toMatchObject({ delivery_id: null, outcome: { outcome_id: outcome.outcome_id } });
    expect(answer.call).toEqual({ ...ended, state: 'completed', completed_at: LATER, outcomes: [expect.anything()] });
    expect(await api.members(list.smart_list_id)).toEqual([]);
    expect(await api.members(list.smart_list_id, 'removed')).toMatchObject([{ status_reason: 'removed_by_outcome' }]);
    await expectRefused(workspace, request, { code: 'call_state_conflict' });
  });

  it('are refused for an unknown outcome id, in every state of the call', async () => {
    const call = await workspace.call();
    const path = `/calls/${call.call_id}/outcomes`;
    const { outcome } = await workspace.api.createOutcome();
    await workspace.api.deleteOutcome(outcome.outcome_id);
    for (const outcome_id of [UNKNOWN_ID, outcome.outcome_id]) {
      await expectRefused(workspace, post(path, { outcome_id }), { code: 'invalid_reference', pointer: '/outcome_id' });
    }
    await expectRefused(workspace, post(path, { outcome_id: 'x' }), {
      code: 'validation_failed',
      pointer: '/outcome_id',
    });
    await expectRefused(workspace, post(path, {}), {
      code: 'validation_failed',
      pointer: '/outcome_id',
      rule: 'required',
    });
  });

  it('change nothing twice under one Idempotency-Key', async () => {
    const call = await workspace.call();
    const { outcome } = await workspace.api.createOutcome({ outcome_type: 'action', webhook_url: HOOK });
    const headers = { 'idempotency-key': call.call_id };
    const body = { outcome_id: outcome.outcome_id };
    const path = `/calls/${call.call_id}/outcomes`;
    const answers = await Promise.all([1, 2, 3].map(() => workspace.client.post(path, body, headers)));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString()}`)).size).toBe(1);
    expect((await workspace.api.call(call.call_id)).outcomes).toHaveLength(1);
  });
});
