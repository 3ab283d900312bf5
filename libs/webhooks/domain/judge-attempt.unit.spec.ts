import fc from 'fast-check';
import { instant } from '#kernel';
import { TEST_START } from '#kernel/testing';
import {
  type Attempt,
  type AttemptFailed,
  type AttemptResult,
  type DeliveryAttempted,
  judgeAttempt,
  MAX_ATTEMPTS,
  type Moment,
} from './index.js';

const AT = instant(TEST_START);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The chance is in the middle of the jitter; the real clock shows another time than the clock of due times. */
const moment: Moment = { now: TEST_START + 1_000, realNow: Date.parse('2027-05-05T10:00:00.000Z'), chance: 0.5 };

const answered = (status: number, retryAfter: string | null = null): AttemptResult => ({
  kind: 'answered',
  status,
  retryAfter,
  responseBody: 'said',
  resolvedIp: '192.0.2.1',
  durationMs: 12,
});
const reset: AttemptFailed = {
  kind: 'failed',
  stage: 'headers',
  error: 'headers: connection reset',
  status: null,
  resolvedIp: '192.0.2.1',
  durationMs: 12,
  reached: 'yes',
  retryAfter: null,
  responseBody: null,
};

const brokenOff = (status: number, retryAfter: string | null = null): AttemptResult => ({
  ...reset,
  stage: 'body',
  error: 'body: connection reset',
  status,
  retryAfter,
  responseBody: 'sai',
});

const tried = (times: number) => ({ delivery_id: 'd1', attempts: Array<Attempt>(times).fill({} as Attempt) });
const judged = (result: AttemptResult, before = 0, at: Partial<Moment> = {}) =>
  judgeAttempt(tried(before), result, AT, { ...moment, ...at });
/** Milliseconds until the next attempt; null: none. */
const waits = (...args: Parameters<typeof judged>): number | null => {
  const [attempted] = judged(...args);
  const { next_attempt_at } = (attempted as DeliveryAttempted).data;
  return next_attempt_at === null ? null : Date.parse(next_attempt_at) - moment.now;
};

describe('an attempt', () => {
  it('that ends on a clock which was set back meanwhile is not repeated too early', () => {
    expect(waits(answered(500), 0, { now: TEST_START - HOUR })).toBe(5_000 - (moment.now - TEST_START));
  });

  it.each([200, 201, 204, 299])('answered %i is a success', (status) => {
    const attempt = {
      at: AT,
      status,
      duration_ms: 12,
      resolved_ip: '192.0.2.1',
      response_body: 'said',
      error: null,
    };
    expect(judged(answered(status))).toEqual([
      { type: 'DeliveryAttempted', data: { delivery_id: 'd1', attempt, delivered: true, next_attempt_at: null } },
    ]);
  });

  it.each([199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 429, 500, 503, 599])(
    'answered with %i is retried',
    (status) => {
      const [only, ...others] = judged(answered(status));
      expect(only).toMatchObject({ data: { delivered: false, next_attempt_at: instant(moment.now + 5_000) } });
      expect(others).toEqual([]);
    },
  );

  it('without an answer is retried, and its error is recorded', () => {
    expect(judged(reset)).toEqual([
      {
        type: 'DeliveryAttempted',
        data: {
          delivery_id: 'd1',
          attempt: {
            at: AT,
            status: null,
            duration_ms: 12,
            resolved_ip: '192.0.2.1',
            response_body: null,
            error: 'headers: connection reset',
          },
          delivered: false,
          next_attempt_at: instant(moment.now + 5_000),
        },
      },
    ]);
  });

  it('whose 2xx broke off in its body has failed, and the received part of the body is recorded', () => {
    for (const status of [200, 204, 299]) {
      const [only, ...others] = judged(brokenOff(status));
      const next_attempt_at = instant(moment.now + 5_000);
      const attempt = { status, response_body: 'sai', error: 'body: connection reset' };
      expect(only).toMatchObject({ data: { delivered: false, next_attempt_at, attempt } });
      expect(others).toEqual([]);
    }
  });

  it.each([
    ['answered 410', answered(410)],
    ['whose 410 broke off in its body', brokenOff(410)],
  ])('%s ends the delivery, also at the last attempt', (_what, result) => {
    for (const before of [0, 9]) {
      expect(judged(result, before)).toMatchObject([
        { type: 'DeliveryAttempted', data: { delivered: false, next_attempt_at: null } },
        { type: 'DeliveryCancelled', data: { delivery_id: 'd1', reason: 'gone' } },
      ]);
    }
  });
});

describe('the schedule', () => {
  it('is that of the contract, and ends after ten attempts', () => {
    const all = Array.from({ length: MAX_ATTEMPTS }, (_, before) => waits(reset, before));
    const hours = [2, 5, 10, 14, 20, 24].map((each) => each * HOUR);
    expect(all).toEqual([5_000, 5 * MINUTE, 30 * MINUTE, ...hours, null]);
  });

  it('is spread by a fifth in both directions', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (before, chance) => {
        const middle = waits(reset, before)!;
        const spread = waits(reset, before, { chance })!;
        expect(spread).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
        expect(spread).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
        if (chance > 0.75) expect(spread).toBeGreaterThan(middle * 1.09);
        if (chance < 0.25) expect(spread).toBeLessThan(middle * 0.91);
      }),
    );
  });
});

describe('Retry-After', () => {
  it.each([
    ['90', 90_000],
    ['4', 5_000],
    ['0', 5_000],
    [' 120 ', 120_000],
    ['86401', DAY],
    ['99999999999999999999', DAY],
    ['Wed, 05 May 2027 10:02:00 GMT', 2 * MINUTE],
    ['Wednesday, 05-May-27 10:02:00 GMT', 2 * MINUTE],
    ['Wed May  5 10:02:00 2027', 2 * MINUTE],
    ['Wed, 05 May 2027 09:00:00 GMT', 5_000],
    ['Fri, 07 May 2027 10:00:00 GMT', DAY],
    ['soon', 5_000],
    ['-7', 5_000],
    ['1.5', 5_000],
    ['2027-05-05T11:00:00Z', 5_000],
    ['', 5_000],
  ])('%j: the later of it and the schedule, at most a day, by real time', (header, wait) => {
    for (const status of [429, 503]) {
      expect(waits(answered(status, header))).toBe(wait);
      expect(waits(brokenOff(status, header))).toBe(wait);
    }
  });

  it('is used with 429 and 503 only, and adds no eleventh attempt', () => {
    for (const status of [302, 404, 500, 502]) {
      expect(waits(answered(status, '90'))).toBe(5_000);
      expect(waits(brokenOff(status, '90'))).toBe(5_000);
    }
    expect(waits(brokenOff(200, '90'))).toBe(5_000);
    expect(waits(answered(429, '90'), 9)).toBeNull();
  });

  it('is ignored if the schedule waits longer', () => {
    expect(waits(answered(503, '90'), 2)).toBe(30 * MINUTE);
  });
});
