import type { Projection, Recorded, RecordedEvent } from '#kernel';
import { IMPORT_REFUSALS, type ImportAdvanced, type ImportRefusalsRow, isImportEvent } from '../domain/index.js';

/** The refused rows of imports, those of one event in one row. */
export const importRefusalsProjection: Projection<ImportRefusalsRow> = {
  collection: IMPORT_REFUSALS,
  version: 1,
  keys: (event) => {
    if (!hasRefusals(event)) return [];
    const { import_id, up_to_row } = event.data;
    return [[event.metadata.workspace_id, import_id, String(up_to_row)]];
  },
  evolve: (row, event) => (hasRefusals(event) ? rowOf(event) : row),
};

function hasRefusals(event: RecordedEvent): event is Recorded<ImportAdvanced> {
  return isImportEvent(event) && event.type === 'ImportAdvanced' && event.data.refused.rows.length > 0;
}

function rowOf({ data, metadata, revision }: Recorded<ImportAdvanced>): ImportRefusalsRow {
  const { import_id, up_to_row, refused } = data;
  const { workspace_id } = metadata;
  return { workspace_id, import_id, up_to: String(up_to_row), up_to_row, ...refused, revision };
}
