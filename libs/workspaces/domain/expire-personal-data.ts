import { type Day, dayOf, type Instant, instant } from '#kernel';
import type { PersonalDataExpired } from './personal-data-expired.js';
import type { WorkspaceRow } from './workspace.js';

const DAY_MS = 86_400_000;

/** Days that the responses of receivers are kept, in every workspace: longer than a delivery is retried. */
export const RESPONSES_KEEP_DAYS = 30;

/**
 * The first day (UTC) that is kept where `days` days are: what happened on any day before is older than that. Never a
 * day for which something may still be sealed, since at least one day is kept.
 */
export function firstDayKept(now: Instant, days: number): Day {
  return dayOf(instant(Date.parse(now) - days * DAY_MS));
}

/**
 * The event by which the personal data of a workspace ends that is older than its settings keep it; undefined: it has
 * ended already, or there can be none. Days move on only: settings that keep more bring nothing back.
 * @param openSince when the oldest call began that is not completed: its phone is still needed, for webhooks. Its day,
 *   and later ones, are kept
 */
export function personalDataExpired(
  workspace: WorkspaceRow,
  now: Instant,
  openSince: Instant | undefined,
): PersonalDataExpired | undefined {
  const { calls_keep_days, deliveries_keep_days, calls_expired_before, deliveries_expired_before } = workspace;
  const first = dayOf(workspace.created_at);
  const calls = firstKept(calls_keep_days, now, openSince);
  const deliveries = firstKept(deliveries_keep_days, now, undefined);
  const data = {
    calls_before: movedOn(calls_expired_before, calls, first),
    deliveries_before: movedOn(deliveries_expired_before, deliveries, first),
  };
  const isAsBefore = data.calls_before === calls_expired_before && data.deliveries_before === deliveries_expired_before;
  return isAsBefore ? undefined : { type: 'PersonalDataExpired', data };
}

function firstKept(days: number | null, now: Instant, openSince: Instant | undefined): Day | undefined {
  if (days === null) return undefined;
  const first = firstDayKept(now, days);
  return openSince !== undefined && dayOf(openSince) < first ? dayOf(openSince) : first;
}

/** @param first the day on which the workspace was created: nothing is older */
function movedOn(before: Day | null, kept: Day | undefined, first: Day): Day | null {
  return kept === undefined || kept <= first || (before !== null && kept <= before) ? before : kept;
}
