import { CONTACT_CLOCK } from '#eligibility';
import {
  type CheckVersion,
  comparableName,
  type Decide,
  DomainError,
  invalidField,
  isSameJson,
  notFound,
  type WorkspaceView,
} from '#kernel';
import {
  CALLING_HOURS,
  type CallingHoursChanged,
  type CallingHoursCreated,
  type CallingHoursDeleted,
  callingHoursIn,
  type CallingHoursRow,
  type CallingHoursSettings,
  MAX_CALLING_HOURS,
} from './calling-hours.js';
import { checkHours } from './check-hours.js';
import { callingHoursAnswer } from './present-calling-hours.js';

/** The input for new calling hours. */
export interface NewCallingHours {
  readonly name: string;
  /** Absent: `contact`. */
  readonly zone?: string | undefined;
  readonly intervals: CallingHoursSettings['intervals'];
  /** Absent: none. */
  readonly closed_dates?: readonly string[] | undefined;
}

/** The input for a change: absent fields stay. */
export type CallingHoursPatch = {
  readonly [field in keyof CallingHoursSettings]?: CallingHoursSettings[field] | undefined;
};

/**
 * POST /calling-hours.
 * @throws DomainError when decided: `validation_failed`, `resource_conflict` (name taken, 50 calling hours)
 */
export function createCallingHours(callingHoursId: string, input: NewCallingHours) {
  const { name, zone = CONTACT_CLOCK, intervals, closed_dates = [] } = input;
  const settings = { name, zone, intervals, closed_dates };
  return ((view) => {
    checkHours(settings);
    if (view.resident(CALLING_HOURS).size >= MAX_CALLING_HOURS) {
      throw new DomainError('resource_conflict', `A workspace holds at most ${MAX_CALLING_HOURS} calling hours.`);
    }
    checkName(view, name);
    const isFirst = view.resident(CALLING_HOURS).size === 0;
    const created: CallingHoursCreated = {
      type: 'CallingHoursCreated',
      data: { calling_hours_id: callingHoursId, ...settings, ...(isFirst && { first: true as const }) },
    };
    return { events: [created], answer: (after) => callingHoursAnswer(after, callingHoursId, 201) };
  }) satisfies Decide;
}

/**
 * PATCH /calling-hours/{callingHoursId}.
 * @throws DomainError when decided: `not_found`, `precondition_failed`, `validation_failed`, `resource_conflict`
 */
export function changeCallingHours(callingHoursId: string, patch: CallingHoursPatch, checkVersion: CheckVersion) {
  return ((view) => {
    const row = requireCallingHours(view, callingHoursId);
    // A body that can never be is told so before its version is compared, as that of any other request.
    checkHours(patch);
    checkVersion(row.version);
    const { name, zone, intervals, closed_dates } = patch;
    if (name !== undefined) checkName(view, name, callingHoursId);
    const changes = {
      ...(name !== undefined && name !== row.name && { name }),
      ...(zone !== undefined && zone !== row.zone && { zone }),
      ...(intervals !== undefined && !isSameJson(intervals, row.intervals) && { intervals }),
      ...(closed_dates !== undefined && !isSameJson(closed_dates, row.closed_dates) && { closed_dates }),
    };
    const changed: CallingHoursChanged = {
      type: 'CallingHoursChanged',
      data: { calling_hours_id: callingHoursId, changes },
    };
    return {
      events: Object.keys(changes).length > 0 ? [changed] : [],
      answer: (after) => callingHoursAnswer(after, callingHoursId, 200),
    };
  }) satisfies Decide;
}

/**
 * DELETE /calling-hours/{callingHoursId}.
 * @throws DomainError when decided: `not_found`, `precondition_failed`
 */
export function deleteCallingHours(callingHoursId: string, checkVersion: CheckVersion) {
  return ((view) => {
    checkVersion(requireCallingHours(view, callingHoursId).version);
    const deleted: CallingHoursDeleted = { type: 'CallingHoursDeleted', data: { calling_hours_id: callingHoursId } };
    const body = { ok: true, calling_hours_id: callingHoursId, deleted: true } as const;
    return { events: [deleted], answer: () => ({ status: 200, body }) };
  }) satisfies Decide;
}

function requireCallingHours(view: WorkspaceView, callingHoursId: string): CallingHoursRow {
  const row = callingHoursIn(view, callingHoursId);
  if (!row) throw notFound('calling hours');
  return row;
}

/** Names are compared as those of lists are: by NFC and toLowerCase. */
function checkName(view: WorkspaceView, name: string, except?: string): void {
  const wanted = comparableName(name);
  for (const hours of view.resident(CALLING_HOURS).values()) {
    if (hours.calling_hours_id !== except && comparableName(hours.name) === wanted) {
      throw invalidField('resource_conflict', '/name', 'taken', 'Other calling hours have this name.');
    }
  }
}
