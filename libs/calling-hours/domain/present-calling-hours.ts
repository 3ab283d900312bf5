import type { WorkspaceView } from '#kernel';
import { callingHoursIn, type CallingHoursRow } from './calling-hours.js';

/** Calling hours as the API shows them (docs/reference/http-contract.md#calling-hours). */
export function presentCallingHours(row: CallingHoursRow) {
  return {
    calling_hours_id: row.calling_hours_id,
    name: row.name,
    zone: row.zone,
    intervals: row.intervals.map(({ days, from, to }) => ({ days: [...days], from, to })),
    closed_dates: [...row.closed_dates],
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** The ETag of calling hours. */
export function callingHoursEtag({ version }: Pick<CallingHoursRow, 'version'>): string {
  return `"${version}"`;
}

/** The answer that shows calling hours, on the state after the change: 201 for new ones. */
export function callingHoursAnswer(after: WorkspaceView, callingHoursId: string, status: 200 | 201) {
  const row = callingHoursIn(after, callingHoursId)!;
  return {
    status,
    ...(status === 201 && { location: `/calling-hours/${callingHoursId}` }),
    etag: callingHoursEtag(row),
    body: { ok: true as const, calling_hours: presentCallingHours(row) },
  };
}
