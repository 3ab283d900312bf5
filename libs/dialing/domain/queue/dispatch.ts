import { type Decide, type JsonObject, notFound, type WorkspaceView } from '#kernel';
import { callingHoursOf } from '#calling-hours/domain';
import { CONTACTS } from '#contacts/domain';
import { type Callback, explain, type GateReport, momentOf, PLAIN_KEY } from '#eligibility';
import { afterResets, MEMBERS, memberSubject } from '#members/domain';
import { requireList } from '#smart-lists/domain';
import { quotaExceeded, type WorkspaceRow } from '#workspaces/domain';
import { secondsAfter, workspaceOf } from '../calls/call-life.js';
import type { CallDispatched, CallSnapshot } from '../calls/call-events.js';
import { CALLS } from '../calls/call.js';
import { type CallDetails, detailsOfNewCall, requireFreeReference } from '../calls/call-details.js';
import { presentCall } from '../calls/present-call.js';
import { contactsNow, zonesOfContacts } from './contacts-now.js';
import { DrainedScopes } from './drained-scopes.js';
import { type Picked, pickNext } from './pick.js';
import { type Dialable, QueueOfView } from './queue-of-view.js';
import { ReadBounds } from './read-bounds.js';
import { type Scope, scopeOf, scopeOfWorkspace, type ScopeWanted } from './scope.js';
import { clocksOfDispatch, refuseOlderData } from './time-zone-data.js';

/** What picks are asked for, and what the process that asks knows. */
export interface PicksAsked {
  /** What is dialed; default: everything. */
  readonly wanted?: ScopeWanted;
  /** The version of the time zone data of this process; default: '', not known. */
  readonly zoneData?: string;
  /** What this process knows of scopes without anybody; default: nothing. */
  readonly drained?: DrainedScopes;
}

/** The same of a dispatch. */
export interface DispatchAsked extends PicksAsked {
  /** Of each call; default: none. */
  readonly details?: Partial<CallDetails>;
}

/**
 * POST /dialer/next: one pick for each id, fewer if no eligible contact is left, in one append
 * (docs/reference/dialing-rules.md#the-next-contact). Near the quota of open calls, no more picks than it has room for.
 * @param callIds the ids of the calls, in the order of the picks. Decisions are pure, so they are made before
 * @param asked what is dialed, and the details of each call
 * @throws DomainError when decided: QueueOverdue; OlderTimeZoneData; `invalid_reference` for no active list, or no dial
 *   group; `quota_exceeded` where there is room for none; `unavailable` while the queue does not follow changed
 *   settings yet; `resource_conflict` for the reference of another call
 */
export function dispatchNext(
  callIds: readonly string[],
  { details = {}, wanted = {}, zoneData = '', drained = new DrainedScopes() }: DispatchAsked = {},
) {
  const reads = new ReadBounds();
  return ((view) => {
    const { reference } = details;
    if (reference !== undefined && reference !== null) requireFreeReference(view, reference);
    const scope = scopeOf(view, wanted);
    refuseOlderData(view, zoneData);
    const clocks = clocksOfDispatch(view, zoneData);
    const room = Math.min(callIds.length, roomForCalls(view));
    const picks = picksUnlessDrained(view, reads, room, scope, wanted, drained);
    const phones = phonesOf(view, picks);
    const dispatched = picks.map((pick, n) =>
      dispatchCall(view, pick, { callId: callIds[n]!, phone: phones[n]!, scope: scope.named, clocks }),
    );
    const keys = dispatched.map(({ data }) => [view.workspaceId, data.call_id]);
    return {
      events: dispatched.flatMap((event) => [event, ...detailsOfNewCall(view, event.data, details)]),
      answer: (after) => {
        const calls = after.rows(CALLS, keys).map((call) => presentCall(call!));
        return { status: 200, body: { ok: true as const, calls } };
      },
    };
  }) satisfies Decide;
}

/**
 * GET /dialer/preview: the contacts that a request for this number would dispatch, in its order. No event is written.
 * @throws DomainError as {@link dispatchNext}
 */
export function previewNext(
  limit: number,
  { wanted = {}, zoneData = '', drained = new DrainedScopes() }: PicksAsked = {},
) {
  const reads = new ReadBounds();
  return ((view) => {
    const scope = scopeOf(view, wanted);
    refuseOlderData(view, zoneData);
    return answerWith({ next: presentPicks(picksUnlessDrained(view, reads, limit, scope, wanted, drained)) });
  }) satisfies Decide;
}

/** Picks as a preview shows them. */
export function presentPicks(picks: readonly Picked<Dialable>[]) {
  return picks.map(({ member, attempt_number }) => ({
    contact_id: member.contact_id,
    smart_list_id: member.list?.smart_list_id ?? null,
    attempt_number,
  }));
}

/**
 * GET …/members/{contactId}/explain: every gate of a member, in their order.
 * @throws DomainError when decided: `not_found` for the list, and for a contact that never was on it
 */
