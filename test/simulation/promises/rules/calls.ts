import type { EventOf, ModelEvent } from '../model/events.js';
import { timeOf } from '../model/events.js';
import { type Call, isInFlight, isOpen } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, different, instant, type Rule, type Write } from './rule.js';

/** A contact is in one call at a time, and each call has an id of its own. */
export const oneCallAtATime: Rule = (before, event) => {
  if (event.type !== 'CallDispatched' && event.type !== 'CallRegistered') return [];
  const { contact_id, call_id } = event.data;
  const other = before.callInFlight(contact_id);
  return [
    ...broken(other !== undefined, event, () => `contact ${contact_id} is in call ${other!.party.call_id} already`),
    ...broken(before.calls.has(call_id), event, () => `call ${call_id} has begun before`),
  ];
};

/** A call goes from in progress over ended to completed, each once, in one append with what belongs to the step. */
export const callsGoForward: Rule = (before, event, write) => {
  switch (event.type) {
    case 'CallHeartbeat':
    case 'CallEnded':
    case 'OutcomeApplied':
    case 'CallCompleted': {
      const call = before.calls.get(event.data.call_id);
      if (!call) return broken(true, event, () => `call ${event.data.call_id} has not begun`);
      return [...ofParty(call, event), ...ofStep(before, call, event, write)];
    }
    default:
      return [];
  }
};

function ofParty(call: Call, event: ModelEvent): readonly string[] {
  if (event.type === 'CallHeartbeat' || !('member_number' in event.data && 'call_id' in event.data)) return [];
  const { call_id, contact_id, smart_list_id, member_number } = event.data;
  return different(event, 'the party', { call_id, contact_id, smart_list_id, member_number }, call.party);
}

type Step = EventOf<'CallHeartbeat'> | EventOf<'CallEnded'> | EventOf<'OutcomeApplied'> | EventOf<'CallCompleted'>;

function ofStep(before: WorkspaceModel, call: Call, event: Step, write: Write): readonly string[] {
  switch (event.type) {
    case 'CallHeartbeat':
      return [
        ...broken(!isInFlight(call), event, () => `call ${event.data.call_id} has ended`),
        ...different(event, 'the lease', event.data.lease_expires_at, instant(timeOf(event) + call.leaseMs)),
      ];
    case 'CallEnded':
      return ofEnd(before, call, event, write);
    case 'OutcomeApplied':
      return ofOutcome(before, call, event);
    case 'CallCompleted':
      return ofCompletion(call, event, write);
    default:
      return event satisfies never;
  }
}

function ofEnd(before: WorkspaceModel, call: Call, event: EventOf<'CallEnded'>, write: Write): readonly string[] {
  const { call_id, result, dispatched_at, wrap_up_expires_at } = event.data;
  const wasReal = result !== 'lost' && result !== 'not_placed';
  const waits = wasReal && before.waitsForDisposition();
  const wrapUp = waits ? instant(timeOf(event) + before.settings.wrap_up_seconds * 1_000) : null;
  const completes = write.events.some(({ type, data }) => type === 'CallCompleted' && data.call_id === call_id);
  const isTimer = write.by === 'system call_timers';
  return [
    ...broken(!isInFlight(call), event, () => `call ${call_id} has ended before`),
    ...different(event, 'dispatched_at', dispatched_at, instant(call.dispatchedAt)),
    ...different(event, 'wrap_up_expires_at', wrap_up_expires_at, wrapUp),
    ...different(event, 'whether the append completes the call', completes, !waits),
    ...different(event, 'whether a timer says that it is lost', isTimer, result === 'lost'),
    ...broken(isTimer && call.leaseExpiresAt > timeOf(event), event, () => {
      return `the lease of call ${call_id} lasts until ${instant(call.leaseExpiresAt)}`;
    }),
  ];
}

function ofOutcome(before: WorkspaceModel, call: Call, event: EventOf<'OutcomeApplied'>): readonly string[] {
  const { call_id, sequence, outcome } = event.data;
  const isAction = outcome.outcome_type === 'action';
  const inTime = isAction ? isInFlight(call) : !isInFlight(call) && isOpen(call);
  const again = call.outcomes.some(({ id }) => id === outcome.outcome_id);
  const known = before.outcomes.get(outcome.outcome_id)?.settings;
  return [
    ...broken(!inTime, event, () => `call ${call_id} takes no ${outcome.outcome_type} at this point`),
    ...broken(again, event, () => `outcome ${outcome.outcome_id} was applied to call ${call_id} before`),
    ...different(event, 'the sequence', sequence, call.outcomes.length + 1),
    ...broken(!known, event, () => `outcome ${outcome.outcome_id} does not exist`),
    ...different(
      event,
      'the outcome',
      [outcome.outcome_name, outcome.outcome_type, outcome.retry_seconds],
      [known?.outcome_name, known?.outcome_type, known?.retry_seconds],
    ),
  ];
}

function ofCompletion(call: Call, event: EventOf<'CallCompleted'>, { events, by }: Write): readonly string[] {
  const { call_id, by: cause } = event.data;
  const follows = (type: string): boolean =>
    events.some((each) => each.type === type && 'call_id' in each.data && each.data.call_id === call_id);
  const expected = follows('OutcomeApplied') ? 'disposition' : follows('CallEnded') ? 'end' : 'wrap_up';
  const isTimer = expected === 'wrap_up' || call.result === 'lost';
  return [
    ...broken(isInFlight(call), event, () => `call ${call_id} has not ended`),
    ...broken(!isOpen(call), event, () => `call ${call_id} was completed before`),
    ...different(event, 'the cause of the completion', cause, expected),
    ...different(event, 'whether a timer completes it', by === 'system call_timers', isTimer),
    ...broken(expected === 'wrap_up' && (call.wrapUpExpiresAt ?? Infinity) > timeOf(event), event, () => {
      const { wrapUpExpiresAt } = call;
      return `the wrap-up time of call ${call_id} ${wrapUpExpiresAt ? `lasts until ${instant(wrapUpExpiresAt)}` : 'has not begun'}`;
    }),
  ];
}
