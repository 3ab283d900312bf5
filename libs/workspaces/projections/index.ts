import type { Collection, Projection } from '#kernel';
import { API_KEY_USAGE, REVOKED_API_KEYS } from '../domain/index.js';
import { apiKeysProjection } from './api-keys.projection.js';
import { parkedWorkProjection } from './parked-work.projection.js';
import { workspacesProjection } from './workspaces.projection.js';

export { workspaceUseProjection } from './workspace-use.projection.js';

/** Every projection of this slice. */
export const WORKSPACES_PROJECTIONS: readonly Projection[] = [
  workspacesProjection,
  apiKeysProjection,
  parkedWorkProjection,
];

/** Collections that no projection feeds: the read model has to be opened with them too. */
export const WORKSPACES_CACHE_COLLECTIONS: readonly Collection[] = [API_KEY_USAGE, REVOKED_API_KEYS];
