import fc from 'fast-check';
import { instant } from '#kernel';
import {
  afterDispatch,
  afterDisposition,
  afterEnd,
  afterListResets,
  afterReset,
  attemptsToday,
  type DialingFacts,
  type ListReset,
  NO_CALLS,
  withReset,
} from './attempts.js';
import { localDay } from './calendar.js';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const zones = Intl.supportedValuesOf('timeZone');

/** Calls of one member one after another, each `[dispatched, ended, placed]`. */
function calls(...all: readonly (readonly [string, string, boolean?])[]): DialingFacts {
  return all.reduce<DialingFacts>(
    (facts, [at, end, placed = true]) => afterEnd(afterDispatch(facts, at), callOf(at, placed), end),
    NO_CALLS,
  );
}

const callOf = (dispatched_at: string, placed = true) => {
  return { call_id: `call of ${dispatched_at}`, dispatched_at, result: placed ? 'busy' : 'not_placed' } as const;
};

describe('attempts', () => {
  it('are counted at the dispatch, on the day of the dispatch', () => {
    const during = afterDispatch(NO_CALLS, '2030-01-16T04:59:00.000Z');
    expect(during).toMatchObject({ attempt_count: 1, last_attempt_at: '2030-01-16T04:59:00.000Z', last_end: null });
    expect(during.in_call).toBe(1);
    const after = calls(['2030-01-16T04:59:00.000Z', '2030-01-16T05:10:00.000Z']);
    expect(after).toMatchObject({ attempt_count: 1, last_end: { at: '2030-01-16T05:10:00.000Z' }, in_call: 0 });
    expect(attemptsToday(after, 'America/New_York', '2030-01-16T04:59:59.999Z')).toBe(1);
    expect(attemptsToday(after, 'America/New_York', '2030-01-16T05:10:00.000Z')).toBe(0);
  });

  it('are not counted for a call that was not placed; its end still starts the gap', () => {
    const facts = calls(
      ['2030-01-16T04:50:00.000Z', '2030-01-16T04:51:00.000Z'],
      ['2030-01-16T04:59:00.000Z', '2030-01-16T05:10:00.000Z', false],
    );
    expect(facts).toMatchObject({ attempt_count: 1, last_attempt_at: '2030-01-16T04:59:00.000Z' });
    expect(facts.last_end).toMatchObject({ at: '2030-01-16T05:10:00.000Z', result: 'not_placed' });
    expect(attemptsToday(facts, 'UTC', '2030-01-16T05:10:00.000Z')).toBe(1);
    expect(calls(['2030-01-16T04:50:00.000Z', '2030-01-16T04:51:00.000Z', false]).recent_attempts).toEqual([]);
  });

  it('are counted by a changed time zone at once', () => {
    const facts = calls(
      ['2030-01-16T03:00:00.000Z', '2030-01-16T03:01:00.000Z'],
      ['2030-01-16T06:00:00.000Z', '2030-01-16T06:01:00.000Z'],
    );
    const noon = '2030-01-16T12:00:00.000Z';
    expect(attemptsToday(facts, 'UTC', noon)).toBe(2);
    expect(attemptsToday(facts, 'America/New_York', noon)).toBe(1);
    expect(attemptsToday(facts, 'America/Los_Angeles', noon)).toBe(0);
  });

  it('keep the other fields of a row, and quarter hours of little more than a day', () => {
    const row = { ...NO_CALLS, contact_id: 'ann' };
    const at = '2030-01-01T00:00:00.000Z';
    const ended = afterEnd(afterDispatch(row, at), callOf(at), '2030-01-01T00:01:00.000Z');
    expect(afterDisposition(ended, callOf(at).call_id, 60)).toMatchObject({ contact_id: 'ann' });
    let facts = NO_CALLS;
    for (let n = 0; n < 1_000; n++) facts = afterDispatch(facts, instant(Date.UTC(2030, 0, 1) + n * 5 * 60_000));
    expect(facts.attempt_count).toBe(1_000);
    expect(facts.recent_attempts.length).toBe(28 * 4 + 1);
  });
});

