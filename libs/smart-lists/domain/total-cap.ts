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

/** A lowered max_attempts_total: the new one, above 0, and the old one; null: there was none. */
export type CapLowering = Pick<LoweredCap, 'cap' | 'old_cap'>;

/** How a change of settings lowers max_attempts_total; undefined if it does not: a change from 0 or to 0 does not. */
export function capLowering(
  { max_attempts_total: old_cap }: Pick<SmartListSettings, 'max_attempts_total'>,
  { max_attempts_total: cap }: Partial<SmartListSettings>,
): CapLowering | undefined {
  if (cap === undefined || cap === null || cap === 0) return undefined;
  return old_cap !== null && cap >= old_cap ? undefined : { cap, old_cap };
}

/**
 * The cap that a change of settings lowers; undefined if it does not lower max_attempts_total, or if the members that
 * it exhausts have no next list.
 */
export function loweredCap(
  view: WorkspaceView,
  list: SmartListRow,
  changes: Partial<SmartListSettings>,
): LoweredCap | undefined {
  const { next_list_id = list.next_list_id } = changes;
  const lowering = capLowering(list, changes);
  // Deleting a list clears the waterfalls to it, so a named next list is active.
  if (!lowering || next_list_id === null || !activeList(view, next_list_id)) return undefined;
  return { cause: `${list.smart_list_id}/${list.version + 1}`, ...lowering, next_list_id };
}
