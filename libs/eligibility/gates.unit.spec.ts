import { afterDispatch, afterDisposition, afterEnd, NO_CALLS } from './attempts.js';
import { explain, isEligible, standing } from './gates.js';
import type { Subject } from './subject.js';
import type { DialingLimits } from './waits.js';
import { zonesUnknown } from './zones/contact-zones.js';

const called = (dispatched_at: string, end: string, facts = NO_CALLS) =>
  afterEnd(afterDispatch(facts, dispatched_at), { call_id: dispatched_at, dispatched_at, result: 'busy' }, end);

const ann: Subject<'removed_by_request'> = {
  removed: null,
  limits: { max_attempts_per_day: 1, max_attempts_total: 2, min_retry_seconds: 600 },
  bar: null,
  callInFlight: null,
  attempts: [],
  zones: zonesUnknown('UTC'),
  facts: NO_CALLS,
  addedAt: '2030-01-14T12:00:00.000Z',
};
const once = { ...ann, facts: called('2030-01-14T15:00:00.000Z', '2030-01-14T15:05:00.000Z') };
const at = (time: string, zone = 'UTC') => ({
  at: `2030-01-${time}.000Z`,
  zone,
  isPaused: false,
  contactWindows: null,
  hours: new Map(),
  workspaceHours: null,
});

describe('the status of a member', () => {
  it('is queued since it was added, until its first call', () => {
    expect(standing(ann, at('14T13:00:00'))).toEqual({
      status: 'queued',
      status_reason: 'eligible',
      schedule_time: '2030-01-14T12:00:00.000Z',
    });
  });

  it('is that of the first gate that fails, in their order', () => {
    const facts = called('2030-01-14T16:00:00.000Z', '2030-01-14T16:05:00.000Z', once.facts);
    const worst: Subject<'removed_by_request'> = {
      removed: 'removed_by_request',
      limits: { max_attempts_per_day: 0, max_attempts_total: 2, min_retry_seconds: 600, paused: true },
      bar: { until: '2030-02-01T00:00:00.000Z' },
      callInFlight: 'call',
      attempts: [],
      zones: ann.zones,
      facts,
      addedAt: ann.addedAt,
    };
    const stopped = { ...at('14T16:06:00'), isPaused: true };
    const shown = (subject: Subject<'removed_by_request'>, now = at('14T16:06:00')) => {
      const { status, status_reason, schedule_time } = standing(subject, now);
      return [status, status_reason, schedule_time];
    };
    expect(shown(worst, stopped)).toEqual(['removed', 'removed_by_request', null]);
    const barred = { ...worst, removed: null };
    expect(shown(barred, stopped)).toEqual(['frozen', 'do_not_call', null]);
    const paused = { ...barred, bar: null };
    expect(shown(paused, stopped)).toEqual(['frozen', 'dialing_paused', null]);
    expect(shown(paused)).toEqual(['frozen', 'list_paused', null]);
    const member = { ...paused, limits: { ...worst.limits, paused: false } };
    expect(shown(member)).toEqual(['frozen', 'cap_zero', null]);
    const capped = { ...member, limits: ann.limits };
    expect(shown(capped)).toEqual(['in_call', 'call_in_progress', null]);
    const ended = { ...capped, callInFlight: null };
    expect(shown(ended)).toEqual(['completed', 'total_cap_reached', null]);
    const unlimited = { ...ended, limits: { ...ann.limits, max_attempts_total: null } };
    expect(shown(unlimited)).toEqual(['waiting', 'daily_cap_reached', '2030-01-15T00:00:00.000Z']);
    const daily = { ...unlimited, limits: { ...unlimited.limits, max_attempts_per_day: 3 } };
    expect(shown(daily)).toEqual(['waiting', 'retry_gap', '2030-01-14T16:15:00.000Z']);
    const free = { ...daily, limits: { ...daily.limits, min_retry_seconds: 60 } };
    expect(shown(free)).toEqual(['queued', 'eligible', '2030-01-14T16:06:00.000Z']);
  });

  it('waits for the later of midnight and the end of the gap, and then for the rest of the gap', () => {
    const late = {
      ...ann,
      limits: { ...ann.limits, min_retry_seconds: 7_200 },
      facts: called('2030-01-18T04:00:00.000Z', '2030-01-18T04:10:00.000Z'),
    };
    const gap = '2030-01-18T06:10:00.000Z';
    expect(standing(late, at('18T04:10:00', 'America/New_York'))).toMatchObject({
      status_reason: 'daily_cap_reached',
      schedule_time: gap,
    });
    expect(standing(late, at('18T05:30:00', 'America/New_York'))).toMatchObject({
      status_reason: 'retry_gap',
      schedule_time: gap,
    });
    expect(standing(late, at('18T06:10:00', 'America/New_York'))).toMatchObject({
      status_reason: 'eligible',
      schedule_time: gap,
    });
  });

  it('is eligible since the midnight that ended its cap, by the current settings', () => {
    expect(standing(once, at('16T09:00:00')).schedule_time).toBe('2030-01-15T00:00:00.000Z');
    expect(standing(once, at('16T09:00:00', 'Asia/Kathmandu')).schedule_time).toBe('2030-01-14T18:15:00.000Z');
    const raised = { ...once, limits: { ...ann.limits, max_attempts_per_day: 2 } };
    expect(standing(raised, at('16T09:00:00')).schedule_time).toBe('2030-01-14T15:15:00.000Z');
  });
});

