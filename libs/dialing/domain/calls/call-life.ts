import { type Decide, DomainError, type DomainEvent, instant, type Instant, type WorkspaceView } from '#kernel';
import { callbackSetAgain } from '#members/domain';
import { OUTCOMES, popupEnabled } from '#outcomes/domain';
import { activeList } from '#smart-lists/domain';
import { type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import type { CallEnded, CallHeartbeat, CallResult, EndResult } from './call-events.js';
import { type CallRow, partyOf } from './call.js';
import { type CallDetails, changeDetails } from './call-details.js';
import { callAnswer, callIn, requireCall } from './present-call.js';
import { completeCall } from './waterfall.js';

/**
 * POST /calls/{callId}/heartbeat: the lease begins again. An expired lease counts once its event is written; until then
 * it can be extended.
 * @throws DomainError when decided: `not_found`; `call_state_conflict` after the end
 */
export function extendLease(callId: string) {
  return ((view) => {
    const call = requireCall(view, callId);
    if (call.state !== 'in_progress') throw new DomainError('call_state_conflict', 'This call has ended.');
    const lease_expires_at = secondsAfter(view.now, call.lease_seconds);
    // A second heartbeat at the same instant changes nothing.
    if (lease_expires_at === call.lease_expires_at) return answerWithCall(callId, []);
    const heartbeat: CallHeartbeat = { type: 'CallHeartbeat', data: { call_id: callId, lease_expires_at } };
    return answerWithCall(callId, [heartbeat]);
  }) satisfies Decide;
}

/**
 * POST /calls/{callId}/end, with details of the call. Repeated with the same result and details it changes nothing and
 * gives the same answer.
 * @throws DomainError when decided: `not_found`; `call_state_conflict` if the call has ended with another result; as
 *   {@link changeDetails}
 */
export function endCall(callId: string, result: EndResult, details: Partial<CallDetails> = {}) {
  return ((view) => {
    const call = requireCall(view, callId);
    const hasEnded = call.state !== 'in_progress';
    if (hasEnded && call.result !== result) {
      throw new DomainError('call_state_conflict', `This call has ended with the result ${call.result}.`);
    }
    const recorded = changeDetails(view, call, details);
    return answerWithCall(callId, hasEnded ? recorded : [...recorded, ...end(view, call, result)]);
  }) satisfies Decide;
}

/**
 * PATCH /calls/{callId}: details of a call, also after it is completed.
 * @throws DomainError when decided: `not_found`; as {@link changeDetails}
 */
export function changeCall(callId: string, details: Partial<CallDetails>) {
  return ((view) => {
    const call = requireCall(view, callId);
    return answerWithCall(callId, changeDetails(view, call, details));
  }) satisfies Decide;
}

/**
 * The effect of time on a call: with an expired lease it is lost, with an expired wrap-up time it is completed. No
 * effect on any other call, for example one that was extended, ended or completed since the worker read it. The answer
 * is empty.
 */
export function expireCall(callId: string): Decide {
  return (view) => {
    const call = callIn(view, callId);
    const isDue = call?.open === 1 && call.due_at <= view.now;
    const events = !isDue
      ? []
      : call.state === 'in_progress'
        ? end(view, call, 'lost')
        : completeCall(view, call, 'wrap_up');
    return { events, answer: () => ({ status: 200, body: { ok: true } }) };
  };
}

/** The end of a call; its completion too, unless a disposition is awaited. */
function end(view: WorkspaceView, call: CallRow, result: CallResult): readonly DomainEvent[] {
  const { dispatched_at } = call;
  const wasReal = result !== 'not_placed' && result !== 'lost';
  const waits = wasReal && popupEnabled(view.resident(OUTCOMES).values());
  const wrap_up_expires_at = waits ? secondsAfter(view.now, workspaceOf(view).wrap_up_seconds) : null;
  const ended: CallEnded = {
    type: 'CallEnded',
    data: { ...partyOf(call), result, dispatched_at, wrap_up_expires_at, ...resetsSince(view, call, result) },
  };
  if (waits) return [ended];
  const attemptGivenBack = result === 'not_placed';
  const again = attemptGivenBack ? callbackSetAgain(view, { ...call, callback: call.callback }) : [];
  return [ended, ...again, ...completeCall(view, call, 'end', { attemptGivenBack })];
}

/** The resets of its list since the dispatch of a call whose end gives its attempt back, if there are any. */
function resetsSince(
  view: WorkspaceView,
  { smart_list_id, number }: CallRow,
  result: CallResult,
): Pick<CallEnded['data'], 'resets'> {
  if (result !== 'not_placed' || smart_list_id === null) return {};
  const resets = activeList(view, smart_list_id)?.resets.filter(({ revision }) => revision > number) ?? [];
  return resets.length > 0 ? { resets } : {};
}

function answerWithCall(callId: string, events: readonly DomainEvent[]) {
  return { events, answer: (after: WorkspaceView) => callAnswer(after, callId) };
}

/** The row of the workspace of a decision. It exists, since the request came with one of its keys. */
export function workspaceOf(view: WorkspaceView): WorkspaceRow {
  return view.resident(WORKSPACES).get(view.workspaceId)!;
}

/** The instant a number of seconds after another. */
export function secondsAfter(at: Instant, seconds: number): Instant {
  return instant(Date.parse(at) + seconds * 1_000);
}
