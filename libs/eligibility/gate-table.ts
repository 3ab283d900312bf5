import { instant, type Instant } from '#kernel';
import { attemptsToday } from './attempts.js';
import { localDay } from './calendar.js';
import { hoursOf, opening } from './hours/hours-of-settings.js';
import type { Moment } from './moment.js';
import type { Standing, Subject } from './subject.js';
import {
  attemptsInWindow,
  callbackDue,
  gapEnd,
  gapSeconds,
  latest,
  secondsSinceEnd,
  windowEnd,
  windowsEnd,
} from './waits.js';

/** The result of a gate. */
export interface Finding {
  readonly passed: boolean;
  /** The value that was compared, and the threshold; null where there is none. */
  readonly value: number | string | null;
  readonly threshold: number | string | null;
  /** When the gate will pass without further events; null if it passes, or if time alone does not open it. */
  readonly until: Instant | null;
}

export interface Gate {
  readonly gate:
    | 'membership'
    | 'do_not_call'
    | 'dialing_not_paused'
    | 'list_not_paused'
    | 'caps_not_zero'
    | 'no_call_in_flight'
    | 'total_cap'
    | 'callback'
    | 'daily_cap'
    | 'attempt_windows'
    | 'contact_windows'
    | 'retry_gap'
    | 'calling_hours';
  readonly status: Exclude<Standing<string>['status'], 'queued'>;
  /** null: the subject has the reason. */
  readonly reason: Exclude<Standing<never>['status_reason'], 'callback_due' | 'eligible'> | null;
  look(subject: Subject<string>, moment: Moment): Finding;
}

/**
 * The gates in their order (docs/reference/dialing-rules.md#eligibility). Pick, reads and explain all use this table,
 * so they cannot disagree. The comparisons of value with threshold are, in this order: equal, equal, equal, equal,
 * above, none, below, at most, below (three gates), at least, equal. A gate that time opens says when all of those
 * behind it are open too.
 */
