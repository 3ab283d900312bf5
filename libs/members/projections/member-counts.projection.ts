import type { DocumentKey, Projection, Recorded, RecordedEvent } from '#kernel';
import { isSmartListEvent, type SmartListDeleted } from '#smart-lists/domain';
import { evolveMemberCount, MEMBER_COUNTS, type MemberCountRow } from '../domain/member-counts.js';
import type { CallbackSet } from '../domain/callback-events.js';
import { isMemberEvent, type MemberAdded, type MemberRemoved } from '../domain/member-events.js';

type Counted = Recorded<MemberAdded | MemberRemoved | CallbackSet | SmartListDeleted>;

const COUNTED: readonly string[] = ['MemberAdded', 'MemberRemoved', 'CallbackSet'];

/** The number of active members of each list; the head holds those of lists that have any. */
export const memberCountsProjection: Projection<MemberCountRow> = {
  collection: MEMBER_COUNTS,
  version: 2,
  keys: (event) => lists(event).map((list): DocumentKey => [event.metadata.workspace_id, list]),
  evolve: (row, event, key) => (isCounted(event) ? evolveMemberCount(row, event, key[1]!) : row),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};

function isCounted(event: RecordedEvent): event is Counted {
  if (isSmartListEvent(event)) return event.type === 'SmartListDeleted';
  return isMemberEvent(event) && COUNTED.includes(event.type);
}

function lists(event: RecordedEvent): readonly string[] {
  if (!isCounted(event)) return [];
  return event.type === 'MemberRemoved' ? event.data.lists : [event.data.smart_list_id];
}
