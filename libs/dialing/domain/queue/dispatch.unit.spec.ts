import { TEST_WORKSPACE, testId } from '#kernel/testing';
import {
  added,
  ANN,
  AUTUMN,
  BOB,
  CALL,
  CALL_KEY,
  calls,
  contactDeleted,
  event,
  later,
  listDeleted,
  OTHER_CALL,
  PHONE,
  registered,
  removed,
  secondsFrom,
  SPRING,
  THIRD_CALL,
  WINTER,
} from '../../testing/past.js';
import { endCall } from '../calls/call-life.js';
import { CALLS } from '../calls/call.js';
import { CURSORS } from './cursors.js';
import { dispatchNext, explainMember, previewNext } from './dispatch.js';

const changed = (changes: object) => event('SmartListChanged', { smart_list_id: SPRING, changes });
const nobodyElse = event('WorkspaceChanged', { changes: { unlisted: { enabled: false } } });
const next = (count: number) => dispatchNext([CALL, OTHER_CALL, THIRD_CALL].slice(0, count));
const DAY = 86_400;
const GROUP = testId(601);

describe('a dispatch', () => {
  it('begins no more calls than the quota allows, and is refused if it allows none', () => {
    const quota = (open_calls: number) => event('WorkspaceChanged', { changes: { quotas: { open_calls } } });
    const two = [added(SPRING), added(SPRING, BOB)];
    calls(...two, quota(1))
      .when(next(3))
      .thenTypes('CallDispatched')
      .and()
      .when(next(1))
      .thenRefused('quota_exceeded');
    calls(...two, quota(2))
      .when(next(3))
      .thenTypes('CallDispatched', 'CallDispatched');
    calls(...two, quota(0))
      .when(next(1))
      .thenRefused('quota_exceeded');
    expect(
      calls(...two, quota(0))
        .when(previewNext(2))
        .answer().body['next'],
    ).toHaveLength(2);
  });

  it('begins the call of a member, with the current settings of its list', () => {
    const state = calls(added(SPRING), changed({ priority: 'high', max_attempts_per_day: 2, next_list_id: AUTUMN }));
    const { now } = state.workspace;
    const snapshot = {
      smart_list_id: SPRING,
      name: 'Spring',
      priority: 'high',
      member_number: 6,
      max_attempts_per_day: 2,
      max_attempts_total: null,
      min_retry_seconds: 3_600,
      retry_seconds: null,
      attempt_windows: null,
      contact_windows: null,
      calling_hours_id: null,
      dial_timeout_seconds: 30,
      next_list_id: AUTUMN,
    };
    const call = { call_id: CALL, contact_id: ANN, phone: PHONE, smart_list_id: SPRING, attempt_number: 1, snapshot };
    const lease_expires_at = secondsFrom(now, 7_200);
    state
      .when(next(1))
      .thenEvents([event('CallDispatched', { ...call, member_number: 6, lease_expires_at })])
      .thenAnswer({
        status: 200,
        body: {
          ok: true,
          calls: [
            {
              ...call,
              state: 'in_progress',
              result: null,
              outcomes: [],
              dispatched_at: now,
              lease_expires_at,
              ended_at: null,
              completed_at: null,
            },
          ],
        },
      })
      .thenRow(CALLS, CALL_KEY, { in_flight: 1, open: 1, due_at: lease_expires_at })
      .thenRow(CURSORS, [TEST_WORKSPACE, '', 'high'], { lanes: { '|': { number: 6, turn: 8 } } });
  });

  it('of a list alone moves a cursor of its own, and says so in the snapshot', () => {
    const state = calls(added(SPRING, ANN), added(SPRING, BOB), changed({ min_retry_seconds: 0 }));
    const first = state.when(dispatchNext([CALL], { wanted: { smartListId: SPRING } }));
    first
      .thenRow(CURSORS, [TEST_WORKSPACE, SPRING, ''], { lanes: { '|': { number: 6, turn: 9 } }, live: 1 })
      .thenRow(CURSORS, [TEST_WORKSPACE, '', 'medium'], undefined)
      .thenAnswer({ body: { calls: [{ contact_id: ANN, snapshot: { scope: { smart_list_id: SPRING } } }] } });
    const ended = first.and().when(endCall(CALL, 'busy')).and();
    const picked = (smartListId?: string) =>
      ended.when(previewNext(1, { wanted: { smartListId } })).answer().body['next'];
    expect(picked(SPRING)).toMatchObject([{ contact_id: BOB }]);
    expect(picked()).toMatchObject([{ contact_id: ANN }]);
    expect(picked(AUTUMN)).toEqual([]);
    ended.when(previewNext(1, { wanted: { smartListId: CALL } })).thenRefused('invalid_reference', '/smart_list_id');
    ended
      .when(dispatchNext([CALL], { wanted: { smartListId: CALL } }))
      .thenRefused('invalid_reference', '/smart_list_id');
  });

  it('of a dial group moves a cursor of the group in each tier, which ends with the group', () => {
    const group = event('DialGroupCreated', { dial_group_id: GROUP, name: 'North', smart_list_ids: [SPRING, AUTUMN] });
    const settings = { priority: 'high', min_retry_seconds: 0 };
    const state = calls(added(SPRING, ANN), added(SPRING, BOB), added(WINTER, ANN), group, changed(settings));
    const scope = { dialGroupId: GROUP };
    const first = state.when(dispatchNext([CALL], { wanted: scope }));
    first
      .thenRow(CURSORS, [TEST_WORKSPACE, GROUP, 'high'], { live: 1 })
      .thenRow(CURSORS, [TEST_WORKSPACE, '', 'high'], undefined)
      .thenAnswer({
        body: { calls: [{ contact_id: ANN, snapshot: { scope: { dial_group_id: GROUP, smart_list_id: null } } }] },
      });
    const ended = first.and().when(endCall(CALL, 'busy')).and();
    const picked = (wanted = {}) => ended.when(previewNext(9, { wanted })).answer().body['next'];
    expect(picked(scope)).toMatchObject([{ contact_id: BOB }, { contact_id: ANN, smart_list_id: SPRING }]);
    expect(picked()).toMatchObject([{ contact_id: ANN }, { contact_id: BOB }]);
    expect(picked({ smartListId: SPRING })).toMatchObject([{ contact_id: ANN }, { contact_id: BOB }]);
    ended.when(previewNext(1, { wanted: { dialGroupId: SPRING } })).thenRefused('invalid_reference', '/dial_group_id');
    const deleted = event('DialGroupDeleted', { dial_group_id: GROUP });
    ended
      .when(() => ({ events: [deleted], answer: () => ({ status: 200, body: {} }) }))
      .thenRow(CURSORS, [TEST_WORKSPACE, GROUP, 'high'], { live: 0 })
      .and()
      .when(dispatchNext([OTHER_CALL], { wanted: scope }))
      .thenRefused('invalid_reference', '/dial_group_id');
  });

  it('of a dial group is with nobody who is on none of its lists', () => {
    const group = event('DialGroupCreated', { dial_group_id: GROUP, name: 'North', smart_list_ids: [AUTUMN] });
    const state = calls(added(SPRING, ANN), group);
    state.when(dispatchNext([CALL], { wanted: { dialGroupId: GROUP } })).thenNothing();
    state.when(previewNext(9)).thenAnswer({ body: { next: [{ contact_id: ANN }, { contact_id: BOB }] } });
  });

  it('begins the call of a contact without a list with the settings of the workspace, by its contact number', () => {
    const snapshot = {
      smart_list_id: null,
      name: null,
      priority: null,
      member_number: 1,
      max_attempts_per_day: 1,
      max_attempts_total: null,
      min_retry_seconds: DAY,
      retry_seconds: null,
      attempt_windows: null,
      dial_timeout_seconds: 30,
      next_list_id: null,
    };
    const [event] = calls()
      .when(next(1))
      .thenRow(CURSORS, [TEST_WORKSPACE, '', 'unlisted'], { lanes: { '|': { number: 1, turn: 6 } } })
      .events();
    expect(event?.data).toMatchObject({ contact_id: ANN, smart_list_id: null, member_number: 1, snapshot });
  });

  it('takes all eligible contacts, those without a list last, and none twice', () => {
    const both = calls(added(SPRING), added(AUTUMN)).when(next(3));
    expect(both.events().map(({ data }) => data)).toMatchObject([
      { call_id: CALL, contact_id: ANN, smart_list_id: SPRING },
      { call_id: OTHER_CALL, contact_id: BOB, smart_list_id: null },
    ]);
    both
      .and()
      .when(next(1))
      .thenNothing()
      .thenAnswer({ body: { ok: true, calls: [] } });
  });

  it('counts attempts for each list, continues after the last member, and begins again at the end', () => {
    const state = calls(added(SPRING, BOB), added(SPRING), changed({ min_retry_seconds: 0 }));
    const first = state.when(next(1)).and().when(endCall(CALL, 'busy')).and();
    const second = first
      .when(dispatchNext([OTHER_CALL]))
      .and()
      .when(endCall(OTHER_CALL, 'busy'))
      .and();
    const attempts = (at: typeof state) =>
      at
        .when(dispatchNext([THIRD_CALL]))
        .events()
        .map(({ data }) => Object.values(data).slice(0, 2));
    expect(attempts(first)).toEqual([[THIRD_CALL, ANN]]);
    expect(attempts(second)).toEqual([[THIRD_CALL, BOB]]);
    const [event] = second.when(dispatchNext([THIRD_CALL])).events();
    expect(event?.data).toMatchObject({ attempt_number: 2, snapshot: { member_number: 6 } });
  });

  it('takes no contact that waits, is in a call, or was removed', () => {
    const waiting = calls(nobodyElse, added(SPRING)).when(next(1)).and().when(endCall(CALL, 'busy')).and();
    waiting.when(dispatchNext([OTHER_CALL])).thenNothing();
    later(waiting, 3_599)
      .when(dispatchNext([OTHER_CALL]))
      .thenNothing();
    later(waiting, 1)
      .when(dispatchNext([OTHER_CALL]))
      .thenTypes('CallDispatched');
    calls(nobodyElse, added(SPRING), registered('2030-02-01T00:00:00.000Z', OTHER_CALL)).when(next(1)).thenNothing();
    calls(nobodyElse, added(SPRING), removed('contact_deleted', SPRING), contactDeleted).when(next(1)).thenNothing();
  });
});

