import { byId } from '../support/api.js';
import { jsonOf } from '../support/contract.js';
import type { Request } from '../support/http.js';
import { anonymous } from '../support/problem.js';
import { expectRefused } from '../support/refused.js';
import { shareService } from '../support/shared.js';
import type { Call, Member } from '../support/types.js';
import { withUnchanged } from '../support/unchanged.js';
import { TestWorkspace, UNKNOWN_ID } from '../support/workspace.js';

const service = shareService();
const HOOK = 'https://hooks.example.com/outcome';
const post = (path: string, json?: unknown): Request => ({ method: 'POST', path, ...(json !== undefined && { json }) });
const outcome = (call: Call, outcome_id: string): Request => post(`/calls/${call.call_id}/outcomes`, { outcome_id });
const end = (call: Call, result: unknown): Request => post(`/calls/${call.call_id}/end`, { result });
const CONFLICT = { code: 'call_state_conflict' };

/** A workspace with six contacts: three are on a list, and one of them is in a dispatched call. */
async function dispatchedCall() {
  const workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
  const { api } = workspace;
  const contacts = await workspace.contacts(6);
  const list = await api.createList({ min_retry_seconds: 0, max_attempts_total: 2 });
  await api.addMembers(list.smart_list_id, contacts.slice(0, 3).map(byId));
  const disposition = (await api.createOutcome({ destination_type: 'remove_from_all' })).outcome.outcome_id;
  const { outcome_id: action } = (await api.createOutcome({ outcome_type: 'action', webhook_url: HOOK })).outcome;
  const [call] = (await api.next()) as [Call];
  return { workspace, api, contacts, list, disposition, action, call };
}
let at: Awaited<ReturnType<typeof dispatchedCall>>;
beforeEach(async () => {
  at = await dispatchedCall();
});

/** Expects a refusal that changes neither the call nor the preview. */
async function refusedWithoutTrace(request: Request, refusal: Parameters<typeof expectRefused>[2]): Promise<void> {
  const look = async () => [await at.api.call(at.call.call_id), await at.api.preview(6)];
  const before = await look();
  await expectRefused(at.workspace, request, refusal);
  expect(await look()).toEqual(before);
}