describe('a callback', () => {
  const promised = (callback_at: string, limits: Partial<DialingLimits> = {}) => ({
    ...once,
    limits: { ...ann.limits, max_attempts_per_day: null, ...limits },
    facts: { ...once.facts, callback: { callback_at, agent_id: null, owner_seconds: 0 } },
  });

  it('keeps the member waiting until it is due, and then takes the place of the gap', () => {
    const later = promised('2030-01-14T17:00:00.000Z', { min_retry_seconds: 86_400 });
    const due = { schedule_time: '2030-01-14T17:00:00.000Z' };
    expect(standing(later, at('14T16:59:00'))).toEqual({
      ...due,
      status: 'waiting',
      status_reason: 'callback_scheduled',
    });
    expect(standing(later, at('14T17:00:00'))).toEqual({ ...due, status: 'queued', status_reason: 'callback_due' });
    expect(standing(later, at('15T09:00:00'))).toMatchObject(due);
    expect(explain(later, at('14T16:00:00')).find(({ gate }) => gate === 'retry_gap')).toMatchObject({
      ...{ passed: true, value: null, until: null },
    });
  });

  it('is due once the daily cap and the windows let it pass', () => {
    const capped = promised('2030-01-14T17:00:00.000Z', { max_attempts_per_day: 1 });
    const midnight = { schedule_time: '2030-01-15T00:00:00.000Z' };
    expect(standing(capped, at('14T16:00:00'))).toMatchObject({ ...midnight, status_reason: 'callback_scheduled' });
    expect(standing(capped, at('14T17:00:00'))).toMatchObject({ ...midnight, status_reason: 'daily_cap_reached' });
    expect(standing(capped, at('15T00:00:00'))).toMatchObject({ ...midnight, status_reason: 'callback_due' });
    const windowed = promised('2030-01-14T17:00:00.000Z', { attempt_windows: [{ attempts: 1, hours: 3 }] });
    expect(standing(windowed, at('14T17:00:00'))).toMatchObject({ status_reason: 'window_cap_reached' });
    expect(standing(windowed, at('14T18:00:00')).schedule_time).toBe('2030-01-14T18:00:00.000Z');
  });
});

describe('the retry gap', () => {
  const gaps = { ...ann.limits, max_attempts_per_day: null, retry_seconds: { busy: 300 } };
  const waits = (subject: Subject<'removed_by_request'>) => {
    const { passed: _, gate: __, status: ___, ...found } = explain(subject, at('14T15:06:00')).at(-2)!;
    return found;
  };

  it('is that of the result, where the list has one for it', () => {
    const busy = { ...once, limits: gaps };
    expect(waits(busy)).toEqual({ value: 60, threshold: 300, until: '2030-01-14T15:10:00.000Z' });
    const other = { ...busy, limits: { ...gaps, retry_seconds: { answered: 300 } } };
    expect(waits(other)).toEqual({ value: 60, threshold: 600, until: '2030-01-14T15:15:00.000Z' });
    expect(waits({ ...busy, facts: NO_CALLS })).toEqual({ value: null, threshold: 600, until: null });
  });

  it('is that of the disposition before all others, also none at all', () => {
    const noted = (seconds: number) => afterDisposition(once.facts, '2030-01-14T15:00:00.000Z', seconds);
    const later = waits({ ...once, limits: gaps, facts: noted(86_400) });
    expect(later).toEqual({ value: 60, threshold: 86_400, until: '2030-01-15T15:05:00.000Z' });
    expect(waits({ ...once, limits: gaps, facts: noted(0) })).toEqual({ value: 60, threshold: 0, until: null });
  });
});

