import type { Projection } from '#kernel';
import {
  ATTRIBUTE_INDEXING,
  type AttributeIndexingRow,
  evolveAttributeIndexing,
  isIndexingEvent,
} from '../domain/attribute-indexing.js';

/** The to-do list of workspaces whose contacts are being indexed, and what they are found by. */
export const attributeIndexingProjection: Projection<AttributeIndexingRow> = {
  collection: ATTRIBUTE_INDEXING,
  version: 1,
  keys: (event) => (isIndexingEvent(event) ? [[event.metadata.workspace_id]] : []),
  evolve: (row, event) => (isIndexingEvent(event) ? evolveAttributeIndexing(row, event) : row),
};
