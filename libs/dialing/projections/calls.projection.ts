import type { Projection } from '#kernel';
import { type CallRow, CALLS, evolveCall, isCallEvent } from '../domain/calls/call.js';

/**
 * Every call; none is ever dropped. The open ones are the to-do list of leases and wrap-up times. The head holds those
 * of its workspace, one for each agent on the phone or in wrap-up: a contact in an open call is not dialed.
 */
export const callsProjection: Projection<CallRow> = {
  collection: CALLS,
  version: 2,
  keys: (event) => (isCallEvent(event) ? [[event.metadata.workspace_id, event.data.call_id]] : []),
  evolve: (row, event) => (isCallEvent(event) ? evolveCall(row, event) : row),
  resident: { liveIndex: 'open', isLive: ({ open }) => open === 1 },
};
