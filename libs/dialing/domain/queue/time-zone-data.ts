import {
  type Collection,
  DomainError,
  type Instant,
  keyText,
  type Recorded,
  type RecordedEvent,
  type Row,
  type WorkspaceView,
} from '#kernel';
import { callingHoursOf } from '#calling-hours/domain';
import type { CallDispatched } from '../calls/call-events.js';
import { isCallEvent } from '../calls/call.js';

/** Token for the version of the time zone data of this process, such as `2025c`; '' where it is not known. */
export const TIME_ZONE_DATA = Symbol('TIME_ZONE_DATA');

/** Milliseconds for which a dispatch by newer data keeps other processes from dialing by older data. */
export const NEWER_DATA_MS = 600_000;

/**
 * The newest time zone data by which a workspace was dialed lately, and when last: a cache of the CallDispatched events
 * that tell theirs, those of callbacks and of lists that are gone among them.
 */
export interface DialedByRow extends Row {
  readonly workspace_id: string;
  readonly time_zone_data: string;
  readonly at: Instant;
  readonly live: 1;
}

export const DIALED_BY: Collection<DialedByRow> = {
  name: 'dialed_by',
  key: ['workspace_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live'] }],
};

/** A dispatch that tells by which time zone data its calling hours were judged. */
export type JudgedByData = CallDispatched & { readonly data: { readonly time_zone_data: string } };

/** Whether an event is a dispatch that tells its time zone data. */
export function isJudgedByData(event: RecordedEvent): event is Recorded<JudgedByData> {
  return isCallEvent(event) && event.type === 'CallDispatched' && event.data.time_zone_data !== undefined;
}

/** The row after a dispatch: newer data stays for as long as it keeps older data from being dialed by. */
export function evolveDialedBy(
  row: DialedByRow | undefined,
  { data: { time_zone_data }, metadata: { workspace_id, occurred_at: at }, revision }: Recorded<JudgedByData>,
): DialedByRow {
  if (row && keepsFrom(row, time_zone_data, at)) return row;
  return { workspace_id, time_zone_data, at, live: 1, revision };
}

function keepsFrom(row: DialedByRow, data: string, now: Instant): boolean {
  return row.time_zone_data > data && Date.parse(now) - Date.parse(row.at) < NEWER_DATA_MS;
}

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
  const row = view.resident(DIALED_BY).get(keyText([view.workspaceId]));
  if (row && keepsFrom(row, own, view.now)) throw new OlderTimeZoneData(own, row.time_zone_data);
}