describe('a preview', () => {
  it('shows the contacts that a dispatch would call, in order, and changes nothing', () => {
    const state = calls(added(SPRING, BOB), changed({ priority: 'low' }), added(AUTUMN));
    const pick = { attempt_number: 1 };
    state
      .when(previewNext(3))
      .thenNothing()
      .thenAnswer({
        status: 200,
        body: {
          ok: true,
          next: [
            { contact_id: ANN, smart_list_id: AUTUMN, ...pick },
            { contact_id: BOB, smart_list_id: SPRING, ...pick },
          ],
        },
      });
    calls()
      .when(previewNext(1))
      .thenAnswer({ body: { ok: true, next: [{ contact_id: ANN, smart_list_id: null, ...pick }] } });
  });
});

describe('an explanation', () => {
  const passed = { passed: true, until: null };

  it('names every gate with its value and threshold, in order', () => {
    calls(added(SPRING), changed({ max_attempts_per_day: 2, max_attempts_total: 5 }))
      .when(explainMember(SPRING, ANN))
      .thenNothing()
      .thenAnswer({
        status: 200,
        body: {
          ok: true,
          eligible: true,
          gates: [
            { gate: 'membership', status: 'removed', ...passed, value: 'active', threshold: 'active' },
            { gate: 'do_not_call', status: 'frozen', ...passed, value: 'free', threshold: 'free' },
            { gate: 'dialing_not_paused', status: 'frozen', ...passed, value: 'running', threshold: 'running' },
            { gate: 'list_not_paused', status: 'frozen', ...passed, value: 'running', threshold: 'running' },
            { gate: 'caps_not_zero', status: 'frozen', ...passed, value: 2, threshold: 0 },
            { gate: 'no_call_in_flight', status: 'in_call', ...passed, value: null, threshold: null },
            { gate: 'total_cap', status: 'completed', ...passed, value: 0, threshold: 5 },
            { gate: 'callback', status: 'waiting', ...passed, value: null, threshold: null },
            { gate: 'daily_cap', status: 'waiting', ...passed, value: 0, threshold: 2 },
            { gate: 'attempt_windows', status: 'waiting', ...passed, value: null, threshold: null },
            { gate: 'contact_windows', status: 'waiting', ...passed, value: null, threshold: null },
            { gate: 'retry_gap', status: 'waiting', ...passed, value: null, threshold: 3_600 },
            {
              ...{ gate: 'calling_hours', status: 'waiting', ...passed, value: null, threshold: null },
              ...{ zones: ['America/New_York'], zones_source: 'number' },
            },
          ],
        },
      });
  });

  it('says until when a member waits, which call it is in, and why it was removed', () => {
    const called = calls(added(SPRING), added(AUTUMN), changed({ max_attempts_per_day: 1 }))
      .when(next(1))
      .and();
    const gateOf = (state: typeof called, list: string, n: number) =>
      (state.when(explainMember(list, ANN)).answer().body['gates'] as readonly object[])[n];
    expect(gateOf(called, AUTUMN, 5)).toMatchObject({ passed: false, value: CALL, until: null });
    const ended = called.when(endCall(CALL, 'busy')).and();
    expect(gateOf(ended, SPRING, 8)).toMatchObject({ passed: false, value: 1, until: '2030-01-02T00:00:00.000Z' });
    expect(gateOf(ended, SPRING, 11)).toMatchObject({ passed: false, until: secondsFrom(ended.workspace.now, 3_600) });
    const left = calls(added(SPRING), removed('removed_by_request', SPRING));
    expect(gateOf(left, SPRING, 0)).toMatchObject({ passed: false, value: 'removed_by_request' });
  });

  it('is refused for an unknown or deleted list, and for a contact that never was a member', () => {
    calls().when(explainMember(CALL, ANN)).thenRefused('not_found');
    calls().when(explainMember('', ANN)).thenRefused('not_found');
    calls().when(explainMember(SPRING, ANN)).thenRefused('not_found');
    calls(added(SPRING), removed('list_deleted', SPRING), listDeleted(SPRING))
      .when(explainMember(SPRING, ANN))
      .thenRefused('not_found');
  });
});
