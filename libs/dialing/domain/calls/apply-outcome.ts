import { holdersOfNumbers } from '#contacts/domain';
import { entriesMade } from '#do-not-call/domain';
import { type Decide, type DomainEvent, DomainError, invalidField, type WorkspaceView } from '#kernel';
import type { WantedCallback } from '#members/domain';
import { activeLists, effectiveDestination, outcomeIn, type OutcomeRow, presentOutcome } from '#outcomes/domain';
import { deliveryRequested, type DeliveryRequested } from '#webhooks/domain';
import type { OutcomeApplied, OutcomeSnapshot } from './call-events.js';
import { type CallRow, partyOf } from './call.js';
import { type CallDetails, changeDetails, detailsAfter, detailsShown } from './call-details.js';
import { membershipChange } from './membership-change.js';
import { callbackOf, callbackWithAction } from './outcome-callback.js';
import { callAnswer, requireCall } from './present-call.js';
import { completeCall } from './waterfall.js';

/** What an outcome may need and decisions, which are pure, cannot make. */
export interface MadeForOutcome {
  /** The id of the delivery that an action causes. */
  readonly deliveryId: string;
  /** The key of numbers of a workspace that has none yet. */
  readonly newNumberKey: string;
}

/**
 * POST /calls/{callId}/outcomes (docs/reference/http-contract.md#applying-an-outcome). All effects are in one append,
 * in this order: details of the call, the application, the change of memberships, the callback, the entry in the
 * do-not-call register, the webhook's delivery of an action, the completion by a disposition.
 * @param made what the outcome may need and decisions cannot make
 * @param wanted the callback that was agreed; null: none
 * @throws DomainError when decided: `not_found`; `invalid_reference` for an outcome that does not exist (any more);
 *   `call_state_conflict` for an action that is not in progress or was applied before, and for a disposition that is
 *   not between end and completion; `validation_failed` for a callback with an action, or too far ahead;
 *   `callback_refused` where nobody could keep it; as {@link changeDetails}
 */
export function applyOutcome(
  callId: string,
  outcomeId: string,
  made: MadeForOutcome,
  details: Partial<CallDetails> = {},
  wanted: WantedCallback | null = null,
) {
  return ((view) => {
    const call = requireCall(view, callId);
    const outcome = outcomeIn(view, outcomeId);
    if (!outcome) throw invalidField('invalid_reference', '/outcome_id', 'unknown', 'outcome_id names no outcome.');
    checkMoment(call, outcome);
    if (wanted !== null && outcome.outcome_type === 'action') throw callbackWithAction();
    const recorded = changeDetails(view, call, details);
    const snapshot = snapshotOf(outcome, view);
    const sequence = call.outcomes.length + 1;
    const applied: OutcomeApplied = {
      type: 'OutcomeApplied',
      data: { ...partyOf(call), sequence, outcome: snapshot },
    };
    const memberships = membershipChange(view, call, snapshot);
    const before = [...recorded, applied, ...memberships];
    const promised = callbackOf(view, call, snapshot, { wanted, before });
    const entered = enterNumberOf(view, call, snapshot, made);
    const isAction = outcome.outcome_type === 'action';
    const final = isAction
      ? [deliveryOf(view, { ...call, ...detailsAfter(call, recorded) }, applied, made.deliveryId, outcome.webhook_url!)]
      : completeCall(view, call, 'disposition', { memberships });
    return {
      events: [...before, ...promised, ...entered, ...final],
      answer: (after) => {
        const { status, body } = callAnswer(after, callId);
        const shown = presentOutcome(outcome, activeLists(after));
        return { status, body: { ...body, outcome: shown, delivery_id: isAction ? made.deliveryId : null } };
      },
    };
  }) satisfies Decide;
}

/**
 * An action may be applied while the call is in progress, each at most once; a disposition once, between the end and
 * the completion.
 */
function checkMoment(call: CallRow, { outcome_id, outcome_type }: OutcomeRow): void {
  switch (outcome_type) {
    case 'action':
      if (call.state !== 'in_progress') throw conflict('An action can be applied while the call is in progress only.');
      if (call.outcomes.some((applied) => applied.outcome_id === outcome_id)) {
        throw conflict('This action has been applied to this call.');
      }
      return;
    case 'disposition':
      if (call.state === 'ended') return;
      throw conflict(
        call.state === 'in_progress'
          ? 'A disposition can be applied after the call has ended only.'
          : 'This call is completed.',
      );
    default:
      return outcome_type satisfies never;
  }
}

function conflict(detail: string): DomainError {
  return new DomainError('call_state_conflict', detail);
}

/** The entry of the number that was dialed; none where the outcome makes none, and where the number was erased. */
function enterNumberOf(
  view: WorkspaceView,
  { phone }: CallRow,
  { destination_type, outcome_name }: OutcomeSnapshot,
  { newNumberKey: newKey }: MadeForOutcome,
): readonly DomainEvent[] {
  if (destination_type !== 'do_not_call' || phone === null) return [];
  const entry = { phone, reason: outcome_name, expires_at: null };
  return entriesMade(view, [entry], 'outcome', { holders: holdersOfNumbers, newKey }).events;
}

/** The outcome as it is now: later changes or its deletion do not change what was applied. */
function snapshotOf(outcome: OutcomeRow, view: WorkspaceView): OutcomeSnapshot {
  const { outcome_id, outcome_name, outcome_type, retry_seconds } = outcome;
  const activeName = activeLists(view);
  const destination = effectiveDestination(outcome, activeName);
  const { destination_id } = destination;
  const destination_name = destination_id === null ? null : activeName(destination_id)!;
  return { outcome_id, outcome_name, outcome_type, ...destination, destination_name, retry_seconds };
}

function deliveryOf(
  view: WorkspaceView,
  { contact_id, phone, dispatched_at, ...call }: Omit<CallRow, 'agent_id'> & CallDetails,
  { data: { call_id, smart_list_id, sequence, outcome } }: OutcomeApplied,
  deliveryId: string,
  webhookUrl: string,
): DeliveryRequested {
  return deliveryRequested(webhookUrl, {
    deliveryId,
    workspaceId: view.workspaceId,
    timestamp: view.now,
    outcome,
    call: { call_id, smart_list_id, sequence, dispatched_at, ...detailsShown(call) },
    contact: { contact_id, phone },
    destination: outcome,
  });
}
