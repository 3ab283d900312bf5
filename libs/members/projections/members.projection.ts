import type { DocumentKey, IndexTouch, Projection, Recorded, RecordedEvent } from '#kernel';
import {
  evolveMember,
  isMemberEvent,
  type MemberAdded,
  type MemberRemoved,
  MEMBERS,
  type MemberRow,
} from '../domain/index.js';

/** Memberships: of each contact and list the newest. */
export const membersProjection: Projection<MemberRow> = {
  collection: MEMBERS,
  version: 1,
  keys: (event) => named(event).map(([list, contact]): DocumentKey => [event.metadata.workspace_id, list, contact]),
  evolve: (row, event) => (isMemberEvent(event) ? evolveMember(row, event) : row),
  touches: (event) => named(event).flatMap(([list, contact]) => touched(event.metadata.workspace_id, list, contact)),
};

/** Scanned are only active members: an event brings one under these prefixes, or takes it away. */
function touched(workspaceId: string, list: string, contact: string): readonly IndexTouch[] {
  const key = [workspaceId, list, contact];
  return [
    { index: 'by_number', prefix: [workspaceId, list, 1], key },
    { index: 'by_contact', prefix: [workspaceId, contact, 1], key },
  ];
}

/** List and contact of every membership an event names. */
function named(event: RecordedEvent): readonly (readonly [list: string, contact: string])[] {
  if (!isMemberEvent(event) || event.type === 'SweepAdvanced') return [];
  const { type, data } = event as Recorded<MemberAdded | MemberRemoved>;
  if (type === 'MemberAdded') return [[data.smart_list_id, data.contact_id]];
  return data.contacts.flatMap(({ contact_id, lists }) =>
    lists.map((place) => [data.lists[place]!, contact_id] as const),
  );
}
