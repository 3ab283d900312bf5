import { CONTACT_EVENT_VIEWS } from '#contacts/domain';
import { CALLING_HOURS_EVENT_VIEWS } from '#calling-hours/domain';
import { DIAL_GROUP_EVENT_VIEWS } from '#dial-groups/domain';
import { CALL_EVENT_VIEWS } from '#dialing/domain';
import { DO_NOT_CALL_EVENT_VIEWS } from '#do-not-call/domain';
import type { EventSubject, EventView, JsonObject, RecordedEvent } from '#kernel';
import { IMPORT_EVENT_VIEWS } from '#imports/domain';
import { MEMBER_EVENT_VIEWS } from '#members/domain';
import { OUTCOME_EVENT_VIEWS } from '#outcomes/domain';
import { SMART_LIST_EVENT_VIEWS } from '#smart-lists/domain';
import { DELIVERY_EVENT_VIEWS, ENDPOINT_EVENT_VIEWS } from '#webhooks/domain';
import { WORKSPACE_EVENT_VIEWS } from '#workspaces/domain';

const BY_TYPE = {
  ...WORKSPACE_EVENT_VIEWS,
  ...DO_NOT_CALL_EVENT_VIEWS,
  ...CONTACT_EVENT_VIEWS,
  ...SMART_LIST_EVENT_VIEWS,
  ...CALLING_HOURS_EVENT_VIEWS,
  ...DIAL_GROUP_EVENT_VIEWS,
  ...MEMBER_EVENT_VIEWS,
  ...IMPORT_EVENT_VIEWS,
  ...OUTCOME_EVENT_VIEWS,
  ...CALL_EVENT_VIEWS,
  ...DELIVERY_EVENT_VIEWS,
  ...ENDPOINT_EVENT_VIEWS,
  // What the write would have been answered with stands in the metadata, which is not shown.
  CommandRecorded: { shows: {}, subjects: () => [] },
};

// Each view is called with events of its own type alone.
const VIEWS = new Map(Object.entries(BY_TYPE as unknown as Readonly<Record<string, EventView>>));

/**
 * The types of events that the API shows, by their names. Not among them, for they concern no single workspace: that
 * keys of personal data were made, and records of skips, which also stand in the place of what was skipped.
 */
export const EVENT_TYPES: readonly string[] = [...VIEWS.keys()].toSorted();

/** Whether the API shows an event. */
export function isShown({ type }: Pick<RecordedEvent, 'type'>): boolean {
  return VIEWS.has(type);
}

/** What an event names, each subject once; none of an event that is not shown. */
export function subjectsIn({ type, data, metadata }: RecordedEvent): readonly EventSubject[] {
  const named = VIEWS.get(type)?.subjects(data, metadata.workspace_id) ?? [];
  if (named.length < 2) return named;
  return [...new Map(named.map((subject) => [`${subject.type}:${subject.id}`, subject])).values()];
}

/** The data of an event as the API shows it: the fields that its view shows, in the order of the log. */
export function shownData({ type, data }: RecordedEvent): JsonObject {
  const shows = (VIEWS.get(type)?.shows ?? {}) as Readonly<Record<string, boolean>>;
  return Object.fromEntries(Object.entries(data as JsonObject).filter(([field]) => shows[field] === true));
}
