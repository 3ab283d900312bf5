import type { Consequences, DomainEvent, WorkspaceView } from '#kernel';
import { memberCount, type MemberRemoved } from '#members/domain';
import type { SmartListChanged } from '#smart-lists/domain';
import type { CallCompleted } from '../calls/call-events.js';
import { drainedAmong } from './drained-among.js';

// docs/adr/0065-a-drained-list-is-told-in-the-append-that-drained-it.md

/**
 * No member of a list is left that may be called again without a further change. Behind the events by which it became
 * so, in their append.
 */
export type ListDrained = DomainEvent<
  'ListDrained',
  {
    readonly smart_list_id: string;
    /** The members that it still had, all with used-up attempts. 0: all had left. */
    readonly completed_members: number;
  }
>;

/**
 * The lists that a write has drained, for each an event. A write to a list that is drained already tells nothing, so a
 * list that never had a member is told of never.
 */
export const listDrains: Consequences = (view, events) => {
  const concerned = [...new Set(events.flatMap(listsOfEvent))];
  if (concerned.length === 0) return () => [];
  const before = drainedAmong(view, concerned);
  const notDrained = concerned.filter((id) => !before.has(id));
  return () => {
    const drained = drainedAmong(view, notDrained);
    return notDrained.filter((id) => drained.has(id)).map((id) => listDrained(view, id));
  };
};

function listDrained(view: WorkspaceView, smart_list_id: string): ListDrained {
  return { type: 'ListDrained', data: { smart_list_id, completed_members: memberCount(view, smart_list_id) } };
}

/** The events that may drain a list: a member leaves it, a call from it is completed, its total cap is changed. */
type Draining = MemberRemoved | CallCompleted | SmartListChanged;

/** The lists that an event may have drained. */
function listsOfEvent(event: DomainEvent): readonly string[] {
  const { type, data } = event as Draining;
  switch (type) {
    case 'MemberRemoved':
      return data.lists;
    case 'CallCompleted':
      return data.smart_list_id === null ? [] : [data.smart_list_id];
    case 'SmartListChanged':
      return data.changes.max_attempts_total === undefined ? [] : [data.smart_list_id];
    default:
      return [];
  }
}
