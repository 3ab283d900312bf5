import type { SmartListRow, SmartListSettings } from './smart-list.js';

/** A smart list as the API shows it (docs/reference/http-contract.md#smart-list). */
export function presentSmartList(row: SmartListRow, memberCount: number) {
  return {
    smart_list_id: row.smart_list_id,
    name: row.name,
    description: row.description,
    priority: row.priority,
    max_attempts_per_day: row.max_attempts_per_day,
    max_attempts_total: row.max_attempts_total,
    min_retry_seconds: row.min_retry_seconds,
    ...presentLimits(row),
    dial_timeout_seconds: row.dial_timeout_seconds,
    next_list_id: row.next_list_id,
    calling_hours_id: row.calling_hours_id,
    paused: row.paused,
    source: row.source,
    member_count: memberCount,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** The gaps by result and the windows, of a list or as a call was dispatched with them. */
export function presentLimits({
  retry_seconds,
  attempt_windows,
}: Pick<SmartListSettings, 'retry_seconds' | 'attempt_windows'>) {
  return {
    retry_seconds: retry_seconds && { ...retry_seconds },
    attempt_windows: attempt_windows && attempt_windows.map((window) => ({ ...window })),
  };
}

/** The ETag of a list's settings. `member_count` is no part of it. */
export function listEtag(row: SmartListRow): string {
  return `"${row.version}"`;
}

/**
 * Nobody is dispatched from it: it is paused, or one of its caps is 0 (docs/reference/published-contract.md, 2.1).
 * Contacts without a list have caps and no pause of their own.
 */
export function isFrozen({
  paused,
  max_attempts_per_day,
  max_attempts_total,
}: Pick<SmartListRow, 'max_attempts_per_day' | 'max_attempts_total'> & { readonly paused?: boolean }): boolean {
  return paused === true || max_attempts_per_day === 0 || max_attempts_total === 0;
}
