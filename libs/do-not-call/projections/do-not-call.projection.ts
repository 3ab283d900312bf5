import type { Projection, RecordedEvent } from '#kernel';
import {
  DO_NOT_CALL,
  DO_NOT_CALL_COUNTS,
  type DoNotCallCountRow,
  type DoNotCallRow,
  evolveEntry,
  isDoNotCallEvent,
} from '../domain/entry.js';

/** The do-not-call register, with the numbers that were removed. */
export const doNotCallProjection: Projection<DoNotCallRow> = {
  collection: DO_NOT_CALL,
  version: 2,
  keys: (event) => hashesOf(event).map((hash) => [event.metadata.workspace_id, hash]),
  evolve: (row, event) => (isDoNotCallEvent(event) ? evolveEntry(row, event) : row),
  touches: (event) => {
    if (!isDoNotCallEvent(event) || event.type === 'DoNotCallNumbersErased') return [];
    const { workspace_id } = event.metadata;
    const key = [workspace_id, event.data.number_hash];
    const expiring = { index: 'expiring', prefix: [workspace_id, 1], key };
    if (event.type !== 'DoNotCallAdded' || event.data.contact_id === null) return [expiring];
    return [expiring, { index: 'by_contact', prefix: [workspace_id, event.data.contact_id], key }];
  },
  personal: ({ phone }) => [phone],
};

/** The number of entries, of which a register holds a million. */
export const doNotCallCountsProjection: Projection<DoNotCallCountRow> = {
  collection: DO_NOT_CALL_COUNTS,
  version: 1,
  keys: (event) => (stepOf(event) === 0 ? [] : [[event.metadata.workspace_id]]),
  evolve: (row, event) => ({
    workspace_id: event.metadata.workspace_id,
    entries: (row?.entries ?? 0) + stepOf(event),
    revision: event.revision,
  }),
};

function hashesOf(event: RecordedEvent): readonly string[] {
  if (!isDoNotCallEvent(event)) return [];
  return event.type === 'DoNotCallNumbersErased' ? event.data.number_hashes : [event.data.number_hash];
}

function stepOf({ type }: RecordedEvent): number {
  if (type === 'DoNotCallAdded') return 1;
  return type === 'DoNotCallRemoved' ? -1 : 0;
}
