import { afterDispatch, afterEnd, NO_CALLS } from './attempts.js';
import { FOR_GOOD, promotedPosition, queuePosition, READY } from './queue-position.js';
import type { DialingLimits } from './waits.js';

const limits: DialingLimits = { max_attempts_per_day: null, max_attempts_total: null, min_retry_seconds: 0 };
const dispatched_at = '2030-01-14T15:00:00.000Z';
const end = '2030-01-14T15:05:00.000Z';
const calling = afterDispatch(NO_CALLS, dispatched_at);
const called = afterEnd(calling, { call_id: 'call', dispatched_at, result: 'busy' }, end);
const free = { ...called, barred_until: 0, zones: '' };
const position = (facts = called, changes: Partial<DialingLimits> = {}, member = true, at = end) => {
  const { state, due } = queuePosition({ ...facts, barred_until: 0, zones: '' }, { ...limits, ...changes }, member, {
    at,
    zone: 'America/New_York',
  });
  return due === 0 ? state : `${state} ${new Date(due).toISOString()}`;
};

// The positions at later instants, under random histories, are tested with the reference model (testing/).
describe('the place in the queue', () => {
  it('is ready for who has nothing to wait for', () => {
    expect(position(NO_CALLS, { max_attempts_per_day: 1, max_attempts_total: 1, min_retry_seconds: 600 })).toBe(
      'ready',
    );
    expect(position()).toBe('ready');
    expect(position(called, { min_retry_seconds: 600 }, true, '2030-01-14T15:15:00.000Z')).toBe('ready');
  });

  it('waits for the end of the gap, for midnight of the zone, or for the gap if that is later', () => {
    expect(position(called, { min_retry_seconds: 600 })).toBe('waiting 2030-01-14T15:15:00.000Z');
    const capped = { max_attempts_per_day: 1, min_retry_seconds: 600 };
    expect(position(called, capped)).toBe('midnight 2030-01-15T05:00:00.000Z');
    expect(position(called, { ...capped, min_retry_seconds: 86_400 })).toBe('waiting 2030-01-15T15:05:00.000Z');
    expect(position(called, { ...capped, min_retry_seconds: 50_100 })).toBe('midnight 2030-01-15T05:00:00.000Z');
  });

  it('waits for the end of a window too, which tells apart what holds the row back', () => {
    const windows = { attempt_windows: [{ attempts: 1, hours: 12 }] };
    const end12 = '2030-01-15T03:00:00.000Z';
    expect(position(called, windows)).toBe(`waiting ${end12}`);
    expect(position(called, windows, true, end12)).toBe('ready');
    const all = { ...limits, ...windows, max_attempts_per_day: 1, min_retry_seconds: 90_000 };
    const placed = queuePosition(free, all, true, { at: end, zone: 'UTC' });
    const [midnight, gap] = ['2030-01-15T00:00:00.000Z', '2030-01-15T16:05:00.000Z'].map(Date.parse);
    const placing = {
      state: 'waiting',
      due: gap,
      barred_until: 0,
      callback_due: 0,
      scheduled_until: 0,
      capped_until: midnight,
      windowed_until: Date.parse(end12),
      limited_until: Date.parse(end12),
      zones: '',
    };
    expect(placed).toEqual(placing);
    const later = queuePosition(free, all, true, { at: end12, zone: 'UTC' });
    expect(later).toEqual({ ...placing, capped_until: 0, windowed_until: 0, limited_until: 0 });
    const capped = queuePosition(free, { ...all, attempt_windows: null }, true, { at: end, zone: 'UTC' });
    expect(capped).toMatchObject({ capped_until: midnight, windowed_until: midnight });
  });

  it('waits for the limits of its contact too, also where it was never called itself', () => {
    const cap = '2030-01-15T09:00:00.000Z';
    const none = {
      barred_until: 0,
      callback_due: 0,
      scheduled_until: 0,
      capped_until: 0,
      windowed_until: 0,
      zones: '',
    };
    const limited = { ...none, due: Date.parse(cap) };
    const waiting = { ...limited, state: 'waiting', limited_until: Date.parse(cap) };
    const now = { at: end, zone: 'UTC' };
    expect(queuePosition(free, limits, true, now, cap)).toEqual(waiting);
    expect(queuePosition({ ...NO_CALLS, barred_until: 0, zones: '' }, limits, true, now, cap)).toEqual(waiting);
    expect(queuePosition(free, limits, true, { ...now, at: cap }, cap)).toEqual(READY);
    const gap = { ...limits, min_retry_seconds: 90_000 };
    expect(queuePosition(free, gap, true, now, cap)).toEqual({
      ...waiting,
      due: Date.parse('2030-01-15T16:05:00.000Z'),
    });
    const barred = { ...free, barred_until: Date.parse('2030-01-15T12:00:00.000Z') };
    const until = barred.barred_until;
    expect(queuePosition(barred, limits, true, now, cap)).toMatchObject({ state: 'barred', limited_until: until });
  });

  it('is out in a call of its own, and without attempts left', () => {
    expect(position(calling)).toBe('out');
    expect(position(called, { max_attempts_total: 1 })).toBe('out');
    expect(position(called, {}, false)).toBe('out');
  });

  it('ignores a cap of 0: the list is frozen, and unfreezing it changes no row', () => {
    expect(position(called, { max_attempts_total: 0 })).toBe('ready');
    expect(position(called, { max_attempts_per_day: 0, min_retry_seconds: 600 })).toBe(
      'waiting 2030-01-14T15:15:00.000Z',
    );
  });

  describe('of a row with a callback', () => {
    const callback = { callback_at: '2030-01-14T18:00:00.000Z', agent_id: 'mia', owner_seconds: 900 };
    const [at, midnight] = ['2030-01-14T18:00:00.000Z', '2030-01-15T00:00:00.000Z'].map(Date.parse) as [number, number];
    const promised = { ...called, callback, barred_until: 0, zones: '' };
    const placed = (changes: Partial<DialingLimits> = {}, facts = promised, now = end) =>
      queuePosition(facts, { ...limits, ...changes }, true, { at: now, zone: 'UTC' });

    it('is due at its instant, whatever the gap, and later where the daily cap or a window is full then', () => {
      const due = { state: 'callback', due: at, callback_due: at, scheduled_until: at, capped_until: at };
      expect(placed({ min_retry_seconds: 86_400 })).toMatchObject({ ...due, windowed_until: at });
      const capped = { state: 'callback', due: midnight, scheduled_until: at, capped_until: midnight };
      expect(placed({ max_attempts_per_day: 1 })).toMatchObject({ ...capped, windowed_until: midnight });
      const windows = { attempt_windows: [{ attempts: 1, hours: 4 }] };
      const windowed = { due: Date.parse('2030-01-14T19:00:00.000Z'), capped_until: at };
      expect(placed(windows)).toMatchObject({ ...windowed, windowed_until: windowed.due });
    });

    it('stays at its instant once that has passed, and is out in a call and without attempts left', () => {
      const later = placed({}, promised, '2030-01-16T00:00:00.000Z');
      expect(later).toMatchObject({ state: 'callback', due: at, callback_due: at, scheduled_until: 0 });
      expect(placed({}, { ...promised, in_call: 1 })).toMatchObject({ state: 'out', callback_due: 0 });
      expect(placed({ max_attempts_total: 1 })).toMatchObject({ state: 'out', callback_due: 0 });
    });

    it('waits while its number is barred, and takes its place among the callbacks then', () => {
      const bar = Date.parse('2030-01-14T20:00:00.000Z');
      const barred = placed({}, { ...promised, barred_until: bar, zones: '' });
      expect(barred).toMatchObject({ state: 'barred', due: bar, callback_due: at, scheduled_until: bar });
      expect(promotedPosition(barred)).toMatchObject({ state: 'callback', due: at, callback_due: at });
      expect(promotedPosition({ ...barred, callback_due: 0 })).toEqual(READY);
    });
  });

  describe('of a row whose number is barred', () => {
    const at = { at: end, zone: 'UTC' };
    const [bar, earlier] = [Date.parse('2030-01-14T18:00:00.000Z'), Date.parse('2030-01-14T15:10:00.000Z')];
    const gap = { ...limits, min_retry_seconds: 3_600 };
    const [gapEnd, midnight] = [Date.parse('2030-01-14T16:05:00.000Z'), Date.parse('2030-01-15T00:00:00.000Z')];

    it('is out of the queue while the entry counts for good, and keeps that in mind where it is no member', () => {
      const barred = { ...called, barred_until: FOR_GOOD, zones: '' };
      const out = { state: 'out', due: FOR_GOOD, barred_until: FOR_GOOD, zones: '' };
      expect(queuePosition(barred, limits, true, at)).toMatchObject(out);
      expect(queuePosition(barred, limits, false, at)).toMatchObject(out);
      expect(queuePosition({ ...NO_CALLS, barred_until: FOR_GOOD, zones: '' }, limits, true, at)).toMatchObject(out);
    });

    it('waits for the expiry of the entry, and no wait ends before it', () => {
      const barred = { ...called, barred_until: bar, zones: '' };
      const hints = (until: number) => ({
        zones: '',
        callback_due: 0,
        scheduled_until: until,
        capped_until: until,
        windowed_until: until,
        limited_until: until,
      });
      const alone = { state: 'barred', due: bar, barred_until: bar, ...hints(bar) };
      expect(queuePosition({ ...NO_CALLS, barred_until: bar, zones: '' }, limits, true, at)).toEqual(alone);
      expect(queuePosition(barred, limits, true, at)).toEqual(alone);
      expect(queuePosition(barred, gap, true, at)).toEqual(alone);
      expect(queuePosition({ ...called, barred_until: earlier, zones: '' }, gap, true, at)).toEqual({
        ...{ state: 'barred', due: gapEnd, barred_until: earlier, ...hints(earlier) },
      });
      const capped = { ...limits, max_attempts_per_day: 1 };
      expect(queuePosition(barred, capped, true, at)).toEqual({
        ...{ state: 'barred', due: midnight, barred_until: bar, ...hints(midnight), scheduled_until: bar },
      });
    });

    it('whose attempts are used up is out of the queue, until the expiry for another reason', () => {
      const used = { ...limits, max_attempts_total: 1 };
      expect(queuePosition({ ...called, barred_until: bar, zones: '' }, used, true, at)).toMatchObject({
        ...{ state: 'out', due: bar, barred_until: bar, callback_due: 0, capped_until: 0 },
      });
    });

    it('is that of a free number once the entry has expired', () => {
      const barred = { ...called, barred_until: Date.parse(end), zones: '' };
      expect(queuePosition(barred, gap, true, at)).toEqual(queuePosition(free, gap, true, at));
      expect(queuePosition(barred, limits, true, at)).toEqual(READY);
    });
  });
});
