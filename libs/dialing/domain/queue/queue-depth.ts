import type { MemberCountRow } from '#members/domain';
import { isFrozen, type Priority, type SmartListRow } from '#smart-lists/domain';

/** Members by the tier of their list. */
export type QueueDepth = Map<Priority, number>;

/**
 * Adds a workspace's active members to a depth: those on lists that are not frozen, whether a gate lets them be dialed
 * now or holds them back. It walks lists and no members.
 * @param lists the active lists of one workspace, by their keys
 * @param counts the member counts of the same workspace, by the same keys
 */
export function addToQueueDepth(
  depth: QueueDepth,
  lists: ReadonlyMap<string, SmartListRow>,
  counts: ReadonlyMap<string, MemberCountRow>,
): void {
  for (const [key, { active_members }] of counts) {
    const list = lists.get(key);
    if (list && !isFrozen(list)) depth.set(list.priority, (depth.get(list.priority) ?? 0) + active_members);
  }
}