describe('for a dispatched call', () => {
  it.each(['lost', 'done', 'Answered', ' answered', '', 0, null, undefined, ['answered'], { result: 'answered' }])(
    'a result of %j is refused, and the call stays open',
    async (result) => {
      await refusedWithoutTrace(end(at.call, result), { code: 'validation_failed', pointer: '/result' });
      expect(await at.api.endCall(at.call.call_id, 'answered')).toMatchObject({ state: 'ended', result: 'answered' });
    },
  );

  it.each(['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'cancelled', 'not_placed'])(
    'an end with a result other than %s is refused, also after completion; the same result changes nothing',
    async (result) => {
      const other = result === 'not_placed' ? 'answered' : 'not_placed';
      let ended = await at.api.endCall(at.call.call_id, result);
      for (const round of ['ended', 'completed']) {
        await refusedWithoutTrace(end(at.call, other), CONFLICT);
        await withUnchanged(at.workspace, async () => {
          expect(await at.api.endCall(at.call.call_id, result)).toEqual(ended);
        });
        if (round === 'ended' && ended.state === 'ended')
          ended = (await at.api.applyOutcome(at.call.call_id, at.disposition)).call;
      }
      const counted = await at.api.members(at.list.smart_list_id, 'removed');
      const attempts = [...counted, ...(await at.api.members(at.list.smart_list_id))]
        .filter(({ contact_id }: Member) => contact_id === at.call.contact_id)
        .map(({ attempt_count }) => attempt_count);
      expect(attempts).toEqual([result === 'not_placed' ? 0 : 1]);
    },
  );

  it('outcomes out of order are refused: a disposition before the end, an action after it, late ones', async () => {
    const { api, call, action, disposition } = at;
    await refusedWithoutTrace(outcome(call, disposition), CONFLICT);
    await api.applyOutcome(call.call_id, action);
    await refusedWithoutTrace(outcome(call, action), CONFLICT);
    await api.endCall(call.call_id, 'answered');
    const { outcome: late } = await api.createOutcome({ outcome_type: 'action', webhook_url: HOOK });
    await refusedWithoutTrace(outcome(call, late.outcome_id), CONFLICT);
    await api.applyOutcome(call.call_id, disposition);
    const { outcome: another } = await api.createOutcome();
    for (const id of [disposition, another.outcome_id, late.outcome_id])
      await refusedWithoutTrace(outcome(call, id), CONFLICT);
    await refusedWithoutTrace(post(`/calls/${call.call_id}/heartbeat`), CONFLICT);
  });

  it('no disposition is accepted for a call with the result not_placed', async () => {
    await at.api.endCall(at.call.call_id, 'not_placed');
    await refusedWithoutTrace(outcome(at.call, at.disposition), CONFLICT);
  });

  it('a deleted outcome, or one of another workspace, is an invalid reference', async () => {
    const other = await TestWorkspace.make(service());
    const foreign = (await other.api.createOutcome()).outcome.outcome_id;
    await at.api.endCall(at.call.call_id, 'answered');
    await at.api.deleteOutcome(at.action);
    for (const id of [foreign, at.action, UNKNOWN_ID])
      await refusedWithoutTrace(outcome(at.call, id), { code: 'invalid_reference', pointer: '/outcome_id' });
  });

  it('a second call with its contact is refused, and the contact is not dispatched again', async () => {
    await refusedWithoutTrace(post('/calls', byId(at.call)), CONFLICT);
    const others = await at.api.next(6);
    expect(others.map(({ contact_id }) => contact_id)).not.toContain(at.call.contact_id);
  });
});

describe('with the key of another workspace', () => {
  it('a dispatched call, its list and its member are not found, like ids that do not exist', async () => {
    const stranger = await TestWorkspace.make(service());
    const { call_id, contact_id, smart_list_id } = at.call;
    const paths = (call: string, contact: string, list: string): readonly Request[] => [
      { method: 'GET', path: `/calls/${call}` },
      post(`/calls/${call}/end`, { result: 'busy' }),
      post(`/calls/${call}/heartbeat`),
      post(`/calls/${call}/outcomes`, { outcome_id: at.disposition }),
      { method: 'GET', path: `/smart-lists/${list}/members/${contact}/explain` },
    ];
    const foreign = paths(call_id, contact_id, smart_list_id!);
    const never = paths(UNKNOWN_ID, UNKNOWN_ID, UNKNOWN_ID);
    await withUnchanged([at.workspace, stranger], async () => {
      for (const [place, request] of foreign.entries()) {
        const [one, other] = [await stranger.client.send(request), await stranger.client.send(never[place]!)];
        expect([one.status, anonymous(one)]).toEqual([404, anonymous(other)]);
      }
      // The other workspace has no contact on a list, so it has none to call.
      expect(jsonOf(await stranger.client.post('/dialer/next', { limit: 50 }))).toEqual({ ok: true, calls: [] });
    });
    expect(await at.api.call(call_id)).toEqual(at.call);
  });
});

describe('POST /dialer/next and GET /dialer/preview', () => {
  it.each([
    [{ limit: 0 }, '/limit'],
    [{ limit: 51 }, '/limit'],
    [{ limit: -1 }, '/limit'],
    [{ limit: 1.5 }, '/limit'],
    [{ limit: '1' }, '/limit'],
    [{ limit: null }, '/limit'],
    [{ limit: true }, '/limit'],
    [{ smart_list_id: 'spring' }, '/smart_list_id'],
    [[1], ''],
  ])('next with %j is refused and dials no contact', async (json, pointer) => {
    await refusedWithoutTrace(post('/dialer/next', json), { code: 'validation_failed', pointer });
  });

  it.each(['limit=0', 'limit=51', 'limit=-1', 'limit=1.5', 'limit=x', 'limit=', 'limit=1&limit=2'])(
    'preview with ?%s is refused',
    async (query) => {
      const request = { method: 'GET', path: `/dialer/preview?${query}` };
      await refusedWithoutTrace(request, { code: 'validation_failed' });
    },
  );

  it('explain of a contact that never was a member, or of a deleted list, is not found', async () => {
    const { api, list, contacts, workspace } = at;
    const path = (id: string, contact: string) => `/smart-lists/${id}/members/${contact}/explain`;
    const get = (id: string, contact: string): Request => ({ method: 'GET', path: path(id, contact) });
    const member = contacts[1]!.contact_id;
    for (const [id, contact] of [
      [list.smart_list_id, contacts[4]!.contact_id],
      [list.smart_list_id, UNKNOWN_ID],
      [list.smart_list_id, 'x'],
      [UNKNOWN_ID, member],
    ] as const) {
      await expectRefused(workspace, get(id, contact), { code: 'not_found' });
    }
    await api.deleteList(list.smart_list_id);
    await expectRefused(workspace, get(list.smart_list_id, member), { code: 'not_found' });
  });
});
