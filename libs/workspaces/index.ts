import type { Collection, Projection } from '#kernel';
import { API_KEY_USAGE } from './domain/index.js';
import { apiKeysProjection } from './projections/api-keys.projection.js';
import { workspacesProjection } from './projections/workspaces.projection.js';

export { createDemoWorkspace, type DemoWorkspace, hasWorkspace } from './commands/demo-workspace.js';
export { AesSecretBox, nodeRandomness } from './crypto/node-crypto.js';
export { KEY_KIND, RANDOMNESS, SECRET_BOX, WORKSPACES_SCHEMAS } from './domain/index.js';

export { WorkspacesModule } from './workspaces.module.js';

/** Every projection of this slice. */
export const WORKSPACES_PROJECTIONS: readonly Projection[] = [workspacesProjection, apiKeysProjection];

/** Collections that no projection feeds: the read model has to know them too. */
export const WORKSPACES_ASIDE: readonly Collection[] = [API_KEY_USAGE];
