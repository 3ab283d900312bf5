import type { Collection, Recorded, Row } from '#kernel';
import type { SmartListDeleted } from '#smart-lists/domain';
import type { UseCounting } from '#workspaces/domain';
import type { CallbackSet } from './callback-events.js';
import type { MemberAdded, MemberRemoved } from './member-events.js';

/** The number of active members of a list. */
export interface MemberCountRow extends Row {
  readonly workspace_id: string;
  readonly smart_list_id: string;
  readonly active_members: number;
  /** 1 once a callback was set for a member, until the list has no members: a list with 0 has no callback. */
  readonly had_callbacks: 0 | 1;
  /** 1 once the list was deleted. */
  readonly deleted: 0 | 1;
  /** 1 while the count is not 0: the head need not hold a list without members. */
  readonly live: 0 | 1;
}

/** @see docs/adr/0008-member-counts-belong-to-members.md */
export const MEMBER_COUNTS: Collection<MemberCountRow> = {
  name: 'member_counts',
  key: ['workspace_id', 'smart_list_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'smart_list_id'] }],
};

/**
 * Counts the memberships of a workspace. Those of a deleted list are ended by the events of its sweep, and count until
 * then.
 */
export const MEMBER_USE: UseCounting = {
  resource: 'members',
  steps: {
    MemberAdded: 1,
    MemberRemoved: ({ contacts }: MemberRemoved['data']) =>
      contacts.reduce((ended, { lists }) => ended - lists.length, 0),
  },
};

/** The count after an event that names its list. */
export function evolveMemberCount(
  row: MemberCountRow | undefined,
  event: Recorded<MemberAdded | MemberRemoved | CallbackSet | SmartListDeleted>,
  smartListId: string,
): MemberCountRow | undefined {
  const { revision, metadata } = event;
  const { active_members: before = 0, had_callbacks = 0, deleted: wasDeleted = 0 } = row ?? {};
  const counted = (
    active_members: number,
    { deleted = wasDeleted, callbacks = had_callbacks } = {},
  ): MemberCountRow => ({
    workspace_id: metadata.workspace_id,
    smart_list_id: smartListId,
    active_members,
    had_callbacks: active_members > 0 ? callbacks : 0,
    deleted,
    live: active_members > 0 && deleted === 0 ? 1 : 0,
    revision,
  });
  switch (event.type) {
    case 'MemberAdded':
      return counted(before + 1);
    case 'MemberRemoved':
      return row && counted(before - leavers(event.data).get(smartListId)!);
    case 'CallbackSet':
      return row && counted(before, { callbacks: 1 });
    case 'SmartListDeleted':
      return row && counted(before, { deleted: 1 });
    default:
      return event satisfies never;
  }
}

// Counted once an event, not once a list: a removal of 100 contacts from 1,000 lists names 100,000 memberships.
const leaversOf = new WeakMap<MemberRemoved['data'], ReadonlyMap<string, number>>();

function leavers(data: MemberRemoved['data']): ReadonlyMap<string, number> {
  const known = leaversOf.get(data);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const { lists } of data.contacts) {
    for (const index of lists) counts.set(data.lists[index]!, (counts.get(data.lists[index]!) ?? 0) + 1);
  }
  leaversOf.set(data, counts);
  return counts;
}
