import type { Projection } from '#kernel';
import { CALL_REFERENCES, type CallReferenceRow, givesReference } from '../domain/calls/call-references.js';

/** Which call has a client's own id. A call keeps its reference, so no row ever changes. */
export const callReferencesProjection: Projection<CallReferenceRow> = {
  collection: CALL_REFERENCES,
  version: 1,
  keys: (event) => (givesReference(event) ? [[event.metadata.workspace_id, event.data.reference]] : []),
  evolve: (row, event) =>
    givesReference(event)
      ? {
          workspace_id: event.metadata.workspace_id,
          reference: event.data.reference,
          call_id: event.data.call_id,
          revision: event.revision,
        }
      : row,
};
