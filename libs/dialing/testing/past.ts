import { type DomainEvent, instant, type Instant } from '#kernel';
import { given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { CONTACT_PROJECTIONS } from '#contacts';
import { DO_NOT_CALL_PROJECTIONS } from '#do-not-call';
import { DIAL_GROUP_PROJECTIONS } from '#dial-groups';
import { MEMBER_PROJECTIONS } from '#members';
import { OUTCOMES_PROJECTIONS } from '#outcomes';
import { outcomeCreated } from '#outcomes/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import type { MadeForOutcome } from '../domain/calls/apply-outcome.js';
import { endCall } from '../domain/calls/call-life.js';
import { registerCall } from '../domain/calls/register-call.js';
import { callCountsProjection } from '../projections/call-counts.projection.js';
import { callReferencesProjection } from '../projections/call-references.projection.js';
import { callsProjection } from '../projections/calls.projection.js';
import { cursorsProjection } from '../projections/cursors.projection.js';
import { dialedByProjection } from '../projections/dialed-by.projection.js';
import { dueCallbacksProjection } from '../projections/due-callbacks.projection.js';
import { reindexJobsProjection } from '../projections/reindex-jobs.projection.js';
import { unlistedProjection } from '../projections/unlisted.projection.js';

export const [ANN, BOB] = [id(101), id(102)] as const;
export const [SPRING, AUTUMN, WINTER] = [id(201), id(202), id(203)] as const;
export const [SOLD, CALL_BACK, INFORM] = [id(301), id(302), id(303)] as const;
export const [CALL, OTHER_CALL, THIRD_CALL, DELIVERY] = [id(401), id(402), id(403), id(501)] as const;
export const PHONE = '+12025550101';
export const HOOK = 'https://example.com/hook';

/** The projections that decisions about calls read. */
export const projections = [
  ...WORKSPACES_PROJECTIONS,
  ...DO_NOT_CALL_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...CALLING_HOURS_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...DIAL_GROUP_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...OUTCOMES_PROJECTIONS,
  callsProjection,
  callReferencesProjection,
  cursorsProjection,
  dialedByProjection,
  reindexJobsProjection,
  unlistedProjection,
  callCountsProjection,
  dueCallbacksProjection,
];

export const event = (type: string, data: object): DomainEvent => ({ type, data });
const contact = (contact_id: string, phone: string): DomainEvent =>
  event('ContactImported', { contact_id, phone, name: null });
const list = (smart_list_id: string, name: string): DomainEvent =>
  event('SmartListCreated', { smart_list_id, name, ...SETTINGS_DEFAULTS, source: 'api' });

export const workspaceCreated = event('WorkspaceCreated', { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS });
/** A workspace with two contacts and three lists, without members and outcomes. */
export const past = [
  workspaceCreated,
  contact(ANN, PHONE),
  contact(BOB, '+12025550102'),
  list(SPRING, 'Spring'),
  list(AUTUMN, 'Autumn'),
  list(WINTER, 'Winter'),
];
export const calls = (...events: readonly DomainEvent[]): Given => given(projections, past, [...events]);

export const sold = outcomeCreated(SOLD);
export const action = (outcome_id: string, fields: object = {}): DomainEvent =>
  outcomeCreated(outcome_id, { outcome_name: 'Inform', outcome_type: 'action', webhook_url: HOOK, ...fields });
export const toList = (destination_id: string) => ({ destination_type: 'smart_list', destination_id });

export const added = (smart_list_id: string, contact_id = ANN): DomainEvent =>
  event('MemberAdded', { smart_list_id, contact_id, source: 'api' });
export const removed = (reason: string, ...lists: readonly string[]): DomainEvent =>
  event('MemberRemoved', {
    reason,
    lists,
    contacts: [{ contact_id: ANN, lists: lists.map((_list, index) => index) }],
  });
/** Ann leaves a list for another one. */
export const movedOff = (reason: string, from: string, to: string): DomainEvent => {
  const { data } = removed(reason, from);
  return event('MemberRemoved', { ...data, to_list_id: to });
};
export const listDeleted = (smart_list_id: string): DomainEvent =>
  event('SmartListDeleted', { smart_list_id, members_left: 0 });
export const contactDeleted = event('ContactDeleted', { contact_id: ANN });

/** A registered call of a contact; the test says when its lease expires. */
export const registered = (lease_expires_at: string, call_id = CALL, contact_id = ANN): DomainEvent =>
  event('CallRegistered', { call_id, contact_id, phone: PHONE, lease_expires_at });
/** The party of a registered call. */
const WITH_ANN = { contact_id: ANN, smart_list_id: null, member_number: null };
export const ended = (result: string, fields: object = {}): DomainEvent =>
  event('CallEnded', {
    call_id: CALL,
    ...WITH_ANN,
    result,
    dispatched_at: expect.any(String) as string,
    wrap_up_expires_at: null,
    ...fields,
  });
export const completed = (by: string, call_id = CALL): DomainEvent =>
  event('CallCompleted', { call_id, ...WITH_ANN, by });

export const CALL_KEY = [TEST_WORKSPACE, CALL];
/** A call of Ann that has begun now, after these events. */
export const givenCall = (...events: readonly DomainEvent[]): Given =>
  calls(...events)
    .when(registerCall(CALL, { contactId: ANN }))
    .and();
/** The same call, ended: it waits for a disposition. */
export const waiting = (...events: readonly DomainEvent[]): Given =>
  givenCall(sold, ...events)
    .when(endCall(CALL, 'answered'))
    .and();

export const secondsFrom = (at: Instant, count: number): Instant => instant(Date.parse(at) + count * 1_000);
/** Lets this number of seconds pass. */
export function later(state: Given, count: number): Given {
  state.workspace.append([], secondsFrom(state.workspace.now, count));
  return state;
}

/** A key of numbers. */
export const NUMBER_KEY = '0f'.repeat(32);

/** What an outcome may need and decisions cannot make. */
export function madeFor(deliveryId: string): MadeForOutcome {
  return { deliveryId, newNumberKey: NUMBER_KEY };
}
