import type { OpenHours } from '#eligibility';
import {
  type Collection,
  type DomainEvent,
  type EventSchema,
  type IndexValue,
  type Instant,
  invalidField,
  keyText,
  type Recorded,
  type RecordedEvent,
  type Row,
  type WorkspaceView,
} from '#kernel';

/** Largest number of calling hours of a workspace (docs/reference/http-contract.md#endpoints). */
export const MAX_CALLING_HOURS = 50;

/** The settings of calling hours that a client sets (docs/reference/http-contract.md#calling-hours). */
export interface CallingHoursSettings extends OpenHours {
  /** 1–200 code points. Unique among the calling hours of the workspace. */
  readonly name: string;
  /** By whose clock: `contact`, `workspace`, or the name of a zone of the IANA database. */
  readonly zone: string;
}

/** Calling hours were created. */
export type CallingHoursCreated = DomainEvent<
  'CallingHoursCreated',
  CallingHoursSettings & {
    readonly calling_hours_id: string;
    /**
     * The workspace had none before: from now on the events of its contacts tell their clocks, and those of all rows
     * are looked up once. Absent where it had some.
     */
    readonly first?: true;
  }
>;
/** The changed settings; each such event is one version. */
export type CallingHoursChanged = DomainEvent<
  'CallingHoursChanged',
  { readonly calling_hours_id: string; readonly changes: Partial<CallingHoursSettings> }
>;
/** The calling hours no longer exist. */
export type CallingHoursDeleted = DomainEvent<'CallingHoursDeleted', { readonly calling_hours_id: string }>;
export type CallingHoursEvent = CallingHoursCreated | CallingHoursChanged | CallingHoursDeleted;

export const CALLING_HOURS_SCHEMAS: readonly EventSchema[] = [
  { type: 'CallingHoursCreated', version: 1 },
  { type: 'CallingHoursChanged', version: 1 },
  { type: 'CallingHoursDeleted', version: 1 },
];

/** Calling hours, also deleted ones. */
export interface CallingHoursRow extends Row, CallingHoursSettings {
  readonly workspace_id: string;
  readonly calling_hours_id: string;
  /** Revision of their creation: the order of GET /calling-hours. */
  readonly number: number;
  /** 0 once deleted. */
  readonly live: 0 | 1;
  /** Counts the changes, from 1; the ETag. */
  readonly version: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export const CALLING_HOURS: Collection<CallingHoursRow> = {
  name: 'calling_hours',
  key: ['workspace_id', 'calling_hours_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'number'] }],
};

/** The calling hours of this id; undefined: they do not exist, are deleted, or are another workspace's. */
export function callingHoursIn(view: WorkspaceView, callingHoursId: string): CallingHoursRow | undefined {
  return view.resident(CALLING_HOURS).get(keyText([view.workspaceId, callingHoursId]));
}

/** All calling hours of the workspace of a decision. */
export function callingHoursOf(view: WorkspaceView): readonly CallingHoursRow[] {
  return [...view.resident(CALLING_HOURS).values()];
}

/** The part of a read model that walks an index. */
interface Pages {
  page<Doc extends Row>(
    collection: Collection<Doc>,
    options: { readonly index: string; readonly prefix: readonly IndexValue[]; readonly limit: number },
  ): Promise<readonly Doc[]>;
}

/** All calling hours of a workspace by the rows, for reads and workers. */
export function readCallingHours(readModel: Pages, workspaceId: string): Promise<readonly CallingHoursRow[]> {
  return readModel.page(CALLING_HOURS, { index: 'live', prefix: [workspaceId, 1], limit: MAX_CALLING_HOURS });
}

/**
 * Refuses a setting that names no calling hours.
 * @param callingHoursId of a list or of the workspace; null or absent: it names none
 * @throws DomainError `invalid_reference`
 */
export function checkHoursNamed(view: WorkspaceView, callingHoursId: string | null | undefined): void {
  if (callingHoursId && !callingHoursIn(view, callingHoursId)) {
    const detail = 'calling_hours_id names no calling hours.';
    throw invalidField('invalid_reference', '/calling_hours_id', 'unknown', detail);
  }
}

/** Whether an event is one of this file's. */
export function isCallingHoursEvent(event: RecordedEvent): event is Recorded<CallingHoursEvent> {
  return CALLING_HOURS_SCHEMAS.some(({ type }) => type === event.type);
}

/** The calling hours after an event of their own. */
export function evolveCallingHours(
  row: CallingHoursRow | undefined,
  event: Recorded<CallingHoursEvent>,
): CallingHoursRow | undefined {
  const { revision, metadata } = event;
  const { workspace_id, occurred_at: at } = metadata;
  switch (event.type) {
    case 'CallingHoursCreated': {
      const times = { created_at: at, updated_at: at };
      const { first: _, ...settings } = event.data;
      return { ...settings, workspace_id, number: revision, live: 1, version: 1, ...times, revision };
    }
    case 'CallingHoursChanged':
      return row && { ...row, ...event.data.changes, version: row.version + 1, updated_at: at, revision };
    case 'CallingHoursDeleted':
      return row && { ...row, live: 0, updated_at: at, revision };
    default:
      return event satisfies never;
  }
}
