import type { IndexValue, Scan, WorkspaceView } from '#kernel';
import { afterResets, memberCount, type MemberRow, MEMBERS } from '#members/domain';
import { activeList, isUsedUp, type SmartListRow } from '#smart-lists/domain';
import { CALLS } from '../calls/call.js';

// docs/adr/0065-a-drained-list-is-told-in-the-append-that-drained-it.md

/**
 * Members of the first read of each list: one is enough, unless it was called or removed by events which the rows do
 * not have yet. A write may concern 1,000 lists, which are read at once.
 */
const FIRST = 4;
/** Members of each further read, of one list. */
const FURTHER = 100;

/**
 * The lists among these of which nobody is left to call (docs/reference/dialing-rules.md#a-drained-list): active lists
 * from which no call is open, and whose members, if there are any, have all used up their attempts. Time alone does not
 * change it: attempts, memberships, caps and open calls change by events.
 */
export function drainedAmong(view: WorkspaceView, listIds: readonly string[]): ReadonlySet<string> {
  const lists = listIds.map((id) => activeList(view, id)).filter((list) => list !== undefined);
  // A cap of 0 freezes the list and uses up no attempts.
  const mayBe = lists.filter((list) => isEmpty(view, list) || list.max_attempts_total);
  const quiet = withoutOpenCalls(view, mayBe);
  const withMembers = quiet.filter((list) => !isEmpty(view, list));
  const drained = [...quiet.filter((list) => isEmpty(view, list)), ...usedUp(view, withMembers)];
  return new Set(drained.map(({ smart_list_id }) => smart_list_id));
}

function isEmpty(view: WorkspaceView, { smart_list_id }: SmartListRow): boolean {
  return memberCount(view, smart_list_id) === 0;
}

/** The lists from which no call is open, be it of a member that has left. */
function withoutOpenCalls(view: WorkspaceView, lists: readonly SmartListRow[]): readonly SmartListRow[] {
  const quiet = new Map(lists.map((list) => [list.smart_list_id, list]));
  for (const { smart_list_id } of view.resident(CALLS).values()) {
    if (quiet.size === 0) break;
    if (smart_list_id !== null) quiet.delete(smart_list_id);
  }
  return [...quiet.values()];
}

/** Of lists with members those whose members have all used up their attempts. */
function usedUp(view: WorkspaceView, lists: readonly SmartListRow[]): readonly SmartListRow[] {
  if (lists.length === 0) return [];
  const prefixes = lists.map(({ smart_list_id }) => [view.workspaceId, smart_list_id, 1]);
  const scans = view.scanMany(MEMBERS, 'by_attempts', prefixes, { limit: FIRST });
  return lists.filter((list, at) => {
    const hasUsedUp = (row: MemberRow): boolean =>
      isUsedUp(afterResets(row, list).attempt_count, list.max_attempts_total);
    let row = firstOf(view, prefixes[at]!, scans[at]!);
    // Of those with alike attempts the first is reset if any of them is. Without a reset it stands for all behind it.
    while (row && hasUsedUp(row) && list.resets.length > 0)
      row = firstOf(view, prefixes[at]!, behind(view, prefixes[at]!, row));
    return row === undefined || hasUsedUp(row);
  });
}

/** The first row of a scan; members that events moved behind the end of a read are found by the next one. */
function firstOf(view: WorkspaceView, prefix: readonly IndexValue[], scan: Scan<MemberRow>): MemberRow | undefined {
  let { rows, next } = scan;
  while (rows.length === 0 && next)
    ({ rows, next } = view.scan(MEMBERS, 'by_attempts', prefix, { after: next, limit: FURTHER }));
  return rows[0];
}

/** The members with more attempts than one. */
function behind(view: WorkspaceView, prefix: readonly IndexValue[], { attempt_count }: MemberRow): Scan<MemberRow> {
  return view.scan(MEMBERS, 'by_attempts', prefix, { after: [attempt_count, Number.MAX_SAFE_INTEGER], limit: FIRST });
}
