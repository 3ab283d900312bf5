export { createDemoWorkspace, type DemoWorkspace, hasWorkspace } from './commands/demo-workspace.js';
export { ParkWork, ParkWorkHandler } from './commands/park-work.command.js';
export { RetryWork } from './commands/retry-work.command.js';
export { SkipWork } from './commands/skip-work.command.js';
export { AesSecretBox, nodeRandomness } from './crypto/node-crypto.js';
export {
  DELIVERIES_WAITING,
  KEY_KIND,
  RANDOMNESS,
  SECRET_BOX,
  unlessDeleted,
  unlessPaused,
  withinQuotas,
} from './domain/index.js';
export type { Randomness } from './domain/secrets.js';
export { DeletedRowsWorker } from './workers/deleted-rows-worker.js';
export { type DeletedWorkspacesPorts, shredDeletedWorkspaces } from './workers/deleted-workspaces.js';

export { countStoredSecrets, type StoredSecrets } from './workers/stored-secrets.js';

export { WorkspacesModule } from './workspaces.module.js';
export { WORKSPACES_PROJECTIONS } from './projections/index.js';