describe('the times of attempts', () => {
  const at = (minutes: number) => instant(Date.UTC(2030, 0, 1) + minutes * 60_000);
  const called = (facts: DialingFacts, minutes: number, placed = true) =>
    afterEnd(afterDispatch(facts, at(minutes)), callOf(at(minutes), placed), at(minutes));
  const times = (facts: DialingFacts) => facts.attempt_times.map((time) => (time - Date.UTC(2030, 0, 1)) / 60_000);

  it('are the newest 32 of those that were placed', () => {
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const many = numbers.reduce((facts, n) => called(facts, n), NO_CALLS);
    expect(times(many)).toEqual(numbers.slice(-32));
    // The 33rd in flight takes none of them away: it may be given back.
    expect(times(afterDispatch(many, at(50)))).toEqual([...numbers.slice(-32), 50]);
    expect(times(called(many, 50, false))).toEqual(numbers.slice(-32));
  });

  it('give back one attempt of two at one instant', () => {
    expect(times(called(called(NO_CALLS, 5), 5, false))).toEqual([5]);
  });

  it('are those of the last 720 hours', () => {
    const month = 720 * 60;
    const facts = called(called(NO_CALLS, 0), 1);
    expect(times(called(facts, month - 1))).toEqual([0, 1, month - 1]);
    expect(times(called(facts, month))).toEqual([1, month]);
  });
});

describe('the end of the last call', () => {
  const [first, second] = ['2030-01-16T04:50:00.000Z', '2030-01-16T04:55:00.000Z'];
  const facts = calls([first, '2030-01-16T04:51:00.000Z'], [second, '2030-01-16T04:56:00.000Z']);

  it('has the gap of the disposition that is applied to that call', () => {
    const { call_id } = callOf(second);
    expect(facts.last_end).toMatchObject({ call_id, retry_seconds: null });
    expect(afterDisposition(facts, call_id, 0).last_end).toEqual({ ...facts.last_end, retry_seconds: 0 });
    expect(afterDisposition(facts, call_id, null)).toEqual(facts);
  });

  it('has none of an earlier call, nor of the one before the next end', () => {
    expect(afterDisposition(facts, callOf(first).call_id, 60)).toEqual(facts);
    const calling = afterDispatch(afterDisposition(facts, callOf(second).call_id, 60), '2030-01-16T05:00:00.000Z');
    expect(calling.last_end).toMatchObject({ retry_seconds: 60 });
    const ended = afterEnd(calling, callOf('2030-01-16T05:00:00.000Z'), '2030-01-16T05:01:00.000Z');
    expect(ended.last_end).toMatchObject({ retry_seconds: null });
  });
});

describe('a reset', () => {
  const [first, second] = ['2030-01-16T04:50:00.000Z', '2030-01-16T04:59:00.000Z'];
  const end = '2030-01-16T05:10:00.000Z';
  const notPlaced = callOf(second, false);

  it('begins the count anew, and keeps the day, the last attempt and the last end', () => {
    const before = calls([first, first], [second, end]);
    expect(afterReset(before)).toEqual({ ...before, attempt_count: 0 });
    expect(afterReset(NO_CALLS)).toEqual(NO_CALLS);
  });

  it('in a call takes its attempt out of the count: given back, it changes the day alone', () => {
    const during = afterReset(afterDispatch(calls([first, first]), second));
    expect(during).toMatchObject({ attempt_count: 0, in_call: 2 });
    const after = afterEnd(during, notPlaced, end);
    expect(after).toEqual({
      ...calls([first, first]),
      attempt_count: 0,
      last_attempt_at: second,
      last_end: after.last_end,
    });
    expect(after.last_end).toMatchObject({ at: end, result: 'not_placed' });
    expect(afterEnd(during, callOf(second), end)).toMatchObject({ attempt_count: 0, in_call: 0 });
  });

  it('concerns no later call, be it dispatched in the same millisecond', () => {
    const again = afterDispatch(afterReset(calls([first, second])), second);
    expect(again).toMatchObject({ attempt_count: 1, in_call: 1 });
    expect(afterEnd(again, notPlaced, end)).toMatchObject({ attempt_count: 0, in_call: 0 });
  });
});

