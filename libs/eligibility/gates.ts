import { instant, type Instant } from '#kernel';
import { attemptsToday } from './attempts.js';
import { localDay } from './calendar.js';
import type { Moment } from './moment.js';
import type { Standing, Subject } from './subject.js';
import {
  attemptsInWindow,
  callbackDue,
  capEnd,
  gapEnd,
  gapSeconds,
  latest,
  secondsSinceEnd,
  windowEnd,
  windowsEnd,
} from './waits.js';

/** The result of a gate. */
interface Finding {
  readonly passed: boolean;
  /** The value that was compared, and the threshold; null where there is none. */
  readonly value: number | string | null;
  readonly threshold: number | string | null;
  /** When the gate will pass without further events; null if it passes, or if time alone does not open it. */
  readonly until: Instant | null;
}

interface Gate {
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
    | 'retry_gap';
  readonly status: Exclude<Standing<string>['status'], 'queued'>;
  /** null: the subject has the reason. */
  readonly reason: Exclude<Standing<never>['status_reason'], 'callback_due' | 'eligible'> | null;
  look(subject: Subject<string>, moment: Moment): Finding;
}

/**
 * The gates in their order (docs/reference/dialing-rules.md#eligibility). Pick, reads and explain all use this table,
 * so they cannot disagree. The comparisons of value with threshold are, in this order: equal, equal, equal, equal,
 * above, none, below, at most, below (three gates), at least. A gate that time opens says when all of those behind it
 * are open too.
 */
const GATES: readonly Gate[] = [
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
      return { passed, value, threshold: value && moment.at, until: passed ? null : dueOf(subject, moment) };
    },
  },
  {
    gate: 'daily_cap',
    status: 'waiting',
    reason: 'daily_cap_reached',
    look: ({ facts, limits, attempts }, { at, zone, contactWindows }) => {
      const cap = limits.max_attempts_per_day;
      const value = attemptsToday(facts, zone, at);
      const passed = cap === null || value < cap;
      // No midnight ends a cap of 0.
      if (passed || cap === 0) return { passed, value, threshold: cap, until: null };
      const midnight = instant(localDay(zone, Date.parse(at)).ends);
      return {
        passed,
        value,
        threshold: cap,
        until: latest(midnight, windowEnd(facts, limits), windowsEnd(attempts, contactWindows), gapEnd(facts, limits)),
      };
    },
  },
  {
    gate: 'attempt_windows',
    status: 'waiting',
    reason: 'window_cap_reached',
    look: ({ facts, limits, attempts }, { at, contactWindows }) => {
      const { value, threshold, end } = attemptsInWindow(facts.attempt_times, limits.attempt_windows, at);
      const passed = end === null || end <= at;
      const until = passed ? null : latest(end, windowsEnd(attempts, contactWindows), gapEnd(facts, limits));
      return { passed, value, threshold, until };
    },
  },
  {
    gate: 'contact_windows',
    status: 'waiting',
    reason: 'contact_cap_reached',
    look: ({ facts, limits, attempts }, { at, contactWindows }) => {
      const { value, threshold, end } = attemptsInWindow(attempts, contactWindows, at);
      const passed = end === null || end <= at;
      return { passed, value, threshold, until: passed ? null : latest(end, gapEnd(facts, limits)) };
    },
  },
  {
    gate: 'retry_gap',
    status: 'waiting',
    reason: 'retry_gap',
    look: ({ facts, limits }, { at }) => {
      const end = gapEnd(facts, limits);
      const passed = end === null || end <= at;
      const value = secondsSinceEnd(facts, at);
      return { passed, value, threshold: gapSeconds(facts, limits), until: passed ? null : end };
    },
  },
];

function running(isPaused: boolean): Finding {
  return { passed: !isPaused, value: isPaused ? 'paused' : 'running', threshold: 'running', until: null };
}

/** Status, reason and time of a member (docs/reference/http-contract.md#member), by the first gate that fails. */
export function standing<Removed extends string>(subject: Subject<Removed>, moment: Moment): Standing<Removed> {
  for (const gate of GATES) {
    const { passed, until } = gate.look(subject, moment);
    // Only the gate of membership has no reason of its own, and it fails only for a subject that has one.
    if (!passed) {
      const { status } = gate;
      // What is frozen waits for no instant, though an entry of the register may expire.
      const schedule_time = status === 'frozen' ? null : until;
      return { status, status_reason: gate.reason ?? subject.removed!, schedule_time };
    }
  }
  const status_reason = subject.facts.callback ? 'callback_due' : 'eligible';
  return { status: 'queued', status_reason, schedule_time: eligibleSince(subject, moment) };
}

/** Whether this contact may be dialed from this list at this instant. */
export function isEligible(subject: Subject<string>, moment: Moment): boolean {
  return GATES.every((gate) => gate.look(subject, moment).passed);
}

/** A line of an explain (docs/reference/http-contract.md#endpoints). */
export interface GateReport extends Finding {
  readonly gate: Gate['gate'];
  /** The member's status if this is the first gate that fails. */
  readonly status: Gate['status'];
}

/** Every gate in its order, also those behind a failed one. The subject is eligible exactly if all have passed. */
export function explain(subject: Subject<string>, moment: Moment): readonly GateReport[] {
  return GATES.map((gate) => ({ gate: gate.gate, status: gate.status, ...gate.look(subject, moment) }));
}

/** For a subject that passes all gates: since when, by the current settings. */
function eligibleSince(subject: Subject<string>, moment: Moment): Instant {
  const { facts, limits, addedAt } = subject;
  const since = latest(addedAt, gapEnd(facts, limits), capEnd(facts, limits, moment.zone))!;
  return dueOf(subject, moment) ?? since;
}

/** When the callback of a subject is due; null: it has none. */
export function dueOf(
  { facts, limits, attempts }: Pick<Subject<string>, 'facts' | 'limits' | 'attempts'>,
  { zone, contactWindows }: Moment,
): Instant | null {
  return callbackDue(facts, limits, zone, windowsEnd(attempts, contactWindows));
}