export const GATES: readonly Gate[] = [
  {
    gate: 'membership',
    status: 'removed',
    reason: null,
    look: ({ removed }) => ({ passed: removed === null, value: removed ?? 'active', threshold: 'active', until: null }),
  },
  {
    gate: 'do_not_call',
    status: 'frozen',
    reason: 'do_not_call',
    look: ({ bar }) => {
      const passed = bar === null;
      return { passed, value: passed ? 'free' : 'barred', threshold: 'free', until: passed ? null : bar.until };
    },
  },
  {
    gate: 'dialing_not_paused',
    status: 'frozen',
    reason: 'dialing_paused',
    look: (_subject, { isPaused }) => running(isPaused),
  },
  {
    gate: 'list_not_paused',
    status: 'frozen',
    reason: 'list_paused',
    look: ({ limits }) => running(limits.paused === true),
  },
  {
    gate: 'caps_not_zero',
    status: 'frozen',
    reason: 'cap_zero',
    look: ({ limits }) => {
      const caps = [limits.max_attempts_per_day, limits.max_attempts_total].filter((cap) => cap !== null);
      const lowest = caps.length > 0 ? Math.min(...caps) : null;
      return { passed: lowest !== 0, value: lowest, threshold: 0, until: null };
    },
  },
  {
    gate: 'no_call_in_flight',
    status: 'in_call',
    reason: 'call_in_progress',
    look: ({ callInFlight }) => ({ passed: callInFlight === null, value: callInFlight, threshold: null, until: null }),
  },
  {
    gate: 'total_cap',
    status: 'completed',
    reason: 'total_cap_reached',
    look: ({ facts: { attempt_count: value }, limits: { max_attempts_total: cap } }) => ({
      passed: cap === null || value < cap,
      value,
      threshold: cap,
      until: null,
    }),
  },
  {
    gate: 'callback',
    status: 'waiting',
    reason: 'callback_scheduled',
    look: (subject, moment) => {
      const value = subject.facts.callback?.callback_at ?? null;
      const passed = value === null || value <= moment.at;
      return {
        passed,
        value,
        threshold: value && moment.at,
        until: passed ? null : whenOpen(subject, moment, dueOf(subject, moment)),
      };
    },
  },
  {
    gate: 'daily_cap',
    status: 'waiting',
    reason: 'daily_cap_reached',
    look: (subject, moment) => {
      const { facts, limits, attempts } = subject;
      const { at, zone, contactWindows } = moment;
      const cap = limits.max_attempts_per_day;
      const value = attemptsToday(facts, zone, at);
      const passed = cap === null || value < cap;
      // No midnight ends a cap of 0.
      if (passed || cap === 0) return { passed, value, threshold: cap, until: null };
      const midnight = instant(localDay(zone, Date.parse(at)).ends);
      const windowed = latest(windowEnd(facts, limits), windowsEnd(attempts, contactWindows));
      const until = whenOpen(subject, moment, latest(midnight, windowed, gapEnd(facts, limits)));
      return { passed, value, threshold: cap, until };
    },
  },
  {
    gate: 'attempt_windows',
    status: 'waiting',
    reason: 'window_cap_reached',
    look: (subject, moment) => {
      const { facts, limits, attempts } = subject;
      const { at, contactWindows } = moment;
      const { value, threshold, end } = attemptsInWindow(facts.attempt_times, limits.attempt_windows, at);
      const passed = end === null || end <= at;
      const waits = latest(end, windowsEnd(attempts, contactWindows), gapEnd(facts, limits));
      return { passed, value, threshold, until: passed ? null : whenOpen(subject, moment, waits) };
    },
  },
  {
    gate: 'contact_windows',
    status: 'waiting',
    reason: 'contact_cap_reached',
    look: (subject, moment) => {
      const { facts, limits, attempts } = subject;
      const { at, contactWindows } = moment;
      const { value, threshold, end } = attemptsInWindow(attempts, contactWindows, at);
      const passed = end === null || end <= at;
      const waits = latest(end, gapEnd(facts, limits));
      return { passed, value, threshold, until: passed ? null : whenOpen(subject, moment, waits) };
    },
  },
  {
    gate: 'retry_gap',
    status: 'waiting',
    reason: 'retry_gap',
    look: (subject, moment) => {
      const { facts, limits } = subject;
      const { at } = moment;
      const end = gapEnd(facts, limits);
      const passed = end === null || end <= at;
      const value = secondsSinceEnd(facts, at);
      const until = passed ? null : whenOpen(subject, moment, end);
      return { passed, value, threshold: gapSeconds(facts, limits), until };
    },
  },
  {
    gate: 'calling_hours',
    status: 'waiting',
    reason: 'calling_hours',
    look: (subject, moment) => {
      if (hoursOf(subject.limits, moment).length === 0)
        return { passed: true, value: null, threshold: null, until: null };
      const opens = whenOpen(subject, moment, moment.at);
      const passed = opens === moment.at;
      return { passed, value: passed ? 'open' : 'closed', threshold: 'open', until: passed ? null : opens };
    },
  },
];

/**
 * The first instant from `from` on at which the hours of the list and those of the workspace are open for a subject;
 * null: they open on none of the next 400 days.
 * @param from not before the moment
 */
function whenOpen({ limits, zones }: Subject<string>, moment: Moment, from: Instant | null): Instant | null {
  const hours = hoursOf(limits, moment);
  if (hours.length === 0 || from === null) return from;
  const opens = opening(hours, zones.zones, moment.zone, Math.max(Date.parse(from), Date.parse(moment.at)));
  return opens === null ? null : instant(opens);
}

function running(isPaused: boolean): Finding {
  return { passed: !isPaused, value: isPaused ? 'paused' : 'running', threshold: 'running', until: null };
}

/** When the callback of a subject is due; null: it has none. */
export function dueOf(
  { facts, limits, attempts }: Pick<Subject<string>, 'facts' | 'limits' | 'attempts'>,
  { zone, contactWindows }: Moment,
): Instant | null {
  return callbackDue(facts, limits, zone, windowsEnd(attempts, contactWindows));
}
