import type { History, RequestRecord } from '../../world.js';
import { added, ANN, BOB, CallCenter, changed, EVE, LEASE_SECONDS, list, TOP } from '../testing/call-center.js';
import { asked, historyOf, keyMade } from '../testing/told-history.js';
import { KEY, WORKSPACE } from '../testing/told-log.js';
import { answersFit, retriesFit } from './answers.js';

const CALL = '00000000-0000-7000-8000-00000000ca11';
const LIST = '00000000-0000-7000-8000-00000000a115';

/** A call as the answer to its dispatch shows it. */
const shownCall = (call_id: string, of: string | null = null) => {
  return { call_id, snapshot: { scope: { smart_list_id: of, dial_group_id: null } } };
};

/** A center in which Ann is a member, and has been dispatched by the request that is answered here. */
function dispatched(answer: { readonly calls: readonly object[] }, window?: readonly [number, number]): History {
  const center = CallCenter.open().write([added(TOP, ANN)]);
  const at = center.events.length;
  center.write([center.dispatched(CALL, ANN, center.number)], { correlation: 'next' });
  const body = { ok: true, ...answer };
  const headers = { 'x-request-id': 'next' };
  const next = asked({ method: 'POST', path: '/dialer/next' }, window ?? [at, at + 1], { status: 200, body, headers });
  return historyOf(center, { requests: [keyMade(WORKSPACE, KEY), next] });
}

/** A read or a refused request, of a center with one call in flight and Bob on the list. */
function answered(
  ask: Pick<RequestRecord, 'method' | 'path' | 'body'>,
  told: { readonly status: number; readonly body: unknown },
  { ends = false, before = false } = {},
): readonly string[] {
  const center = CallCenter.open().write([added(TOP, ANN), added(TOP, BOB)]);
  const begun = center.events.length;
  center.write([center.dispatched(CALL, ANN, center.number - 1)], { correlation: 'next' });
  const body = { ok: true, calls: [shownCall(CALL)] };
  const headers = { 'x-request-id': 'next' };
  const next = { method: 'POST', path: '/dialer/next' } as const;
  const dispatch = asked(next, [begun, begun + 1], { status: 200, body, headers });
  if (ends) center.write([center.ended(CALL, 'busy'), center.completed(CALL)]);
  const end = center.events.length;
  const window: readonly [number, number] = before ? [begun, begun] : [end, end];
  const requests = [keyMade(WORKSPACE, KEY), dispatch, asked(ask, window, told, 2)];
  return answersFit(historyOf(center, { requests }));
}

const refusal = (status: number, code: string) => ({ status, body: { ok: false, code } });

describe('the answer to a write', () => {
  it('fits the events of its request', () => {
    expect(answersFit(dispatched({ calls: [shownCall(CALL)] }))).toEqual([]);
  });

  it('that shows another call, or none, is named', () => {
    expect(answersFit(dispatched({ calls: [] }))).toEqual([
      expect.stringMatching(/calls: .*has 0 items, and should have 1/),
    ]);
    const other = dispatched({ calls: [shownCall(LIST)] });
    expect(answersFit(other)).toEqual([expect.stringMatching(/calls: 0 is .*a115.*, and should be .*ca11/)]);
  });

  it('that dialed another scope than the request is named', () => {
    expect(answersFit(dispatched({ calls: [shownCall(CALL, TOP)] }))).toEqual([
      expect.stringMatching(/calls: 0\.snapshot\.scope\.smart_list_id is "top", and should be null/),
    ]);
  });

  it('to a reset counts those whom it reset, and leaves nobody out', () => {
    const answersOf = (counts: object, ...reset: readonly string[]): readonly string[] => {
      const center = CallCenter.open().write([list(LIST)]);
      center.write([added(LIST, ANN)]);
      center.write([center.dispatched(CALL, ANN, center.number, { smart_list_id: LIST })]);
      const at = center.events.length;
      const event = ['MembersReset', { smart_list_id: LIST, contact_ids: reset }] as const;
      if (reset.length > 0) center.write([event], { correlation: 'reset' });
      const path = `/smart-lists/${LIST}/members/batch-reset`;
      const ask = { method: 'POST', path, body: { members: [{ contact_id: ANN }] } } as const;
      const told = { status: 200, body: { ok: true, unmatched: 0, ...counts }, headers: { 'x-request-id': 'reset' } };
      const request = asked(ask, [at, center.events.length], told);
      return answersFit(historyOf(center, { requests: [keyMade(WORKSPACE, KEY), request] }));
    };
    expect(answersOf({ reset: 1, skipped: 0 }, ANN)).toEqual([]);
    expect(answersOf({ reset: 0, skipped: 1 }, ANN)).toEqual([expect.stringMatching(/reset is 0, and should be 1/)]);
    expect(answersOf({ reset: 0, skipped: 1 })).toEqual([
      expect.stringMatching(/contact ann has attempts on list .*a115 still/),
    ]);
  });

  it('that came before its events were durable is named', () => {
    const at = CallCenter.open().events.length + 1;
    const early = dispatched({ calls: [shownCall(CALL)] }, [at, at]);
    expect(answersFit(early)).toEqual([expect.stringMatching(/its event \d+ is not among those from/)]);
  });

  it('that leaves out a member who could be called is named', () => {
    const nobody = { method: 'POST', path: '/dialer/next' } as const;
    const empty = { status: 200, body: { ok: true, calls: [] } };
    expect(answered(nobody, empty)).toEqual([
      expect.stringMatching(/0 of 1 calls, and contact bob of list top is left/),
    ]);
  });
});

