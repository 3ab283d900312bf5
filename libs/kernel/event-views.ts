import type { DomainEvent } from './events.js';
import { parseUuid } from './ids.js';

/** What an event may be about, by the names that the API takes. */
export const SUBJECT_TYPES = [
  'list',
  'member',
  'contact',
  'call',
  'outcome',
  'delivery',
  'key',
  'workspace',
  'dial_group',
  'calling_hours',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Something that an event names. The id of a member is `{smart_list_id}/{contact_id}`. */
export interface EventSubject {
  readonly type: SubjectType;
  readonly id: string;
}

/**
 * The ids in the text of a subject: its own, or of a member those of its list and of its contact. Undefined: it is not
 * the id of such a subject.
 */
export function subjectIds(type: SubjectType, text: string): readonly string[] | undefined {
  const isMember = type === 'member';
  const ids = (isMember ? text.split('/') : [text]).map(parseUuid);
  return ids.length === (isMember ? 2 : 1) && ids.every((id) => id !== undefined) ? ids : undefined;
}

/** How the API shows events of one type. */
export interface EventView<Data extends object = object> {
  /**
   * For each field of the data whether the API shows it. What is not named is not shown: a new field is a secret until
   * it is decided otherwise.
   */
  readonly shows: { readonly [Field in keyof Data]-?: boolean };
  /** What the event names, each subject once. Of ids alone, which are open in the log and never change. */
  readonly subjects: (data: Data, workspaceId: string) => readonly EventSubject[];
}

/** The views of all events of a union: the compiler refuses a type, or a field, that has none. */
export type EventViews<Event extends DomainEvent> = {
  readonly [Each in Event as Each['type']]: EventView<Each['data']>;
};

/** The subjects of some ids; null and '' name none. */
export function subjectsOf(type: SubjectType, ...ids: readonly (string | null | undefined)[]): readonly EventSubject[] {
  return ids.flatMap((id) => (id ? [{ type, id }] : []));
}

/** A membership as a subject; none where there is no list. */
export function memberSubjects(listId: string | null, contactId: string): readonly EventSubject[] {
  return listId === null ? [] : [{ type: 'member', id: `${listId}/${contactId}` }];
}
