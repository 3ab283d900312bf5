import { notFound, type WorkspaceView } from '#kernel';
import { presentLimits } from '#smart-lists/domain';
import { presentWindows } from '#workspaces/domain';
import { type AppliedOutcome, type CallRow, CALLS } from './call.js';
import type { CallSnapshot } from './call-events.js';
import { detailsOf } from './call-details.js';

/** A call as the API shows it (docs/reference/http-contract.md#call). */
export function presentCall(row: CallRow) {
  return {
    call_id: row.call_id,
    contact_id: row.contact_id,
    phone: row.phone,
    smart_list_id: row.smart_list_id,
    state: row.state,
    result: row.result,
    attempt_number: row.attempt_number,
    snapshot: row.snapshot && presentSnapshot(row.snapshot),
    ...detailsOf(row),
    outcomes: row.outcomes.map(presentApplied),
    dispatched_at: row.dispatched_at,
    lease_expires_at: row.lease_expires_at,
    ended_at: row.ended_at,
    completed_at: row.completed_at,
    erased_at: row.erased_at,
  };
}

/** Settings that are younger than the call had their defaults. A call from a paused list does not begin. */
function presentSnapshot({
  retry_seconds = null,
  attempt_windows = null,
  contact_windows = null,
  calling_hours_id = null,
  lane,
  callback_at,
  scope,
  ...snapshot
}: CallSnapshot) {
  return {
    ...snapshot,
    ...presentLimits({ retry_seconds, attempt_windows }),
    contact_windows: presentWindows({ contact_windows }),
    calling_hours_id,
    lane: { calling_hours_id: lane?.calling_hours_id ?? null, zones: [...(lane?.zones ?? [])] },
    paused: false as const,
    callback_at: callback_at ?? null,
    scope: { dial_group_id: null, smart_list_id: null, ...scope },
  };
}

/** `smart_list_ids` is present only where the destination has them, like in an outcome. */
function presentApplied(applied: AppliedOutcome) {
  const { destination_type, destination_id, destination_name, smart_list_ids } = applied;
  return {
    sequence: applied.sequence,
    outcome_id: applied.outcome_id,
    outcome_name: applied.outcome_name,
    outcome_type: applied.outcome_type,
    destination: { destination_type, destination_id, destination_name, ...(smart_list_ids && { smart_list_ids }) },
    retry_seconds: applied.retry_seconds ?? null,
    applied_at: applied.applied_at,
  };
}

/** The call of this id; undefined: it does not exist, or is another workspace's. */
export function callIn(view: WorkspaceView, callId: string): CallRow | undefined {
  return view.rows(CALLS, [[view.workspaceId, callId]])[0];
}

/**
 * The call of this id.
 * @throws DomainError `not_found`
 */
export function requireCall(view: WorkspaceView, callId: string): CallRow {
  const call = callIn(view, callId);
  if (!call) throw notFound('call');
  return call;
}

/** What a change of a call is answered with, on the state after it. */
export function callAnswer(after: WorkspaceView, callId: string) {
  return { status: 200, body: { ok: true as const, call: presentCall(requireCall(after, callId)) } };
}
