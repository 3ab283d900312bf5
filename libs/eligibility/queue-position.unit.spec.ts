import { afterDispatch, afterEnd, NO_CALLS } from './attempts.js';
import { queuePosition } from './queue-position.js';
import type { DialingLimits } from './waits.js';

const limits: DialingLimits = { max_attempts_per_day: null, max_attempts_total: null, min_retry_seconds: 0 };
const dispatched_at = '2030-01-14T15:00:00.000Z';
const end = '2030-01-14T15:05:00.000Z';
const calling = afterDispatch(NO_CALLS, dispatched_at);
const called = afterEnd(calling, { call_id: 'call', dispatched_at, result: 'busy' }, end);
const position = (facts = called, changes: Partial<DialingLimits> = {}, member = true, at = end) => {
  const { state, due } = queuePosition(facts, { ...limits, ...changes }, member, { at, zone: 'America/New_York' });
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
    const placed = queuePosition(called, all, true, { at: end, zone: 'UTC' });
    const [midnight, gap] = ['2030-01-15T00:00:00.000Z', '2030-01-15T16:05:00.000Z'].map(Date.parse);
    const placing = { state: 'waiting', due: gap, capped_until: midnight, windowed_until: Date.parse(end12) };
    expect(placed).toEqual(placing);
    const later = queuePosition(called, all, true, { at: end12, zone: 'UTC' });
    expect(later).toEqual({ ...placing, capped_until: 0, windowed_until: 0 });
    const capped = queuePosition(called, { ...all, attempt_windows: null }, true, { at: end, zone: 'UTC' });
    expect(capped).toMatchObject({ capped_until: midnight, windowed_until: midnight });
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
});
