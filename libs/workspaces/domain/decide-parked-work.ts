import { type Decide, DomainError, type Instant, notFound, type WorkspaceView } from '#kernel';
import { requireWorkspace } from './decide-workspace.js';
import { PARKED_EFFECTS } from './parked-effects.js';
import {
  PARKED_WORK,
  type ParkedItem,
  type ParkedWorkRow,
  type ParkingWorker,
  type WorkParked,
  type WorkRetried,
  type WorkSkipped,
} from './parked-work.js';

// docs/adr/0052-parked-work-is-on-record.md

/** Characters of an error that the log keeps. */
const MAX_ERROR = 500;

/** The failures of an item since it was parked last. */
export interface WorkFailure {
  readonly attempts: number;
  readonly firstFailedAt: Instant;
  readonly error: string;
}

/**
 * An item is parked; sent by its worker. No event where the log says so already, or where an operator has skipped it.
 * @param newId the id of the item, if it was never parked before
 * @throws DomainError `not_found` when decided: the workspace is deleted
 */
export function parkWork(item: ParkedItem, { attempts, firstFailedAt, error }: WorkFailure, newId: string) {
  return ((view) => {
    requireWorkspace(view);
    const row = rowOf(view, item.worker, item.item);
    const same = row?.version === item.version ? row : undefined;
    const text = error.slice(0, MAX_ERROR);
    const isKnown = same?.state === 'skipped' || (same?.state === 'parked' && same.error === text);
    const parked: WorkParked = {
      type: 'WorkParked',
      data: {
        ...item,
        parked_id: row?.parked_id ?? newId,
        attempts: (same?.attempts ?? 0) + attempts,
        first_failed_at: same?.first_failed_at ?? firstFailedAt,
        error: text,
      },
    };
    return { events: isKnown ? [] : [parked], answer: () => ({ status: 200, body: { ok: true as const } }) };
  }) satisfies Decide;
}

/**
 * POST /admin/parked/{itemId}/retry: the worker tries the item at once, and parks it again at the next failure. Nothing
 * is changed for one that is tried already.
 * @throws DomainError when decided: `not_found`; `resource_conflict` for an item that was skipped
 */
export function retryWork(worker: ParkingWorker, item: string) {
  return ((view) => {
    const row = requireParked(view, worker, item);
    if (row.state === 'skipped') {
      throw new DomainError('resource_conflict', 'The item was skipped: it is never tried again.');
    }
    const retried: WorkRetried = { type: 'WorkRetried', data: nameOf(row) };
    const answer = () => answerOf(row, 'retried', PARKED_EFFECTS[worker].retry);
    return { events: row.state === 'retried' ? [] : [retried], answer };
  }) satisfies Decide;
}

/**
 * POST /admin/parked/{itemId}/skip: the item is never tried again. Nothing is changed for one that was skipped already.
 * @throws DomainError when decided: `not_found`; `resource_conflict` for an item that is tried again now, and for one
 *   that is owed to a person
 */
export function skipWork(worker: ParkingWorker, item: string, reason: string) {
  return ((view) => {
    const row = requireParked(view, worker, item);
    const { skip: effect } = PARKED_EFFECTS[worker];
    if (effect === null) {
      throw new DomainError(
        'resource_conflict',
        'Personal data has to end, so this item cannot be skipped: mend its cause, then have it tried again.',
      );
    }
    if (row.state === 'retried') {
      throw new DomainError('resource_conflict', 'The item is tried again now: skip it if it is parked again.');
    }
    const skipped: WorkSkipped = { type: 'WorkSkipped', data: { ...nameOf(row), reason } };
    return { events: row.state === 'skipped' ? [] : [skipped], answer: () => answerOf(row, 'skipped', effect) };
  }) satisfies Decide;
}

function requireParked(view: WorkspaceView, worker: ParkingWorker, item: string): ParkedWorkRow {
  requireWorkspace(view);
  const row = rowOf(view, worker, item);
  if (!row) throw notFound('item');
  return row;
}

function rowOf(view: WorkspaceView, worker: ParkingWorker, item: string): ParkedWorkRow | undefined {
  return view.rows(PARKED_WORK, [[view.workspaceId, worker, item]])[0];
}

function nameOf({ worker, item, version, subject_type, subject_id, parked_id }: ParkedWorkRow) {
  return { worker, item, version, subject_type, subject_id, parked_id };
}

function answerOf({ parked_id }: ParkedWorkRow, state: 'retried' | 'skipped', effect: string) {
  return { status: 200, body: { ok: true as const, item_id: parked_id, state, effect } };
}
