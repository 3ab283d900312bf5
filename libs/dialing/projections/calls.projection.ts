import type { IndexTouch, Projection, RecordedEvent } from '#kernel';
import { type CallRow, CALLS, evolveCall, isCallEvent } from '../domain/index.js';

/** Every call, for ever; the open ones are the to-do list of leases and wrap-up times. */
export const callsProjection: Projection<CallRow> = {
  collection: CALLS,
  version: 1,
  keys: (event) => (isCallEvent(event) ? [[event.metadata.workspace_id, event.data.call_id]] : []),
  evolve: (row, event) => (isCallEvent(event) ? evolveCall(row, event) : row),
  touches,
};

/** Scanned is only what is in flight: a beginning brings a call there, the end takes it away. */
function touches(event: RecordedEvent): readonly IndexTouch[] {
  if (!isCallEvent(event) || (event.type !== 'CallRegistered' && event.type !== 'CallEnded')) return [];
  const { workspace_id } = event.metadata;
  const { call_id, contact_id } = event.data;
  return [{ index: 'by_contact', prefix: [workspace_id, 1, contact_id], key: [workspace_id, call_id] }];
}