describe('resets of a whole list', () => {
  const settled = (attempt_count: number, settled_revision: number) => ({
    ...NO_CALLS,
    attempt_count,
    settled_revision,
  });
  const during = { ...settled(2, 5), in_call: 1 as const };

  it('are of those with at least so many attempts that were settled before, and take the attempt of a call out too', () => {
    const resets = [{ revision: 9, attempts: 2 }];
    expect(afterListResets(settled(2, 8), resets)).toEqual(settled(0, 8));
    expect(afterListResets(during, resets)).toEqual({ ...during, attempt_count: 0, in_call: 2 });
    for (const facts of [settled(1, 8), settled(2, 9), settled(0, 8)])
      expect(afterListResets(facts, resets)).toBe(facts);
    expect(afterListResets(settled(2, 8), [])).toEqual(settled(2, 8));
  });

  it('are kept while they decide: those of some attempts as all of them one after another would', () => {
    const reset = fc.integer({ min: 1, max: 5 });
    const rows = fc.record({ attempts: fc.nat(6), since: fc.nat(12) });
    fc.assert(
      fc.property(fc.array(reset, { maxLength: 12 }), rows, (resets, { attempts, since }) => {
        const all = resets.map((least, at): ListReset => ({ revision: at + 1, attempts: least }));
        const kept = all.reduce<readonly ListReset[]>(withReset, []);
        const row = settled(attempts, since);
        expect(afterListResets(row, kept)).toEqual(afterListResets(row, all));
        expect(kept.length).toBeLessThanOrEqual(new Set(resets).size);
      }),
    );
  });
});

describe('quarter hours', () => {
  it('of a whole day of 27 hours are remembered', () => {
    // At Casey Station 13 March 2021 began at 13:00 UTC the day before and ended at 16:00.
    const facts = calls(
      ['2021-03-12T13:00:00.000Z', '2021-03-12T13:01:00.000Z'],
      ['2021-03-13T15:45:00.000Z', '2021-03-13T15:46:00.000Z'],
    );
    expect(attemptsToday(facts, 'Antarctica/Casey', '2021-03-13T15:59:59.999Z')).toBe(2);
    expect(attemptsToday(facts, 'Antarctica/Casey', '2021-03-13T16:00:00.000Z')).toBe(0);
  });

  it('are the granularity of the days of every zone since 2000, and no day is longer than is kept', () => {
    const instants = fc.integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2040, 0, 1) });
    const holds = (zone: string, t: number): void => {
      const { starts, ends } = localDay(zone, t);
      // Jest's own comparison would take most of the time, called this often.
      if (starts % QUARTER !== 0 || ends - starts > 27 * HOUR) expect([zone, t, starts, ends]).toBe('a proper day');
    };
    fc.assert(fc.property(fc.constantFrom(...zones), instants, holds), { numRuns: 2_000 });
    // Every day of the zones with the rarest rules: changes at a minute past midnight, by half an hour, by three hours.
    for (const zone of ['America/St_Johns', 'Australia/Lord_Howe', 'Antarctica/Casey', 'Asia/Gaza', 'Pacific/Apia'])
      for (let t = Date.UTC(2000, 0, 2); t < Date.UTC(2030, 0, 1); t = localDay(zone, t).ends) holds(zone, t);
    expect(() => holds('Africa/Monrovia', Date.UTC(1970, 0, 1))).toThrow('a proper day');
  });

  it('are sufficient: the count of a day is that of its instants, in any time zone', () => {
    const zone = fc.constantFrom(...zones, 'Antarctica/Casey', 'America/St_Johns', 'Asia/Kathmandu');
    const call = fc.record({ after: fc.nat(600), lasts: fc.nat(90), placed: fc.boolean() });
    const start = fc.integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2040, 0, 1) });
    // 13 March 2021 is a day of 27 hours at Casey Station; 7 November 2010 begins twice in St. John's.
    const starts = fc.oneof(start, fc.constantFrom(Date.UTC(2021, 2, 12, 11), Date.UTC(2010, 10, 6, 20)));
    fc.assert(
      fc.property(zone, starts, fc.array(call, { maxLength: 30 }), fc.nat(2_000), (zone, start, made, later) => {
        let [facts, t] = [NO_CALLS, start];
        const counted: number[] = [];
        for (const { after, lasts, placed } of made) {
          const dispatchedAt = instant((t += after * 60_000));
          if (placed) counted.push(t);
          facts = afterDispatch(facts, dispatchedAt);
          facts = afterEnd(facts, callOf(dispatchedAt, placed), instant((t += lasts * 60_000)));
        }
        t += later * 60_000;
        const { starts, ends } = localDay(zone, t);
        const today = counted.filter((at) => at >= starts && at < ends).length;
        expect(attemptsToday(facts, zone, instant(t))).toBe(today);
        expect(facts.attempt_count).toBe(counted.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
