import { modelDate, modelMidnight } from '../../../../libs/dialing/testing/reference-model/calendar.js';
import type { Limits, ListSettings } from './events.js';
import type { Call, Callback, List } from './state.js';
import { closedHours } from './hours-of.js';
import type { WorkspaceModel } from './workspace-model.js';

/** Someone who could be dialed: from a list, or, where it is null, as a contact without one. */
export interface Subject {
  readonly contactId: string;
  readonly listId: string | null;
  /** The member number; of a contact without a list the contact number. */
  readonly number: number;
  /** Those of the list; of a contact without one, those of the workspace. */
  readonly limits: Limits & Partial<Pick<ListSettings, 'paused' | 'retry_seconds' | 'attempt_windows'>>;
}

/** "A call that ends not_placed gives its attempt back." */
export function attemptsOf(model: WorkspaceModel, contactId: string, listId: string | null): readonly Call[] {
  return model.dispatchesOf(contactId, listId).filter(({ result }) => result !== 'not_placed');
}

/** The attempts that count towards the total cap: those since the last reset. */
export function attemptCount(model: WorkspaceModel, contactId: string, listId: string | null): number {
  return attemptsOf(model, contactId, listId).filter(({ wasReset }) => !wasReset).length;
}

/** Attempts that were dispatched on the local day of an instant. */
export function attemptsOnDay(model: WorkspaceModel, attempts: readonly Call[], at: number): number {
  if (attempts.length === 0) return 0;
  const { time_zone: zone } = model.settings;
  const day = modelDate(zone, at);
  return attempts.filter(({ dispatchedAt }) => modelDate(zone, dispatchedAt) === day).length;
}

/** Seconds of the retry gap after a result, by the settings alone. */
export function gapOf(limits: Subject['limits'], result: string): number {
  return limits.retry_seconds?.[result] ?? limits.min_retry_seconds;
}

/** The callback of a member; null: it has none. */
export function callbackOf(model: WorkspaceModel, contactId: string, listId: string | null): Callback | null {
  const membership = listId === null ? undefined : model.membership(listId, contactId);
  return membership?.removed === null ? membership.callback : null;
}

/** Whether the callback of a member has attempts left, and the list a daily cap by which it can ever be due. */
export function isCallbackKept(model: WorkspaceModel, { contactId, listId, limits }: Subject): boolean {
  const { max_attempts_per_day: daily, max_attempts_total: total } = limits;
  return daily !== 0 && (total === null || total === 0 || attemptCount(model, contactId, listId) < total);
}

/** From when on a callback is due: caps, windows and limits put it off; -Infinity: there is none. */
export function callbackDue(model: WorkspaceModel, subject: Subject): number {
  const callback = callbackOf(model, subject.contactId, subject.listId);
  if (!callback) return -Infinity;
  const ends = [capEnd(model, subject), windowEnd(model, subject), contactEnd(model, subject.contactId)];
  return Math.max(callback.at, ...ends);
}

/**
 * When the retry gap is over by the settings now; -Infinity: no call has ended. A contact is in one call at a time, so
 * the last to begin is the last to end.
 */
export function gapEnd(model: WorkspaceModel, { contactId, listId, limits }: Subject): number {
  // "The retry gap counts no more: the agreed time replaces it."
  if (callbackOf(model, contactId, listId)) return -Infinity;
  const last = model.dispatchesOf(contactId, listId).findLast(({ endedAt }) => endedAt !== null);
  if (!last) return -Infinity;
  const disposition = last.outcomes.find(({ type }) => type === 'disposition');
  const seconds = disposition?.retrySeconds ?? gapOf(limits, last.result!);
  return last.endedAt! + seconds * 1_000;
}

/** The midnight after the day of the last attempt, if the attempts of that day reach the daily cap; else -Infinity. */
export function capEnd(model: WorkspaceModel, { contactId, listId, limits }: Subject): number {
  const last = model.dispatchesOf(contactId, listId).at(-1)?.dispatchedAt;
  const cap = limits.max_attempts_per_day;
  if (last === undefined || cap === null || cap === 0) return -Infinity;
  const onDay = attemptsOnDay(model, attemptsOf(model, contactId, listId), last);
  return onDay >= cap ? modelMidnight(model.settings.time_zone, last) : -Infinity;
}

/**
 * When the last full window has room again, if nothing happens; -Infinity: fewer attempts were ever made than any of
 * them takes. The n-th newest attempt is the one that has to leave a window of n.
 */
export function windowEnd(model: WorkspaceModel, { contactId, listId, limits }: Subject): number {
  const attempts = attemptsOf(model, contactId, listId);
  const ends = (limits.attempt_windows ?? []).map(({ attempts: most, hours }) => {
    const nth = attempts.at(-most);
    return nth ? nth.dispatchedAt + hours * 3_600_000 : -Infinity;
  });
  return Math.max(-Infinity, ...ends);
}

/** When the last full limit of a contact has room again; -Infinity: fewer attempts than any of them takes were made. */
export function contactEnd(model: WorkspaceModel, contactId: string, more: readonly number[] = []): number {
  const { contact_windows: windows } = model.settings;
  if (windows === null) return -Infinity;
  const times = [...model.attemptsOver(contactId).map(({ dispatchedAt }) => dispatchedAt), ...more];
  return Math.max(...windows.map(({ attempts, hours }) => (times.at(-attempts) ?? -Infinity) + hours * 3_600_000));
}

/**
 * The gate of docs/reference/dialing-rules.md#eligibility that keeps a member from being dialed at an instant, in
 * words; undefined: none does. That it is a member at all is the caller's to know.
 */
export function closedGate(model: WorkspaceModel, subject: Subject, at: number): string | undefined {
  const { contactId, listId, limits } = subject;
  const { max_attempts_per_day: daily, max_attempts_total: total } = limits;
  if (model.barredUntil(contactId, at) > 0) return 'its number is in the do-not-call register';
  if (model.pausedAt !== null) return 'dialing is paused';
  if (limits.paused) return 'the list is paused';
  if (daily === 0 || total === 0) return 'a cap is 0';
  const call = model.callInFlight(contactId);
  if (call) return `the contact is in call ${call.party.call_id}`;
  const attempts = attemptCount(model, contactId, listId);
  if (total !== null && attempts >= total) return `${attempts} of ${total} attempts were made`;
  const callback = callbackOf(model, contactId, listId);
  if (callback && callback.at > at) return `its callback is at ${new Date(callback.at).toISOString()}`;
  const today = daily === null ? 0 : attemptsOnDay(model, attemptsOf(model, contactId, listId), at);
  if (daily !== null && today >= daily) return `${today} of ${daily} attempts of the day were made`;
  const windows = windowEnd(model, subject);
  if (windows > at) return `a window is full until ${new Date(windows).toISOString()}`;
  const over = contactEnd(model, contactId);
  if (over > at) return `a limit of the contact is full until ${new Date(over).toISOString()}`;
  const gap = gapEnd(model, subject);
  if (gap > at) return `its retry gap lasts until ${new Date(gap).toISOString()}`;
  const closed = closedHours(model, contactId, listId, at);
  return closed && `calling hours ${closed.hours.name} are closed in ${closed.zone}`;
}

/** A member of a list as the gates judge it. */
export function subjectOf({ id: listId, settings: limits }: List, contactId: string, number: number): Subject {
  return { contactId, listId, number, limits };
}
