import type { IndexTouch, Projection, RecordedEvent } from '#kernel';
import { type CallRow, CALLS, dialedNumber, evolveCall, isCallEvent, isOpenNumber } from '../domain/calls/call.js';
import { evolveErasedCall, isCallsErased } from '../domain/calls/erased-calls.js';

/**
 * Every call; none is ever dropped. The open ones are the to-do list of leases and wrap-up times. The head holds those
 * of its workspace, one for each agent on the phone or in wrap-up: a contact in an open call is not dialed.
 */
export const callsProjection: Projection<CallRow> = {
  collection: CALLS,
  version: 5,
  keys: (event) => callsOf(event).map((callId) => [event.metadata.workspace_id, callId]),
  evolve: (row, event) => {
    if (isCallsErased(event)) return evolveErasedCall(row, event);
    return isCallEvent(event) ? evolveCall(row, event) : row;
  },
  resident: { liveIndex: 'open', isLive: ({ open }) => open === 1 },
  personal: ({ phone, notes, recording_url, dialed_number }) => [
    ...[phone, notes, recording_url],
    isOpenNumber(dialed_number) ? dialed_number : null,
  ],
  blankedFields: ['phone', 'notes', 'recording_url', 'dialed_number'],
  touches,
};

function callsOf(event: RecordedEvent): readonly string[] {
  if (isCallsErased(event)) return event.data.call_ids;
  return isCallEvent(event) ? [event.data.call_id] : [];
}

/** Under what a call comes to be found by its contact or its number: what leaves a place is found by its row. */
function touches(event: RecordedEvent): readonly IndexTouch[] {
  if (isCallsErased(event)) {
    const { workspace_id } = event.metadata;
    return (event.data.number_hashes ?? []).map(({ call_id, number_hash }) => ({
      ...{ index: 'by_number', prefix: [workspace_id, number_hash], key: [workspace_id, call_id] },
    }));
  }
  if (!isCallEvent(event) || !(event.type === 'CallDispatched' || event.type === 'CallRegistered')) return [];
  const { workspace_id } = event.metadata;
  const { call_id, contact_id } = event.data;
  const key = [workspace_id, call_id];
  const ofContact = { index: 'by_contact', prefix: [workspace_id, contact_id], key };
  return event.type === 'CallRegistered'
    ? [ofContact]
    : [ofContact, { index: 'by_number', prefix: [workspace_id, dialedNumber(event.data)], key }];
}
