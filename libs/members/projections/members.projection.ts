import type { DocumentKey, IndexTouch, Projection, RecordedEvent, ResidentRows } from '#kernel';
import { POSITION_FIELDS, type QueueSettings } from '#eligibility';
import { SMART_LISTS } from '#smart-lists/domain';
import { WORKSPACES } from '#workspaces/domain';
import { isMemberEvent } from '../domain/member-events.js';
import { evolveMember, type MemberRow, MEMBERS } from '../domain/member.js';
import { alsoOf, isCallOfMember } from '../domain/member-calls.js';

/** The newest membership of each contact and list, with the facts of the calls from there. */
export const membersProjection: Projection<MemberRow> = {
  collection: MEMBERS,
  version: 10,
  keys: (event) => named(event).map(([list, contact]): DocumentKey => [event.metadata.workspace_id, list, contact]),
  cachedFields: POSITION_FIELDS,
  needs: (event) => {
    if (!asksSettings(event)) return [];
    const { workspace_id } = event.metadata;
    const lists = named(event).map(([list]) => ({ collection: SMART_LISTS, key: [workspace_id, list] }));
    return lists.length > 0 ? [{ collection: WORKSPACES, key: [workspace_id] }, ...lists] : [];
  },
  evolve: (row, event, key, settings) =>
    isMemberEvent(event) || isCallOfMember(event)
      ? evolveMember(row, event, asksSettings(event) ? queueSettings(key, settings) : undefined)
      : row,
  touches: (event) => {
    const mayHaveCallback = event.type !== 'MemberAdded';
    return named(event).flatMap(([list, contact]) =>
      touched(event.metadata.workspace_id, list, contact, mayHaveCallback),
    );
  },
};

/** A member who leaves is in no queue, whatever the settings say. */
function asksSettings({ type }: RecordedEvent): boolean {
  return type !== 'MemberRemoved';
}

function queueSettings([workspaceId, listId]: DocumentKey, settings: ResidentRows): QueueSettings | undefined {
  const limits = settings.row(SMART_LISTS, [workspaceId!, listId!]);
  const workspace = settings.row(WORKSPACES, [workspaceId!]);
  return limits && workspace && { limits, zone: workspace.time_zone };
}

/**
 * Decisions scan only active members: an event brings one under these prefixes, or takes it away. Candidates of a
 * list's queue are judged, and so are its callbacks: no membership begins with one.
 */
function touched(workspaceId: string, list: string, contact: string, mayHaveCallback: boolean): readonly IndexTouch[] {
  const key = [workspaceId, list, contact];
  return [
    { index: 'by_number', prefix: [workspaceId, list, 1], key },
    { index: 'by_contact', prefix: [workspaceId, contact, 1], key },
    { index: 'by_attempts', prefix: [workspaceId, list, 1], key },
    { index: 'queue', prefix: [workspaceId, list], key },
    { index: 'lanes', prefix: [workspaceId], key },
    ...(mayHaveCallback ? [{ index: 'queue', prefix: [workspaceId, list, 'callback'], key }] : []),
  ];
}

/** List and contact of every membership that an event names. */
function named(event: RecordedEvent): readonly (readonly [list: string, contact: string])[] {
  if (isCallOfMember(event)) {
    return [event.data, ...alsoOf(event)].flatMap(({ smart_list_id: list, contact_id }) =>
      list === null ? [] : [[list, contact_id] as const],
    );
  }
  if (!isMemberEvent(event) || event.type === 'SweepAdvanced') return [];
  const { type, data } = event;
  if (type === 'MemberAdded') return [[data.smart_list_id, data.contact_id]];
  if (type === 'CallbackSet' || type === 'CallbackCleared') return [[data.smart_list_id, data.contact_id]];
  if (type === 'MembersReset') return data.contact_ids.map((contact_id) => [data.smart_list_id, contact_id] as const);
  return data.contacts.flatMap(({ contact_id, lists }) =>
    lists.map((index) => [data.lists[index]!, contact_id] as const),
  );
}