describe('a read', () => {
  const read = { method: 'GET', path: `/calls/${CALL}` } as const;
  const shown = (state: string) => ({ status: 200, body: { ok: true, call: { ...call, state } } });
  const call = {
    ...{ call_id: CALL, contact_id: ANN, smart_list_id: TOP, phone: `+1-${ANN}`, result: null, outcomes: [] },
    ...{ dispatched_at: '2030-01-14T12:00:00.000Z', lease_expires_at: '2030-01-14T12:02:00.000Z' },
    ...{ ended_at: null, completed_at: null, erased_at: null },
    ...{ agent_id: null, reference: null, notes: null, duration_seconds: null, recording_url: null },
  };

  it('shows a state between question and answer, and no other', () => {
    expect(answered(read, shown('in_progress'))).toEqual([]);
    expect(answered(read, shown('ended'))).toEqual([
      expect.stringMatching(/state is "ended", and should be "in_progress"/),
    ]);
  });

  it('shows what is kept with a call', () => {
    const center = CallCenter.open().write([added(TOP, ANN)]);
    center.write([center.dispatched(CALL, ANN, center.number)]);
    const begun = center.at(0);
    center.write([
      [
        'CallDetailsRecorded',
        { call_id: CALL, contact_id: ANN, dispatched_at: begun, reference: 'crm-1', notes: 'Yes.' },
      ],
    ]);
    const violations = (path: string, body: object): readonly string[] => {
      const end = center.events.length;
      const asking = asked({ method: 'GET', path }, [end, end], { status: 200, body: { ok: true, ...body } });
      return answersFit(historyOf(center, { requests: [keyMade(WORKSPACE, KEY), asking] }));
    };
    const kept = { ...call, state: 'in_progress', reference: 'crm-1', notes: 'Yes.' };
    const at = { dispatched_at: begun, lease_expires_at: center.at(LEASE_SECONDS) };
    expect(violations(`/calls/${CALL}`, { call: { ...kept, ...at } })).toEqual([]);
    expect(violations(`/calls/${CALL}`, { call: { ...kept, ...at, notes: 'No.' } })).toEqual([
      expect.stringMatching(/notes is "No.", and should be "Yes."/),
    ]);
    const page = (...ids: readonly string[]) => ({ calls: ids.map((call_id) => ({ call_id })), next_page_token: null });
    for (const query of ['', '?order=newest_first', '?reference=crm-1'])
      expect(violations(`/calls${query}`, page(CALL))).toEqual([]);
    expect(violations('/calls?reference=crm-2', page())).toEqual([]);
    expect(violations('/calls?agent_id=ada', page(LIST))).toEqual([expect.stringMatching(/call .* has not begun/)]);
    const missing = answered({ method: 'GET', path: '/calls' }, { status: 200, body: { ok: true, ...page() } });
    expect(missing).toEqual([expect.stringMatching(/has 0 items, and should have 1/)]);
  });

  it('of a list shows its settings and the count of its members, each of a moment of its own', () => {
    const center = CallCenter.open().write([list(LIST)]);
    const before = center.events.length;
    center.write([added(LIST, ANN)]).write([changed(LIST, { name: 'new' })]);
    const violations = (smart_list: object): readonly string[] => {
      const body = { ok: true, smart_list: { ...settings, ...smart_list } };
      const read = asked({ method: 'GET', path: `/smart-lists/${LIST}` }, [before, center.events.length], {
        status: 200,
        body,
      });
      return answersFit(historyOf(center, { requests: [keyMade(WORKSPACE, KEY), read] }));
    };
    const [, { smart_list_id, source: _, ...given }] = list(LIST) as [string, Record<string, unknown>];
    const settings = { smart_list_id, ...given };
    expect(violations({ name: LIST, version: 1, member_count: 1 })).toEqual([]);
    expect(violations({ name: 'new', version: 2, member_count: 0 })).toEqual([]);
    expect(violations({ name: 'new', version: 1, member_count: 1 })).toEqual([
      expect.stringMatching(/name is|version is/),
    ]);
    expect(violations({ name: 'new', version: 2, member_count: 2 })).toEqual([
      expect.stringMatching(/member_count is 2, and should be 1/),
    ]);
  });

  it('of a list that is deleted meanwhile may show that it has no members any more', () => {
    const center = CallCenter.open()
      .write([list(LIST)])
      .write([added(LIST, ANN)]);
    const before = center.events.length;
    const gone = { reason: 'list_deleted', lists: [LIST], contacts: [{ contact_id: ANN, lists: [0] }] };
    center.write([
      ['SmartListDeleted', { smart_list_id: LIST, members_left: 0 }],
      ['MemberRemoved', gone],
    ]);
    const [, { smart_list_id, source: _, ...settings }] = list(LIST) as [string, Record<string, unknown>];
    const violations = (member_count: number): readonly string[] => {
      const body = { ok: true, smart_list: { smart_list_id, ...settings, version: 1, member_count } };
      const window = [before, center.events.length] as const;
      const read = asked({ method: 'GET', path: `/smart-lists/${LIST}` }, window, { status: 200, body });
      return answersFit(historyOf(center, { requests: [keyMade(WORKSPACE, KEY), read] }));
    };
    expect([violations(1), violations(0)]).toEqual([[], []]);
    expect(violations(2)).toEqual([expect.stringMatching(/member_count is 2, and should be 0/)]);
  });

  it('that finds nothing is named where there was something', () => {
    expect(answered(read, refusal(404, 'not_found'))).toEqual([expect.stringMatching(/not_found was never right/)]);
    expect(answered(read, refusal(404, 'not_found'), { before: true })).toEqual([]);
  });
});

