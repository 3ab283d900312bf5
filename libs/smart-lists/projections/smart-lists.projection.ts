import type { Projection } from '#kernel';
import { evolveSmartList, isSmartListEvent, SMART_LISTS, type SmartListRow } from '../domain/smart-list.js';

/** The lists of a workspace; the head holds all active ones. */
export const smartListsProjection: Projection<SmartListRow> = {
  collection: SMART_LISTS,
  version: 6,
  keys: (event) => (isSmartListEvent(event) ? [[event.metadata.workspace_id, event.data.smart_list_id]] : []),
  evolve: (row, event) => (isSmartListEvent(event) ? evolveSmartList(row, event) : row),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};
