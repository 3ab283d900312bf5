import type { Projection } from '#kernel';
import { DIAL_GROUPS, type DialGroupRow, evolveDialGroup, isDialGroupEvent } from '../domain/dial-group.js';

/** The dial groups of a workspace; the head holds all that are not deleted. */
export const dialGroupsProjection: Projection<DialGroupRow> = {
  collection: DIAL_GROUPS,
  version: 1,
  keys: (event) => (isDialGroupEvent(event) ? [[event.metadata.workspace_id, event.data.dial_group_id]] : []),
  evolve: (row, event) => (isDialGroupEvent(event) ? evolveDialGroup(row, event) : row),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};
