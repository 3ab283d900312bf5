import type { Projection } from '#kernel';
import { evolveImport, type ImportRow, IMPORTS, isImportEvent } from '../domain/index.js';

/** The imports of a workspace; the head holds the open ones. */
export const importsProjection: Projection<ImportRow> = {
  collection: IMPORTS,
  version: 1,
  keys: (event) => (isImportEvent(event) ? [[event.metadata.workspace_id, event.data.import_id]] : []),
  evolve: (row, event) => (isImportEvent(event) ? evolveImport(row, event) : row),
  resident: { liveIndex: 'live', isLive: ({ open }) => open === 1 },
};
