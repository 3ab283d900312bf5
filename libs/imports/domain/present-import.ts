import type { ImportRow } from './import.js';

/** An import as the API shows it. */
export function presentImport(row: ImportRow) {
  return {
    import_id: row.import_id,
    kind: row.kind,
    smart_list_id: row.smart_list_id,
    name: row.name,
    state: row.state,
    rows: row.up_to_row,
    counts: { ...row.counts },
    created_at: row.created_at,
    updated_at: row.updated_at,
    ended_at: row.ended_at,
  };
}