describe('a refusal', () => {
  const heartbeat = { method: 'POST', path: `/calls/${CALL}/heartbeat` } as const;

  it('was right at some moment', () => {
    expect(answered(heartbeat, refusal(409, 'call_state_conflict'), { ends: true })).toEqual([]);
  });

  it('that was never right is named', () => {
    const wrong = answered(heartbeat, refusal(409, 'call_state_conflict'));
    expect(wrong).toEqual([expect.stringMatching(/call_state_conflict was never right meanwhile/)]);
    const key = answered(heartbeat, refusal(401, 'unauthorized'));
    expect(key).toEqual([expect.stringMatching(/unauthorized was never right/)]);
    const reference = answered(
      { method: 'POST', path: '/calls', body: { contact_id: BOB } },
      refusal(400, 'invalid_reference'),
    );
    expect(reference).toEqual([expect.stringMatching(/invalid_reference was never right/)]);
  });

  it('of what was written all the same is named', () => {
    const history = dispatched({ calls: [shownCall(CALL)] });
    const [made, next] = history.requests;
    const refused = { ...next!, told: { ...next!.told, ...refusal(409, 'quota_exceeded') } as RequestRecord['told'] };
    const found = answersFit({ ...history, requests: [made!, refused] });
    expect(found).toContainEqual(expect.stringMatching(/it was refused, and has written CallDispatched/));
  });

  it('for want of service says nothing', () => {
    expect(answered(heartbeat, refusal(503, 'unavailable'))).toEqual([]);
  });
});

