import type { Import } from '../model/imports.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import type { Asked } from './asked.js';
import { bodyOf, iso } from './fits.js';
import { difference } from './shown.js';

interface ShownImport {
  readonly import_id: string;
}

/** An import as docs/reference/http-contract.md#imports shows it. */
function shownImport({ settings, state, upTo, counts, createdAt, updatedAt, endedAt }: Import): object {
  const times = { created_at: iso(createdAt), updated_at: iso(updatedAt), ended_at: iso(endedAt) };
  return { ...settings, state, rows: upTo, counts, ...times };
}

/** The import of a path, or one that is made. */
export function showsFileImport(asked: Asked, model: WorkspaceModel): string | undefined {
  const { import: shown } = bodyOf<{ readonly import: ShownImport }>(asked);
  const known = model.imports.get(asked.ids[0] ?? shown.import_id);
  return known ? difference(shown, shownImport(known)) : `import ${shown.import_id} does not exist`;
}

/** All imports, the newest first. */
export function showsFileImports(asked: Asked, model: WorkspaceModel): string | undefined {
  const { imports } = bodyOf<{ readonly imports: readonly ShownImport[] }>(asked);
  return difference({ imports }, { imports: model.imports.newestFirst().map(shownImport) });
}

export function showsRefusedRows(asked: Asked, model: WorkspaceModel): string | undefined {
  const known = model.imports.get(asked.ids[0]!);
  if (!known) return `import ${asked.ids[0]} does not exist`;
  const { refused_rows } = bodyOf<{ readonly refused_rows: readonly object[] }>(asked);
  return difference({ refused_rows }, { refused_rows: known.refused });
}