describe('windows', () => {
  const limits = { max_attempts_per_day: null, max_attempts_total: null, min_retry_seconds: 0 };
  /** Calls of a minute each, at these times of January. */
  const after = (...times: readonly string[]) =>
    times.reduce((facts, time) => called(`2030-01-${time}:00.000Z`, `2030-01-${time}:30.000Z`, facts), NO_CALLS);
  const found = (facts: typeof NO_CALLS, windows: readonly { attempts: number; hours: number }[], now: string) => {
    const subject = { ...ann, facts, limits: { ...limits, attempt_windows: windows } };
    const { passed, value, threshold, until } = explain(subject, { ...at('01T00:00:00'), at: now }).find(
      ({ gate }) => gate === 'attempt_windows',
    )!;
    return [passed, value, threshold, until];
  };
  const [day, twoDays] = [
    { attempts: 3, hours: 24 },
    { attempts: 4, hours: 48 },
  ];

  it('are full until the oldest of their attempts has left them, to the millisecond', () => {
    const facts = after('14T10:00', '14T12:00', '14T14:00');
    const end = '2030-01-15T10:00:00.000Z';
    expect(found(facts, [day], '2030-01-15T09:59:59.999Z')).toEqual([false, 3, 3, end]);
    expect(found(facts, [day], end)).toEqual([true, 2, 3, null]);
  });

  it('all hold: the one that ends last is told of', () => {
    const facts = after('14T10:00', '14T12:00', '14T14:00', '15T11:00');
    const end = '2030-01-16T10:00:00.000Z';
    expect(found(facts, [day, twoDays], '2030-01-15T11:30:00.000Z')).toEqual([false, 4, 4, end]);
    expect(found(facts, [twoDays, day], '2030-01-16T09:00:00.000Z')).toEqual([false, 4, 4, end]);
    expect(found(facts, [day], '2030-01-15T11:30:00.000Z')).toEqual([false, 3, 3, '2030-01-15T12:00:00.000Z']);
    expect(found(NO_CALLS, [twoDays, day], end)).toEqual([true, 0, 4, null]);
  });

  it('keep a member waiting for as long as they are full, or longer if the gap is', () => {
    const windowed = { ...ann, facts: after('14T10:00', '14T12:00', '14T14:00') };
    const shown = (changes: object, now = at('14T14:01:00')) =>
      standing({ ...windowed, limits: { ...limits, attempt_windows: [day], ...changes } }, now);
    const reason = { status: 'waiting', status_reason: 'window_cap_reached' };
    expect(shown({})).toEqual({ ...reason, schedule_time: '2030-01-15T10:00:00.000Z' });
    expect(shown({ min_retry_seconds: 86_400 })).toEqual({ ...reason, schedule_time: '2030-01-15T14:00:30.000Z' });
    const capped = { ...reason, status_reason: 'daily_cap_reached', schedule_time: '2030-01-15T10:00:00.000Z' };
    expect(shown({ max_attempts_per_day: 3 })).toEqual(capped);
    // Who is queued is shown since when by gap and midnight alone.
    expect(shown({}, at('15T10:00:00'))).toMatchObject({ status: 'queued', schedule_time: '2030-01-14T14:00:30.000Z' });
  });
});