export function explainMember(smartListId: string, contactId: string) {
  return ((view) => {
    const list = requireList(view, smartListId);
    const [row] = view.rows(MEMBERS, [[view.workspaceId, smartListId, contactId]]);
    if (!row) throw notFound('member');
    // Also where the workspace has no calling hours: explain shows the zones.
    const zones = zonesOfContacts(view, [contactId]).get(contactId)!;
    const contact = { ...contactsNow(view, [contactId])(contactId), zones };
    const subject = memberSubject(afterResets(row, list), list, contact);
    const gates = explain(subject, momentOf(workspaceOf(view), view.now, callingHoursOf(view)));
    return answerWith({ eligible: gates.every(({ passed }) => passed), gates: gates.map(presentGate) });
  }) satisfies Decide;
}

function presentGate({ zones, zones_source, ...gate }: GateReport) {
  return { ...gate, ...(zones && { zones: [...zones], zones_source: zones_source! }) };
}

/** @throws DomainError `quota_exceeded`: no call may begin */
function roomForCalls(view: WorkspaceView): number {
  const limit = workspaceOf(view).quotas.open_calls;
  const open = view.resident(CALLS).size;
  if (open >= limit) throw quotaExceeded('open_calls', limit, open);
  return limit - open;
}

/**
 * The next picks of the whole workspace, at most `limit`.
 * @throws DomainError QueueOverdue; `unavailable` while the queue does not follow changed settings yet
 */
export function nextPicks(view: WorkspaceView, reads: ReadBounds, limit: number): readonly Picked<Dialable>[] {
  const { cursors, tiers } = scopeOfWorkspace(view);
  return pickNext(new QueueOfView(view, reads, limit), cursors, limit, tiers);
}

/** The next picks of a scope, without a read of the queue where it is known that there are none. */
function picksUnlessDrained(
  view: WorkspaceView,
  reads: ReadBounds,
  limit: number,
  { isDialed, cursors, tiers }: Scope,
  wanted: ScopeWanted,
  drained: DrainedScopes,
): readonly Picked<Dialable>[] {
  if (drained.isDrained(view, wanted)) return [];
  const queue = new QueueOfView(view, reads, limit, { isDialed, agentId: wanted.agentId });
  return drained.picks(view, wanted, queue, () => pickNext(queue, cursors, limit, tiers));
}

/** Members, and the contacts without a list, exist as contacts. */
function phonesOf(view: WorkspaceView, picks: readonly Picked<Dialable>[]): readonly string[] {
  if (picks.length === 0) return [];
  const keys = picks.map(({ member }) => [view.workspaceId, member.contact_id]);
  return view.rows(CONTACTS, keys).map((contact) => contact!.phone);
}

/** What a call begins with besides the pick. */
interface Begun extends Pick<CallSnapshot, 'scope'> {
  readonly callId: string;
  readonly phone: string;
  readonly clocks: ReturnType<typeof clocksOfDispatch>;
}

function dispatchCall(
  view: WorkspaceView,
  { member, attempt_number, lane }: Picked<Dialable>,
  { callId, phone, scope, clocks }: Begun,
): CallDispatched {
  const workspace = workspaceOf(view);
  const callback = member.callback && callbackOf(member.callback);
  const { callback_at } = callback ?? {};
  const snapshot = {
    ...snapshotOf(member, workspace),
    ...(callback && { callback_at }),
    ...(scope && { scope }),
    ...(lane && lane.key !== PLAIN_KEY && { lane: lane.name }),
  };
  return {
    type: 'CallDispatched',
    data: {
      call_id: callId,
      contact_id: member.contact_id,
      phone,
      smart_list_id: snapshot.smart_list_id,
      member_number: member.number,
      attempt_number,
      lease_expires_at: secondsAfter(view.now, workspace.lease_seconds),
      snapshot,
      ...clocks,
      ...(callback && { callback }),
    },
  };
}

function callbackOf({ callback_at, agent_id, owner_seconds }: Callback): Callback {
  return { callback_at, agent_id, owner_seconds };
}

/** The settings of a dispatch: of the list, or of the workspace for a contact without one. */
function snapshotOf({ list, number }: Dialable, { unlisted, contact_windows }: WorkspaceRow): CallSnapshot {
  const { max_attempts_per_day, max_attempts_total, min_retry_seconds, dial_timeout_seconds } = list ?? unlisted;
  return {
    smart_list_id: list?.smart_list_id ?? null,
    name: list?.name ?? null,
    priority: list?.priority ?? null,
    member_number: number,
    max_attempts_per_day,
    max_attempts_total,
    min_retry_seconds,
    retry_seconds: list?.retry_seconds ?? null,
    attempt_windows: list?.attempt_windows ?? null,
    contact_windows,
    calling_hours_id: list?.calling_hours_id ?? null,
    dial_timeout_seconds,
    next_list_id: list?.next_list_id ?? null,
  };
}

/** An answer without events. */
function answerWith<Body extends JsonObject>(body: Body) {
  return { events: [], answer: () => ({ status: 200, body: { ok: true as const, ...body } }) };
}
