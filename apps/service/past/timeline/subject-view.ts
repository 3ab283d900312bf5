import { CALLING_HOURS, presentCallingHours } from '#calling-hours/domain';
import { CONTACTS, presentContact } from '#contacts/domain';
import { DIAL_GROUPS, presentDialGroup } from '#dial-groups/domain';
import { CALLS, presentCall } from '#dialing/domain';
import { momentOf, standing, windowsEndAfter, zonesOfContact } from '#eligibility';
import type { DocumentKey, Instant, RecordedEvent, Row, SubjectType } from '#kernel';
import { afterResets, MEMBER_COUNTS, MEMBERS, memberSubject, presentMember } from '#members/domain';
import { OUTCOMES, presentOutcome } from '#outcomes/domain';
import { presentSmartList, SMART_LISTS } from '#smart-lists/domain';
import { DELIVERIES, presentDelivery, presentEndpointDelivery } from '#webhooks/domain';
import { API_KEYS, presentApiKey, presentWorkspace, WORKSPACES } from '#workspaces/domain';
import { attemptsIn, callIn, callsOfContacts } from '../attempts.js';
import { barIn, NUMBERS_BARRED } from '../bars.js';
import { ALL_HOURS } from '../hours.js';
import { namesId } from '../names-id.js';
import type { FoldedRows, Needed } from './folded-rows.js';

/** What a timeline is about. */
export interface Subject {
  readonly type: SubjectType;
  /** Its id; of a member the ids of its list and of its contact. */
  readonly ids: readonly string[];
}

/** How a subject is shown, and the rows that this takes. */
export interface SubjectView {
  /** The collection of the subject's own row, and its key. */
  readonly own: readonly [collection: string, key: DocumentKey];
  readonly needed: readonly Needed[];
  /** Whether an event is about the subject, also if it changes no field of it. */
  isNamedIn(event: RecordedEvent): boolean;
  /** The subject as the API shows it at this instant; undefined: it does not. */
  present(rows: FoldedRows, at: Instant): object | undefined;
}

/** The view of a subject of a workspace, by the service's own presenters. */
export function viewOf(subject: Subject, workspaceId: string): SubjectView {
  const view = VIEWS[subject.type](workspaceId, subject.ids);
  const workspace = rowOf(WORKSPACES, [workspaceId]);
  const isOfWorkspace = view.own[0] === WORKSPACES.name;
  return {
    isNamedIn: ({ data }) => subject.ids.every((id) => namesId(data, id)),
    ...view,
    needed: isOfWorkspace ? view.needed : [...view.needed, workspace],
    // Nothing of a deleted workspace is shown.
    present: (rows, at) => (rows.row(WORKSPACES, [workspaceId])?.live === 1 ? view.present(rows, at) : undefined),
  };
}

type View = Omit<SubjectView, 'isNamedIn'> & Partial<Pick<SubjectView, 'isNamedIn'>>;

