import type { ReferenceModel } from './reference-model.js';
import type { ModelHours } from './hours.js';
import type { ModelCall, ModelContact, ModelGroup, ModelList, ModelMembership, ModelOutcome } from './state.js';

const iso = (t: number | null): string | null => (t === null ? null : new Date(t).toISOString());

/** The rows of GET …/members: every member except the removed ones, or those of one status. */
export function showMembers(model: ReferenceModel, listId: string, status: string | null): object[] {
  const wanted = (shown: string) => (status === null ? shown !== 'removed' : shown === status);
  return model
    .members(listId)
    .filter((membership) => wanted(model.standing(membership).status))
    .map((membership) => showMember(model, membership));
}

/** A member as the API shows it (docs/reference/http-contract.md#member). */
export function showMember(model: ReferenceModel, membership: ModelMembership): Record<string, unknown> {
  const { contact, list, source, added_at } = membership;
  const { status, reason, until } = model.standing(membership);
  const disposition = model.lastDisposition(membership);
  return {
    contact_id: contact.id,
    phone: contact.phone,
    smart_list_id: list.id,
    status,
    status_reason: reason,
    attempt_count: model.attemptCount(contact, list),
    attempts_today: model.attemptsOnDayOf(contact, list, model.now),
    last_attempt_at: iso(model.lastAttempt(contact, list)),
    last_disposition: disposition && { outcome_id: disposition.id, outcome_name: disposition.name },
    schedule_time: iso(until),
    callback: showCallback(model, membership),
    source,
    added_at: iso(added_at),
    erased_at: iso(contact.erased_at),
  };
}

/** The members of a list by status (docs/reference/http-contract.md#progress), counted one by one. */
export function showProgress(model: ReferenceModel, listId: string): object {
  const standings = model.members(listId).map((membership) => model.standing(membership));
  const active = standings.filter(({ status }) => status !== 'removed');
  const having = (...reasons: readonly string[]) => active.filter(({ reason }) => reasons.includes(reason)).length;
  return {
    active: active.length,
    queued: having('eligible', 'callback_due'),
    waiting_callback: having('callback_scheduled'),
    waiting_daily_cap: having('daily_cap_reached'),
    waiting_window_cap: having('window_cap_reached'),
    waiting_contact_cap: having('contact_cap_reached'),
    waiting_retry_gap: having('retry_gap'),
    waiting_calling_hours: having('calling_hours'),
    in_call: having('call_in_progress'),
    completed: having('total_cap_reached'),
    frozen: active.filter(({ status }) => status === 'frozen').length,
    removed: standings.length - active.length,
  };
}

function showCallback(model: ReferenceModel, { callback, contact, list }: ModelMembership): object | null {
  const { max_attempts_total: total, max_attempts_per_day: daily } = list;
  if (!callback || (total !== null && total > 0 && model.attemptCount(contact, list) >= total)) return null;
  const due = daily === 0 ? null : model.due(callback, contact, list);
  const isOwned = callback.agent !== null;
  return {
    callback_at: iso(callback.at),
    agent_id: callback.agent,
    owner_seconds: isOwned ? callback.owner_seconds : null,
    due_at: iso(due),
    owner_until: due === null || !isOwned ? null : iso(due + callback.owner_seconds * 1_000),
  };
}

/** A list as the API shows it (docs/reference/http-contract.md#smart-list), with the fields about dialing. */
export function showList(model: ReferenceModel, { id, live: _, ...settings }: ModelList): object {
  const member_count = model.memberships.filter(({ list, removed }) => list.id === id && removed === null).length;
  return { smart_list_id: id, ...settings, member_count };
}

/** Calling hours, with the fields about dialing. */
export function showHours({ id, ...settings }: ModelHours): object {
  return { calling_hours_id: id, ...settings };
}

/** A contact, with the fields about dialing. */
export function showContact(model: ReferenceModel, contact: ModelContact): object {
  const { id, phone, name, time_zone } = contact;
  const end = model.contactEnd(contact);
  const capped_until = iso(end > model.now ? end : null);
  return { contact_id: id, phone, name, time_zone, ...model.zonesOf(contact), capped_until };
}

/** A dial group, with the fields about dialing. */
export function showGroup({ id, name, lists }: ModelGroup): object {
  return { dial_group_id: id, name, smart_list_ids: lists.map((list) => list.id) };
}

/** A call as the API shows it, without its outcomes (docs/reference/http-contract.md#call). */
export function showCall(call: ModelCall): Record<string, unknown> {
  const { id, contact, phone, list, result, attempt_number, snapshot } = call;
  return {
    call_id: id,
    contact_id: contact.id,
    phone,
    smart_list_id: list?.id ?? null,
    state: call.completed_at !== null ? 'completed' : call.ended_at !== null ? 'ended' : 'in_progress',
    result,
    attempt_number,
    snapshot,
    dispatched_at: iso(call.dispatched_at),
    lease_expires_at: iso(call.lease_expires_at),
    ended_at: iso(call.ended_at),
    completed_at: iso(call.completed_at),
    erased_at: iso(call.erased_at),
  };
}

/** An item of a preview. */
export function showPick({ contact, list, attempt_number }: ReturnType<ReferenceModel['picks']>[number]): object {
  return { contact_id: contact.id, smart_list_id: list?.id ?? null, attempt_number };
}

/** An outcome, with the fields that a test must know. */
export function showOutcome({ id, name, type }: ModelOutcome): object {
  return { outcome_id: id, outcome_name: name, outcome_type: type };
}
