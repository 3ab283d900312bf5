import type { Projection } from '#kernel';
import { API_KEYS, type ApiKeyRow, evolveApiKey, isApiKeyEvent } from '../domain/api-key.js';

/** One row a key, revoked ones too; the head holds those that are not revoked. */
export const apiKeysProjection: Projection<ApiKeyRow> = {
  collection: API_KEYS,
  version: 1,
  keys: (event) => (isApiKeyEvent(event) ? [[event.metadata.workspace_id, event.data.api_key_id]] : []),
  evolve: (row, event) => (isApiKeyEvent(event) ? evolveApiKey(row, event) : row),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};
