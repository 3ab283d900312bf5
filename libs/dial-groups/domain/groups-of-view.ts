import { keyText, type WorkspaceView } from '#kernel';
import { DIAL_GROUPS, type DialGroupChanged, type DialGroupRow } from './dial-group.js';

/** The dial group of this id; undefined: it does not exist, is deleted, or is another workspace's. */
export function dialGroupIn(view: WorkspaceView, dialGroupId: string): DialGroupRow | undefined {
  return view.resident(DIAL_GROUPS).get(keyText([view.workspaceId, dialGroupId]));
}

/**
 * The changes of the groups that have a list which is deleted: the caller appends them with its SmartListDeleted, so
 * that a group names active lists only. Oldest group first; a group may be left with no list.
 */
export function takeOutOfGroups(view: WorkspaceView, smartListId: string): readonly DialGroupChanged[] {
  return [...view.resident(DIAL_GROUPS).values()]
    .filter(({ smart_list_ids }) => smart_list_ids.includes(smartListId))
    .sort((a, b) => a.number - b.number)
    .map(({ dial_group_id, smart_list_ids }) => ({
      type: 'DialGroupChanged',
      data: { dial_group_id, changes: { smart_list_ids: smart_list_ids.filter((id) => id !== smartListId) } },
    }));
}
