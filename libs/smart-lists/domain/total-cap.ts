import type { WorkspaceView } from '#kernel';
import { activeList } from './active-lists.js';
import type { LoweredCap, SmartListRow, SmartListSettings } from './smart-list.js';

/**
 * Whether a member with this number of attempts has used up a max_attempts_total. A cap of 0 freezes the list and
 * exhausts no member (docs/reference/dialing-rules.md#the-waterfall).
 */
export function isUsedUp(attempts: number, cap: number | null): boolean {
  return cap !== null && cap > 0 && attempts >= cap;
}

/**
 * The cap that a change of settings lowers; undefined if it does not lower max_attempts_total (a change from 0 or to 0
 * does not), or if the members that it exhausts have no next list.
 */
export function loweredCap(
  view: WorkspaceView,
  list: SmartListRow,
  changes: Partial<SmartListSettings>,
): LoweredCap | undefined {
  const { max_attempts_total: cap, next_list_id = list.next_list_id } = changes;
  const { max_attempts_total: old_cap } = list;
  if (cap === undefined || cap === null || cap === 0) return undefined;
  if (old_cap !== null && cap >= old_cap) return undefined;
  // Deleting a list clears the waterfalls to it, so a named next list is active.
  if (next_list_id === null || !activeList(view, next_list_id)) return undefined;
  return { cause: `${list.smart_list_id}/${list.version + 1}`, cap, old_cap, next_list_id };
}