const VIEWS: Readonly<Record<SubjectType, (workspaceId: string, ids: readonly string[]) => View>> = {
  list: (workspaceId, [id]) => {
    const key = [workspaceId, id!];
    return {
      own: [SMART_LISTS.name, key],
      needed: [rowOf(SMART_LISTS, key), rowOf(MEMBER_COUNTS, key)],
      present: (rows) => {
        const list = rows.row(SMART_LISTS, key);
        return list?.live === 1 ? presentSmartList(list, rows.row(MEMBER_COUNTS, key)?.active_members ?? 0) : undefined;
      },
    };
  },
  member: memberView,
  contact: (workspaceId, [id]) => {
    const key = [workspaceId, id!];
    return {
      own: [CONTACTS.name, key],
      needed: [rowOf(CONTACTS, key), callsOfContacts((contactId) => contactId === id)],
      present: (rows, at) => {
        const contact = rows.row(CONTACTS, key);
        // A contact without a zone of its own has the workspace's, and all have its limits.
        const workspace = rows.row(WORKSPACES, [workspaceId])!;
        if (contact?.live !== 1) return undefined;
        const cappedUntil = windowsEndAfter(attemptsIn(rows, workspace, id!), workspace.contact_windows, at);
        return presentContact(contact, workspace.time_zone, cappedUntil);
      },
    };
  },
  call: (workspaceId, [id]) => ofOneRow(CALLS, [workspaceId, id!], presentCall),
  outcome: (workspaceId, [id]) => {
    const key = [workspaceId, id!];
    // Its destinations are shown with the names of lists, which may be older than the outcome.
    const lists: Needed<{ readonly live: 0 | 1 } & Row> = {
      collection: SMART_LISTS,
      isNeeded: () => true,
      isHeld: ({ live }) => live === 1,
    };
    return {
      own: [OUTCOMES.name, key],
      needed: [rowOf(OUTCOMES, key), lists],
      present: (rows) => {
        const row = rows.row(OUTCOMES, key);
        const nameOf = (list: string) => rows.row(SMART_LISTS, [workspaceId, list])?.name;
        return row?.live === 1 ? presentOutcome(row, nameOf) : undefined;
      },
    };
  },
  delivery: (workspaceId, [id]) =>
    ofOneRow(DELIVERIES, [workspaceId, id!], (row) =>
      row.endpoint_id === '' ? presentDelivery(row) : presentEndpointDelivery(row),
    ),
  key: (workspaceId, [id]) =>
    ofOneRow(API_KEYS, [workspaceId, id!], (row) => {
      // When it was last used is no event.
      const { last_used_at: _, ...shown } = presentApiKey(row, null);
      return shown;
    }),
  calling_hours: (workspaceId, [id]) =>
    ofOneRow(CALLING_HOURS, [workspaceId, id!], (row) => (row.live === 1 ? presentCallingHours(row) : undefined)),
  dial_group: (workspaceId, [id]) =>
    ofOneRow(DIAL_GROUPS, [workspaceId, id!], (row) => (row.live === 1 ? presentDialGroup(row) : undefined)),
  workspace: (workspaceId) => ofOneRow(WORKSPACES, [workspaceId], presentWorkspace),
};

function memberView(workspaceId: string, [listId, contactId]: readonly string[]): View {
  const key = [workspaceId, listId!, contactId!];
  const [ofList, ofContact] = [
    [workspaceId, listId!],
    [workspaceId, contactId!],
  ];
  const calls = callsOfContacts((id) => id === contactId);
  return {
    own: [MEMBERS.name, key],
    needed: [
      rowOf(MEMBERS, key),
      rowOf(SMART_LISTS, ofList),
      rowOf(CONTACTS, ofContact),
      calls,
      NUMBERS_BARRED,
      ALL_HOURS,
    ],
    // A removal names lists and contacts of which not each leaves each.
    isNamedIn: ({ type, data }) => type !== 'MemberRemoved' && namesId(data, listId!) && namesId(data, contactId!),
    present: (rows, at) => {
      const [stored, list] = [rows.row(MEMBERS, key), rows.row(SMART_LISTS, ofList)];
      const [contact, workspace] = [rows.row(CONTACTS, ofContact), rows.row(WORKSPACES, [workspaceId])];
      if (!stored || list?.live !== 1 || !contact || !workspace) return undefined;
      const row = afterResets(stored, list);
      const moment = momentOf(workspace, at, rows.all(CALLING_HOURS));
      const now = {
        bar: barIn(rows, workspace, contactId!, at),
        callInFlight: callIn(rows, contactId!),
        attempts: attemptsIn(rows, workspace, contactId!),
        zones: zonesOfContact(contact, moment.zone),
      };
      const subject = memberSubject(row, list, now);
      const { phone, erased_at } = contact;
      const person = phone === '' ? { phone: null, erased_at } : { phone, erased_at: null };
      return presentMember(row, standing(subject, moment), person, moment, subject);
    },
  };
}

function ofOneRow<Doc extends Row>(
  collection: Needed<Doc>['collection'],
  key: DocumentKey,
  present: (row: Doc) => object | undefined,
): View {
  return {
    own: [collection.name, key],
    needed: [rowOf(collection, key)],
    present: (rows) => {
      const row = rows.row(collection, key);
      return row && present(row);
    },
  };
}

function rowOf<Doc extends Row>(collection: Needed<Doc>['collection'], wanted: DocumentKey): Needed {
  return { collection, isNeeded: (key) => key.every((part, at) => part === wanted[at]) };
}
