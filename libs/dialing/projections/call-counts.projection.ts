import type { Projection, RecordedEvent } from '#kernel';
import { isCallEvent } from '../domain/calls/call.js';
import {
  CALL_COUNTS,
  type CallCountRow,
  cellsOf,
  type CountedEvent,
  evolveCallCount,
} from '../domain/stats/call-counts.js';

/** The calls of the last hour by minute and by second. What it counts stays counted: an erasure changes no row. */
export const callCountsProjection: Projection<CallCountRow> = {
  collection: CALL_COUNTS,
  version: 1,
  keys: (event) =>
    isCounted(event) ? cellsOf(event.metadata.workspace_id, Date.parse(event.metadata.occurred_at)) : [],
  evolve: (row, event, [, cell]) => (isCounted(event) ? evolveCallCount(row, event, cell!) : row),
};

function isCounted(event: RecordedEvent): event is CountedEvent {
  if (!isCallEvent(event)) return false;
  return event.type === 'CallDispatched' || event.type === 'CallRegistered' || event.type === 'CallEnded';
}