describe('a dry run', () => {
  const center = CallCenter.open()
    .write([list(LIST)])
    .write([added(LIST, ANN), added(TOP, BOB)]);
  const end = center.events.length;
  const [ann, bob, eve] = [
    { contact_id: ANN, smart_list_id: LIST },
    { contact_id: BOB, smart_list_id: TOP },
    { contact_id: EVE, smart_list_id: null },
  ];
  const right = { before: [ann, bob, eve], after: [bob, ann, eve] };
  const answered = (
    queue: object,
    { priority = 'lowest', exhausted = 0 } = {},
    window: readonly [number, number] = [end, end],
  ) => {
    const [, { smart_list_id, source: _, ...given }] = list(LIST) as [string, Record<string, unknown>];
    const smart_list = { smart_list_id, ...given, priority };
    const dry_run = { as_of: '2031-01-01T00:00:00.000Z', members: { exhausted }, queue };
    const ask = { method: 'PATCH', path: `/smart-lists/${LIST}?dry_run=true`, body: { priority: 'lowest' } } as const;
    const told = asked(ask, window, { status: 200, body: { ok: true, smart_list, dry_run } });
    return answersFit(historyOf(center, { requests: [keyMade(WORKSPACE, KEY), told] }));
  };

  it('shows the list and both queues as they would be', () => {
    expect(answered(right)).toEqual([]);
  });

  it('that shows another list or queue is named', () => {
    expect(answered(right, { priority: 'medium' })).toEqual([expect.stringMatching(/priority is "medium"/)]);
    expect(answered({ ...right, before: [bob, ann, eve] })).toEqual([expect.stringMatching(/queue before: 0/)]);
    expect(answered({ ...right, after: right.before })).toEqual([expect.stringMatching(/queue after: 0/)]);
  });

  it('is not judged by a queue of members who move on, or of another moment', () => {
    expect(answered({ ...right, after: [] }, { exhausted: 1 })).toEqual([]);
    expect(answered({ ...right, after: [] }, {}, [end - 1, end])).toEqual([]);
  });

  it('that writes is named', () => {
    const [event] = center.events.slice(-1);
    const ask = { method: 'PATCH', path: `/smart-lists/${LIST}?dry_run=true`, body: {} } as const;
    const headers = { 'x-request-id': event!.metadata.correlation_id };
    const told = asked(ask, [end - 2, end], { status: 200, body: { ok: true }, headers });
    expect(answersFit(historyOf(center, { requests: [keyMade(WORKSPACE, KEY), told] }))).toEqual([
      expect.stringMatching(/a dry run has written MemberAdded/),
    ]);
  });
});

describe('retries', () => {
  const twice = (second: object, headers: Readonly<Record<string, string>> = {}): readonly string[] => {
    const center = CallCenter.open();
    const ask = { method: 'POST', path: '/smart-lists', idempotencyKey: 'key' } as const;
    const first = asked(ask, [1, 2], { status: 201, body: { ok: true, id: 1 } }, 1);
    const again = asked(ask, [2, 3], { status: 201, body: second, headers }, 2);
    return retriesFit(historyOf(center, { requests: [keyMade(WORKSPACE, KEY), first, again] }));
  };

  it('are answered alike, and said to be replays', () => {
    expect(twice({ ok: true, id: 1 }, { 'idempotent-replayed': 'true' })).toEqual([]);
    expect(twice({ ok: true, id: 1 })).toEqual([expect.stringMatching(/not said to be a replay/)]);
    const other = twice({ ok: true, id: 2 }, { 'idempotent-replayed': 'true' });
    expect(other).toEqual([expect.stringMatching(/answered otherwise than request 1/)]);
  });

  it('of a key that no other request has are not refused for another', () => {
    const ask = { method: 'POST', path: '/smart-lists', idempotencyKey: 'key' } as const;
    const refused = asked(ask, [1, 2], refusal(422, 'idempotency_key_reused'));
    const found = retriesFit(historyOf(CallCenter.open(), { requests: [keyMade(WORKSPACE, KEY), refused] }));
    expect(found).toEqual([expect.stringMatching(/no other request has this key/)]);
  });
});
