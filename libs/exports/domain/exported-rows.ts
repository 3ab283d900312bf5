// docs/adr/0064-an-export-is-exact-as-of-a-revision.md
import { CONTACTS, type ContactRow, evolveContact, isContactEvent } from '#contacts/domain';
import { type CallRow, CALLS, evolveCall, evolveErasedCall, isCallEvent, isCallsErased } from '#dialing/domain';
import type { Collection, DocumentKey, EventSubject, RecordedEvent, Row, SubjectType } from '#kernel';
import { evolveMember, isCallOfMember, isMemberEvent, type MemberRow, MEMBERS } from '#members/domain';

/** A row that has a number for as long as it stays in one place of the walk. */
export interface NumberedRow extends Row {
  /** The revision of the event that began it: the order of the walk. */
  readonly number: number;
}

/** Rows that are exported, and how each of them follows from its events. */
export interface ExportedRows<Doc extends NumberedRow> {
  readonly collection: Collection<Doc>;
  /** What the events name a row by. */
  readonly subject: SubjectType;
  /** The id of a row as a subject. */
  readonly idOf: (row: Doc) => string;
  readonly keyOf: (workspaceId: string, id: string) => DocumentKey;
  /** The subject under which the index of events has the events of a row. */
  readonly indexedUnder: (id: string) => EventSubject;
  /** The types of all events that change such a row. */
  readonly types: readonly string[];
  /** The row after an event that names it, but for its revision: the caller sets it. */
  readonly evolve: (row: Doc | undefined, event: RecordedEvent) => Doc | undefined;
}

export const EXPORTED_CONTACTS: ExportedRows<ContactRow> = {
  collection: CONTACTS,
  subject: 'contact',
  idOf: ({ contact_id }) => contact_id,
  keyOf: (workspaceId, id) => [workspaceId, id],
  indexedUnder: (id) => ({ type: 'contact', id }),
  types: [
    'ContactImported',
    'ContactChanged',
    'ContactDetailsChanged',
    'ContactDeleted',
    'ContactErasureRequested',
    'ContactErased',
    'ContactErasureAnnounced',
    'ContactErasureCompleted',
  ],
  evolve: (row, event) => (isContactEvent(event) ? evolveContact(row, event) : row),
};

/** Their queue positions are caches, and no export shows them. */
export const EXPORTED_MEMBERS: ExportedRows<MemberRow> = {
  collection: MEMBERS,
  subject: 'member',
  idOf: ({ smart_list_id, contact_id }) => `${smart_list_id}/${contact_id}`,
  keyOf: (workspaceId, id) => [workspaceId, ...id.split('/')],
  // The index has no members: their contacts have few events.
  indexedUnder: (id) => ({ type: 'contact', id: id.split('/')[1]! }),
  types: ['MemberAdded', 'MemberRemoved', 'MembersReset', 'CallDispatched', 'CallEnded', 'OutcomeApplied'],
  evolve: (row, event) => (isMemberEvent(event) || isCallOfMember(event) ? evolveMember(row, event, undefined) : row),
};

export const EXPORTED_CALLS: ExportedRows<CallRow> = {
  collection: CALLS,
  subject: 'call',
  idOf: ({ call_id }) => call_id,
  keyOf: (workspaceId, id) => [workspaceId, id],
  indexedUnder: (id) => ({ type: 'call', id }),
  types: [
    'CallDispatched',
    'CallRegistered',
    'CallDetailsRecorded',
    'CallHeartbeat',
    'CallEnded',
    'OutcomeApplied',
    'CallCompleted',
    'CallsErased',
  ],
  evolve: (row, event) => {
    if (isCallsErased(event)) return evolveErasedCall(row, event);
    return isCallEvent(event) ? evolveCall(row, event) : row;
  },
};

/** The ids of rows that an event changes. */
export function changedBy(
  event: RecordedEvent,
  { types, subject }: Pick<ExportedRows<NumberedRow>, 'types' | 'subject'>,
  subjectsOf: (event: RecordedEvent) => readonly EventSubject[],
): readonly string[] {
  if (!types.includes(event.type)) return [];
  return subjectsOf(event).flatMap(({ type, id }) => (type === subject ? [id] : []));
}
