import type { Projection, RecordedEvent } from '#kernel';
import { type CallRow, CALLS, evolveCall, isCallEvent } from '../domain/calls/call.js';
import { evolveErasedCall, isCallsErased } from '../domain/calls/erased-calls.js';

/**
 * Every call; none is ever dropped. The open ones are the to-do list of leases and wrap-up times. The head holds those
 * of its workspace, one for each agent on the phone or in wrap-up: a contact in an open call is not dialed.
 */
export const callsProjection: Projection<CallRow> = {
  collection: CALLS,
  version: 4,
  keys: (event) => callsOf(event).map((callId) => [event.metadata.workspace_id, callId]),
  evolve: (row, event) => {
    if (isCallsErased(event)) return evolveErasedCall(row, event);
    return isCallEvent(event) ? evolveCall(row, event) : row;
  },
  resident: { liveIndex: 'open', isLive: ({ open }) => open === 1 },
  personal: ({ phone, notes, recording_url }) => [phone, notes, recording_url],
  blankedFields: ['phone', 'notes', 'recording_url'],
};

function callsOf(event: RecordedEvent): readonly string[] {
  if (isCallsErased(event)) return event.data.call_ids;
  return isCallEvent(event) ? [event.data.call_id] : [];
}
