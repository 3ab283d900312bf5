import { attemptCount, callbackOf, closedGate, type Subject } from '../model/eligibility.js';
import { type EventOf, type ModelEvent, timeOf } from '../model/events.js';
import { laneOf } from '../model/hours-of.js';
import { laneTold } from '../model/lanes.js';
import { callbacksFor, picks } from '../model/picks.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, different, instant, type Rule } from './rule.js';

/** Whom the dispatch says that it dials; a sentence where there is nobody. */
function subjectOf(before: WorkspaceModel, { data }: EventOf<'CallDispatched'>): Subject | string {
  const { contact_id: contactId, smart_list_id: listId, member_number: number } = data;
  const contact = before.contact(contactId);
  if (!contact) return `contact ${contactId} does not exist`;
  if (listId === null) {
    const { enabled, ...limits } = before.settings.unlisted;
    if (!enabled) return 'contacts without a list are not dialed';
    const [membership] = before.membershipsOf(contactId);
    if (membership) return `contact ${contactId} is on list ${membership.listId}`;
    return { contactId, listId, number: contact.number, limits };
  }
  const list = before.list(listId);
  if (!list) return `list ${listId} does not exist`;
  const membership = before.membership(listId, contactId);
  if (membership?.removed !== null) return `contact ${contactId} is no member of list ${listId}`;
  return { contactId, listId, number: number === membership.number ? number : -1, limits: list.settings };
}

/** Nobody is dialed who was removed, frozen, in a call or over a cap, or within a retry gap. */
export const dialsOnlyTheEligible: Rule = (before, event) => {
  if (event.type !== 'CallDispatched') return [];
  const subject = subjectOf(before, event);
  if (typeof subject === 'string') return broken(true, event, () => subject);
  const gate = closedGate(before, subject, timeOf(event));
  return [
    ...different(event, 'the member number', event.data.member_number, subject.number),
    ...broken(
      gate !== undefined,
      event,
      () => `${subject.contactId} may not be dialed from ${subject.listId}: ${gate}`,
    ),
  ];
};

/** A dispatch counts the attempts as they are, and carries the settings of its instant. */
export const dispatchesTellTheirSettings: Rule = (before, event) => {
  if (event.type !== 'CallDispatched') return [];
  const { contact_id, smart_list_id, member_number, attempt_number, snapshot, phone, lease_expires_at } = event.data;
  const list = before.list(smart_list_id);
  const limits = list?.settings ?? before.settings.unlisted;
  const attempts = attemptCount(before, contact_id, smart_list_id);
  const expected = {
    smart_list_id,
    name: list?.settings.name ?? null,
    priority: list?.settings.priority ?? null,
    member_number,
    max_attempts_per_day: limits.max_attempts_per_day,
    max_attempts_total: limits.max_attempts_total,
    min_retry_seconds: limits.min_retry_seconds,
    retry_seconds: list?.settings.retry_seconds ?? null,
    attempt_windows: list?.settings.attempt_windows ?? null,
    contact_windows: before.settings.contact_windows,
    calling_hours_id: list?.settings.calling_hours_id ?? null,
    dial_timeout_seconds: limits.dial_timeout_seconds,
    next_list_id: list?.settings.next_list_id ?? null,
    ...callbackShown(before, event),
    // A list that is dialed alone is the one that is dialed from; of a group another rule asks.
    ...(snapshot.scope && { scope: snapshot.scope.dial_group_id ? snapshot.scope : { smart_list_id } }),
    // A callback is of no lane.
    ...(!callbackOf(before, contact_id, smart_list_id) && laneTold(laneOf(before, contact_id, smart_list_id))),
  };
  return [
    ...different(event, 'the attempt', attempt_number, attempts + 1),
    ...different(event, 'the snapshot', snapshot, expected),
    ...different(event, 'the phone', phone, before.contact(contact_id)?.phone),
    ...different(event, 'the lease', lease_expires_at, instant(timeOf(event) + before.settings.lease_seconds * 1_000)),
  ];
};

/** The instant of the callback that a dispatch is, if it is one. */
function callbackShown(before: WorkspaceModel, { data }: EventOf<'CallDispatched'>): { readonly callback_at?: string } {
  const callback = callbackOf(before, data.contact_id, data.smart_list_id);
  return callback ? { callback_at: instant(callback.at) } : {};
}

/** The agent that a request for the next calls named: the same append records it with each call. */
function agentOf(events: readonly ModelEvent[], callId: string): string | null | undefined {
  const recorded = events.find((each) => each.type === 'CallDetailsRecorded' && each.data.call_id === callId);
  return recorded?.type === 'CallDetailsRecorded' ? recorded.data.agent_id : undefined;
}

/**
 * The order of dialing is exact where settings stood still (docs/reference/dialing-rules.md#exactness): until a setting
 * changes that places in the queue depend on, each dispatch is of whom the rules pick next.
 */
export const dialsInOrder: Rule = (before, event, write) => {
  if (event.type !== 'CallDispatched' || before.queueChanged >= 0) return [];
  const { contact_id, smart_list_id, member_number, snapshot } = event.data;
  const agent_id = agentOf(write.events, event.data.call_id);
  const [next] = picks(before, 1, timeOf(event), { ...snapshot.scope, agent_id });
  const expected = next && [next.contactId, next.listId, next.number];
  return different(event, 'the pick', [contact_id, smart_list_id, member_number], expected ?? 'nobody');
};

/**
 * Callbacks are dialed before all tiers. Also after a setting has changed: a callback that was set since then has been
 * placed by it.
 */
export const dialsCallbacksFirst: Rule = (before, event, write) => {
  if (event.type !== 'CallDispatched') return [];
  const { call_id, contact_id, smart_list_id, snapshot } = event.data;
  if (callbackOf(before, contact_id, smart_list_id)) return [];
  const scope = { ...snapshot.scope, agent_id: agentOf(write.events, call_id) };
  const first = callbacksFor(before, scope, timeOf(event)).find(
    ({ contactId, listId }) => callbackOf(before, contactId, listId)!.revision > before.queueChanged,
  );
  return broken(first !== undefined, event, () => `the callback of ${first!.contactId} comes before all tiers`);
};

/** A registered call has the phone of its contact, which exists, and the lease of the workspace. */
export const registersOnlyTheExisting: Rule = (before, event) => {
  if (event.type !== 'CallRegistered') return [];
  const { contact_id, phone, lease_expires_at } = event.data;
  return [
    ...different(event, 'the phone', phone, before.contact(contact_id)?.phone ?? 'that of nobody'),
    ...different(event, 'the lease', lease_expires_at, instant(timeOf(event) + before.settings.lease_seconds * 1_000)),
  ];
};
