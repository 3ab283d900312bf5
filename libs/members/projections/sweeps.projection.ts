import type { Projection, Recorded, RecordedEvent } from '#kernel';
import { isSmartListEvent, type SmartListDeleted } from '#smart-lists/domain';
import { evolveSweep, isMemberEvent, type SweepAdvanced, type SweepRow, SWEEPS } from '../domain/index.js';

/** The to-do list of long sweeps. */
export const sweepsProjection: Projection<SweepRow> = {
  collection: SWEEPS,
  version: 1,
  keys: (event) => {
    if (!isOfSweep(event)) return [];
    const cause = event.type === 'SweepAdvanced' ? event.data.cause : event.data.smart_list_id;
    return [[event.metadata.workspace_id, cause]];
  },
  evolve: (row, event) => (isOfSweep(event) ? evolveSweep(row, event) : row),
};

function isOfSweep(event: RecordedEvent): event is Recorded<SmartListDeleted | SweepAdvanced> {
  if (isSmartListEvent(event)) return event.type === 'SmartListDeleted' && event.data.members_left > 0;
  return isMemberEvent(event) && event.type === 'SweepAdvanced';
}
