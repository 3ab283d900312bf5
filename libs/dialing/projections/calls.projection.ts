import type { Projection } from '#kernel';
import { type CallRow, CALLS, evolveCall, isCallEvent } from '../domain/calls/call.js';

/**
 * Every call, for ever. The open ones are the to-do list of leases and wrap-up times, and the head holds those of its workspace: there are as many as
 * agents on the phone or at their notes, and nobody is dialed who is in one of them.
 */
export const callsProjection: Projection<CallRow> = {
  collection: CALLS,
  version: 2,
  keys: (event) => (isCallEvent(event) ? [[event.metadata.workspace_id, event.data.call_id]] : []),
  evolve: (row, event) => (isCallEvent(event) ? evolveCall(row, event) : row),
  resident: { liveIndex: 'open', isLive: ({ open }) => open === 1 },
};