describe('the limits of a contact', () => {
  const limits = { max_attempts_per_day: null, max_attempts_total: null, min_retry_seconds: 0 };
  const attempts = ['14T09:00:00', '14T11:00:00', '14T15:00:00'].map((time) => Date.parse(`2030-01-${time}.000Z`));
  const limited = { ...once, limits, attempts };
  const under = (time: string, ...contactWindows: readonly { attempts: number; hours: number }[]) => ({
    ...at(time),
    contactWindows,
  });
  const reason = { status: 'waiting', status_reason: 'contact_cap_reached' };

  it('hold back until the last of the windows has room, whatever the list says', () => {
    const [day, twoDays] = [
      { attempts: 3, hours: 24 },
      { attempts: 2, hours: 48 },
    ];
    expect(standing(limited, under('14T16:00:00', day))).toEqual({
      ...reason,
      schedule_time: '2030-01-15T09:00:00.000Z',
    });
    expect(standing(limited, under('14T16:00:00', day, twoDays))).toEqual({
      ...reason,
      schedule_time: '2030-01-16T11:00:00.000Z',
    });
    expect(standing(limited, under('15T09:00:00', day)).status).toBe('queued');
    expect(standing({ ...limited, attempts: attempts.slice(1) }, under('14T16:00:00', day)).status).toBe('queued');
    const gate = explain(limited, under('14T16:00:00', day, twoDays)).find((each) => each.gate === 'contact_windows');
    expect(gate).toMatchObject({ passed: false, value: 3, threshold: 2, until: '2030-01-16T11:00:00.000Z' });
  });

  it('are waited for by every gate before them, and are what a member waits for if none of these holds it back', () => {
    const moment = under('14T16:00:00', { attempts: 3, hours: 24 });
    const of = (changes: object) => standing({ ...limited, limits: { ...limits, ...changes } }, moment);
    const end = '2030-01-15T09:00:00.000Z';
    expect(of({ max_attempts_per_day: 1 })).toEqual({
      ...{ status: 'waiting', status_reason: 'daily_cap_reached', schedule_time: end },
    });
    expect(of({ attempt_windows: [{ attempts: 1, hours: 2 }] })).toEqual({
      ...{ status: 'waiting', status_reason: 'window_cap_reached', schedule_time: end },
    });
    expect(of({ min_retry_seconds: 3_600 })).toEqual({ ...reason, schedule_time: end });
    expect(of({ min_retry_seconds: 86_400 })).toEqual({ ...reason, schedule_time: '2030-01-15T15:05:00.000Z' });
  });
});

describe('an explanation', () => {
  it('names every gate with value, threshold and instant, also after the first that fails', () => {
    expect(explain({ ...once, callInFlight: 'call-7' }, at('14T15:06:00'))).toEqual([
      { gate: 'membership', status: 'removed', passed: true, value: 'active', threshold: 'active', until: null },
      { gate: 'do_not_call', status: 'frozen', passed: true, value: 'free', threshold: 'free', until: null },
      ...['dialing_not_paused', 'list_not_paused'].map((gate) => ({
        ...{ gate, status: 'frozen', passed: true, value: 'running', threshold: 'running', until: null },
      })),
      { gate: 'caps_not_zero', status: 'frozen', passed: true, value: 1, threshold: 0, until: null },
      { gate: 'no_call_in_flight', status: 'in_call', passed: false, value: 'call-7', threshold: null, until: null },
      { gate: 'total_cap', status: 'completed', passed: true, value: 1, threshold: 2, until: null },
      { gate: 'callback', status: 'waiting', passed: true, value: null, threshold: null, until: null },
      {
        gate: 'daily_cap',
        status: 'waiting',
        passed: false,
        value: 1,
        threshold: 1,
        until: '2030-01-15T00:00:00.000Z',
      },
      ...['attempt_windows', 'contact_windows'].map((gate) => ({
        ...{ gate, status: 'waiting', passed: true, value: null, threshold: null, until: null },
      })),
      {
        gate: 'retry_gap',
        status: 'waiting',
        passed: false,
        value: 60,
        threshold: 600,
        until: '2030-01-14T15:15:00.000Z',
      },
      {
        gate: 'calling_hours',
        status: 'waiting',
        ...{ passed: true, value: null, threshold: null, until: null },
        ...{ zones: ['UTC'], zones_source: 'workspace' },
      },
    ]);
    expect(isEligible(once, at('15T00:00:00'))).toBe(true);
    expect(explain(once, at('15T00:00:00')).every(({ passed }) => passed)).toBe(true);
  });

  it('names no midnight as the end of a cap of 0', () => {
    const frozen = { ...once, limits: { ...ann.limits, max_attempts_per_day: 0 } };
    const failed = explain(frozen, at('14T15:30:00')).filter(({ passed }) => !passed);
    expect(failed.map(({ gate, value, threshold, until }) => [gate, value, threshold, until])).toEqual([
      ['caps_not_zero', 0, 0, null],
      ['daily_cap', 1, 0, null],
    ]);
  });

  it('of a member that never was called, without caps, has nothing to compare', () => {
    const limits = { max_attempts_per_day: null, max_attempts_total: null, min_retry_seconds: 0 };
    const lines = explain({ ...ann, limits }, at('14T12:00:00'));
    expect(lines.map(({ value, threshold }) => [value, threshold])).toEqual([
      ['active', 'active'],
      ['free', 'free'],
      ['running', 'running'],
      ['running', 'running'],
      [null, 0],
      [null, null],
      [0, null],
      [null, null],
      [0, null],
      [null, null],
      [null, null],
      [null, 0],
      [null, null],
    ]);
  });
});
