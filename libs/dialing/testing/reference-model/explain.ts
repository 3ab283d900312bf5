import { modelMidnight } from './calendar.js';
import { attemptsWithin } from './gates.js';
import type { ModelRules } from './rules.js';
import type { ModelCall, ModelMembership, ModelWindow } from './state.js';

const iso = (t: number): string => new Date(t).toISOString();

/**
 * The expected answer of GET …/explain: the table of docs/reference/dialing-rules.md#eligibility, row by row, computed
 * from the state of the reference model.
 */
export function modelExplain(model: ModelRules, membership: ModelMembership): object {
  const { contact, list, removed } = membership;
  const { max_attempts_per_day: daily, max_attempts_total: total } = list;
  const call = model.callInFlight(contact);
  const attempts = model.attemptCount(contact, list);
  const today = model.attemptsOnDayOf(contact, list, model.now);
  const gap = model.gapEnd(contact, list, list);
  const windows = model.windowEnd(contact, list, list);
  const over = model.contactEnd(contact);
  const midnight = modelMidnight(model.workspace.time_zone, model.now);
  const caps = [daily, total].filter((cap) => cap !== null);
  const lowest = caps.length > 0 ? Math.min(...caps) : null;
  const last = model.lastEnded(contact, list);
  const sinceEnd = last && !model.callbackOf(contact, list) ? Math.floor((model.now - last.ended_at!) / 1_000) : null;
  const capped = daily !== null && today >= daily;
  const entry = model.register.entry(contact.phone, model.now);
  const barredUntil = entry?.expires_at ?? Infinity;
  const callback = model.callbackOf(contact, list);
  const promised = callback?.at ?? -Infinity;
  // "The first instant at which it and all gates behind it are open", that of the hours among them.
  const opening = (t: number): number | null => model.opening(contact, list, t);
  const hasHours = model.hoursFor(contact, list).length > 0;
  const isOpen = opening(model.now) === model.now;
  const gates = [
    line('membership', removed === null, removed ?? 'active', 'active'),
    line('do_not_call', !entry, entry ? 'barred' : 'free', 'free', barredUntil === Infinity ? null : barredUntil),
    pause('dialing_not_paused', model.workspace.dialing_paused_at !== null),
    pause('list_not_paused', list.paused),
    line('caps_not_zero', lowest !== 0, lowest, 0),
    line('no_call_in_flight', call === undefined, call?.id ?? null, null),
    line('total_cap', total === null || attempts < total, attempts, total),
    line(
      'callback',
      promised <= model.now,
      callback ? iso(promised) : null,
      callback ? iso(model.now) : null,
      promised > model.now ? opening(model.due(callback!, contact, list)) : null,
    ),
    line(
      'daily_cap',
      !capped,
      today,
      daily,
      capped && daily > 0 ? opening(Math.max(midnight, windows, over, gap)) : null,
    ),
    line(
      'attempt_windows',
      windows <= model.now,
      ...lastWindow(model, model.attempts(contact, list), list.attempt_windows),
      windows > model.now ? opening(Math.max(windows, over, gap)) : null,
    ),
    line(
      'contact_windows',
      over <= model.now,
      ...lastWindow(model, model.attemptsOverAllLists(contact), model.workspace.contact_windows),
      over > model.now ? opening(Math.max(over, gap)) : null,
    ),
    line('retry_gap', gap <= model.now, sinceEnd, model.gapSeconds(last, list), gap > model.now ? opening(gap) : null),
    {
      ...line(
        'calling_hours',
        isOpen,
        hasHours ? (isOpen ? 'open' : 'closed') : null,
        hasHours ? 'open' : null,
        isOpen ? null : opening(model.now),
      ),
      ...model.zonesOf(contact),
    },
  ];
  return { eligible: gates.every(({ passed }) => passed), gates };
}

/** "The attempts in the window that ends last, and its `attempts`": the first one where none is to end. */
function lastWindow(
  model: ModelRules,
  calls: readonly ModelCall[],
  windows: readonly ModelWindow[] | null = null,
): [number | null, number | null] {
  const times = calls.map(({ dispatched_at }) => dispatched_at);
  const endOf = ({ attempts, hours }: ModelWindow): number => (times.at(-attempts) ?? -Infinity) + hours * 3_600_000;
  const [last] = [...(windows ?? [])].sort((a, b) => endOf(b) - endOf(a) || 0);
  return last ? [attemptsWithin(times, last, model.now), last.attempts] : [null, null];
}

function pause(gate: string, isPaused: boolean) {
  return line(gate, !isPaused, isPaused ? 'paused' : 'running', 'running');
}

function line(
  gate: string,
  passed: boolean,
  value: number | string | null,
  threshold: number | string | null,
  until: number | null = null,
) {
  return { gate, passed, value, threshold, until: until === null ? null : iso(until) };
}
