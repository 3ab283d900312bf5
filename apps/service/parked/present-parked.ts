import type { AnswerOf } from '#http';
import type { HeldStreamRow } from '#read-model';
import { PARKED_EFFECTS, type ParkedWorkRow } from '#workspaces/domain';
import { type Parked, workspaceOfHeld } from './parked-list.js';
import type { ParkedItemAnswer } from './parked.dto.js';

type Item = AnswerOf<ParkedItemAnswer>['parked_item'];

const SKIPS_EVENT = 'Every process and every rebuild passes over the event; what it said is lost.';

/** A parked item as the admin routes show it. @param isOpen whether its work is still to be done */
export function presentParked(parked: Parked, isOpen: boolean): Item {
  return parked.kind === 'event' ? presentEvent(parked.row, isOpen) : presentWork(parked.row, isOpen);
}

function presentEvent(row: HeldStreamRow, isOpen: boolean): Item {
  const { stream, at, type, projection, reason } = row;
  return {
    item_id: stream.slice(stream.indexOf('-') + 1),
    kind: 'event',
    state: isOpen ? 'parked' : 'done',
    workspace_id: workspaceOfHeld(row) || null,
    subject_type: 'stream',
    subject_id: stream,
    revision: at,
    caused_by: null,
    attempts: null,
    first_failed_at: null,
    last_failed_at: null,
    error: `${type}${projection === null ? '' : ` (${projection})`}: ${reason}`,
    on_retry: null,
    on_skip: isOpen ? SKIPS_EVENT : null,
    decided_at: null,
    reason: null,
  };
}

function presentWork(row: ParkedWorkRow, isOpen: boolean): Item {
  const state = isOpen || row.state === 'skipped' ? row.state : 'done';
  const { retry, skip } = PARKED_EFFECTS[row.worker];
  return {
    item_id: row.parked_id,
    kind: row.worker,
    state,
    workspace_id: row.workspace_id,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    revision: null,
    caused_by: row.cause_id || null,
    attempts: row.attempts,
    first_failed_at: row.first_failed_at || null,
    last_failed_at: row.last_failed_at,
    error: row.error,
    on_retry: state === 'skipped' || state === 'done' ? null : retry,
    on_skip: state === 'parked' ? skip : null,
    decided_at: row.decided_at || null,
    reason: row.reason || null,
  };
}
