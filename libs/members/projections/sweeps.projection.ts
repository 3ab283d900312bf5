import type { Projection, Recorded, RecordedEvent } from '#kernel';
import { isSmartListEvent } from '#smart-lists/domain';
import { isMemberEvent } from '../domain/member-events.js';
import { causeOf, evolveSweep, type SweepEvent, type SweepRow, SWEEPS } from '../domain/sweep.js';

/** The to-do list of long sweeps. */
export const sweepsProjection: Projection<SweepRow> = {
  collection: SWEEPS,
  version: 3,
  keys: (event) => {
    const cause = isOfSweep(event) ? causeOf(event) : undefined;
    return cause === undefined ? [] : [[event.metadata.workspace_id, cause]];
  },
  evolve: (row, event) => (isOfSweep(event) ? evolveSweep(row, event) : row),
};

function isOfSweep(event: RecordedEvent): event is Recorded<SweepEvent> {
  if (isSmartListEvent(event)) return event.type === 'SmartListChanged' || event.type === 'SmartListDeleted';
  return isMemberEvent(event) && event.type === 'SweepAdvanced';
}
