import {
  contactSubject,
  daySubject,
  type DomainEvent,
  dayOf,
  type EventSchema,
  type Instant,
  invalidField,
  type PersonalFields,
  type WorkspaceView,
} from '#kernel';
import { CONTACTS } from '#contacts/domain';
import { WORKSPACES } from '#workspaces/domain';
import { CALL_REFERENCES } from './call-references.js';

/** What a client keeps with a call (docs/reference/http-contract.md#call). Null: nothing was given. */
export interface CallDetails {
  /** The client's own id of the agent. */
  readonly agent_id: string | null;
  /** The client's own id of the call: no other call of the workspace has it, and it never changes. */
  readonly reference: string | null;
  /** Null once it was erased, too. */
  readonly notes: string | null;
  readonly duration_seconds: number | null;
  /** Null once it was erased, too. */
  readonly recording_url: string | null;
}

/** Details of a call were given or changed: those that are absent stay. */
export type CallDetailsRecorded = DomainEvent<'CallDetailsRecorded', CallBegun & Partial<CallDetails>>;

/** A call, and when it began: on that day the time begins for which its personal data is kept. */
export interface CallBegun {
  readonly call_id: string;
  readonly contact_id: string;
  readonly dispatched_at: Instant;
}

/** The notes and the address of the recording, under the keys of the phone of the call. */
const PERSON: PersonalFields = {
  fields: ['notes', 'recording_url'],
  subjects: ({ data }) => {
    const { contact_id, dispatched_at } = data as CallBegun;
    return [contactSubject(contact_id), daySubject('calls', dispatched_at)];
  },
};

export const DETAILS_SCHEMA: EventSchema = { type: 'CallDetailsRecorded', version: 1, personal: PERSON };

export const NO_DETAILS: CallDetails = {
  agent_id: null,
  reference: null,
  notes: null,
  duration_seconds: null,
  recording_url: null,
};

/** Details as fields of a row: an agent as an indexed field, '' without one. */
export type DetailsOfRow = Omit<CallDetails, 'agent_id'> & { readonly agent_id: string };

/** The details of a row whose call has none. */
export const NO_DETAILS_OF_ROW: DetailsOfRow = { ...NO_DETAILS, agent_id: '' };

/** The fields of a row that recorded details change. */
export function recordedDetails(data: Partial<CallDetails>): Partial<DetailsOfRow> {
  const { agent_id, ...others } = detailsIn(data);
  return agent_id === undefined ? others : { ...others, agent_id: agent_id ?? '' };
}

/** The details of a row, as they are shown. */
export function detailsOf({ agent_id, ...row }: DetailsOfRow): CallDetails {
  return detailsShown({ ...row, agent_id: agent_id === '' ? null : agent_id });
}

/** Nothing but the details, in the order in which they are shown. */
export function detailsShown({
  agent_id,
  reference,
  notes,
  duration_seconds,
  recording_url,
}: CallDetails): CallDetails {
  return { agent_id, reference, notes, duration_seconds, recording_url };
}

/** The details of a row once these events are recorded. */
export function detailsAfter(row: DetailsOfRow, recorded: readonly CallDetailsRecorded[]): CallDetails {
  return Object.assign(detailsOf(row), ...recorded.map(({ data }) => detailsIn(data))) as CallDetails;
}

/** A call whose details are to change. */
type Detailed = CallBegun & DetailsOfRow & { readonly erased_at: Instant | null };

/**
 * The event by which a call that begins now gets its details.
 * @throws DomainError as {@link changeDetails}
 */
export function detailsOfNewCall(
  view: WorkspaceView,
  { call_id, contact_id }: Omit<CallBegun, 'dispatched_at'>,
  given: Partial<CallDetails>,
): readonly CallDetailsRecorded[] {
  const begun = { call_id, contact_id, dispatched_at: view.now, erased_at: null };
  return changeDetails(view, { ...begun, ...NO_DETAILS_OF_ROW }, given);
}

/**
 * The event by which given details are recorded; none where all are as they were.
 * @throws DomainError when decided: `resource_conflict` for a reference of another call, another reference of this one,
 *   and notes or a recording of a call whose personal data have ended by their age; `contact_erased` for those of a
 *   contact that was erased
 */
export function changeDetails(
  view: WorkspaceView,
  call: Detailed,
  given: Partial<CallDetails>,
): readonly CallDetailsRecorded[] {
  const before = detailsOf(call);
  const named = Object.entries(detailsIn(given)) as [keyof CallDetails, CallDetails[keyof CallDetails]][];
  const changed = Object.fromEntries(named.filter(([name, value]) => value !== before[name])) as Partial<CallDetails>;
  if (Object.keys(changed).length === 0) return [];
  if (changed.reference !== undefined) checkReference(view, call, changed.reference);
  const personal = PERSON.fields.find((name) => (changed[name as keyof CallDetails] ?? null) !== null);
  if (personal !== undefined) checkKept(view, call, personal);
  const { call_id, contact_id, dispatched_at } = call;
  return [{ type: 'CallDetailsRecorded', data: { call_id, contact_id, dispatched_at, ...changed } }];
}

/** Those of some fields that are details and are given, in the order in which they are shown. */
export function detailsIn(given: Partial<CallDetails>): Partial<CallDetails> {
  const names = Object.keys(NO_DETAILS) as (keyof CallDetails)[];
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}

function checkReference(view: WorkspaceView, { reference }: Detailed, wanted: string | null): void {
  if (reference !== null) {
    const detail = 'This call has a reference, which does not change.';
    throw invalidField('resource_conflict', '/reference', 'not_allowed', detail);
  }
  requireFreeReference(view, wanted!);
}

/** @throws DomainError `resource_conflict`: a call has this reference */
export function requireFreeReference(view: WorkspaceView, reference: string): void {
  const [taken] = view.rows(CALL_REFERENCES, [[view.workspaceId, reference]]);
  if (!taken) return;
  throw invalidField('resource_conflict', '/reference', 'taken', 'Another call of this workspace has this reference.');
}

/** What is personal would be sealed with a key that is destroyed: a new one would bring it back. */
function checkKept(view: WorkspaceView, call: Detailed, field: string): void {
  const [contact] = view.rows(CONTACTS, [[view.workspaceId, call.contact_id]]);
  if (call.erased_at !== null || (contact?.erased_at ?? null) !== null) {
    throw invalidField('contact_erased', `/${field}`, 'not_allowed', `The contact was erased: ${field} is not kept.`);
  }
  const { calls_expired_before } = view.resident(WORKSPACES).get(view.workspaceId)!;
  if (calls_expired_before !== null && dayOf(call.dispatched_at) < calls_expired_before) {
    const detail = `The personal data of calls of this day have ended: ${field} is not kept.`;
    throw invalidField('resource_conflict', `/${field}`, 'not_allowed', detail);
  }
}
