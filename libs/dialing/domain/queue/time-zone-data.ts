import { DomainError, type WorkspaceView } from '#kernel';
import { callingHoursOf } from '#calling-hours/domain';
import { CURSORS } from './cursors.js';

/** Token for the version of the time zone data of this process, such as `2025c`; '' where it is not known. */
export const TIME_ZONE_DATA = Symbol('TIME_ZONE_DATA');

/** Milliseconds for which a dispatch by newer data keeps other processes from dialing by older data. */
export const NEWER_DATA_MS = 600_000;

/** Another process dials by newer time zone data: by this one's, hours could be open that are closed. */
export class OlderTimeZoneData extends DomainError {
  /** @param newest the version of the other process */
  constructor(
    readonly own: string,
    readonly newest: string,
  ) {
    super(
      'unavailable',
      `This process has the time zone data ${own}, and another one dials by ${newest}. Run the same Node.js everywhere.`,
    );
  }
}

/**
 * What a dispatch tells of its clocks: in a workspace with calling hours the version of the time zone data by which
 * they were judged (docs/reference/dialing-rules.md#time-zone-data).
 */
export function clocksOfDispatch(view: WorkspaceView, own: string): { readonly time_zone_data?: string } {
  return callingHoursOf(view).length > 0 && own !== '' ? { time_zone_data: own } : {};
}

/**
 * Refuses to dial by older time zone data than another process has dialed by within the last 10 minutes.
 * @throws OlderTimeZoneData
 */
export function refuseOlderData(view: WorkspaceView, own: string): void {
  if (callingHoursOf(view).length === 0 || own === '') return;
  const since = Date.parse(view.now) - NEWER_DATA_MS;
  for (const { dialed_by: by } of view.resident(CURSORS).values())
    if (by && by.time_zone_data > own && Date.parse(by.at) > since) throw new OlderTimeZoneData(own, by.time_zone_data);
}
