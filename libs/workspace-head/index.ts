export { BATCH_LIMITS, type BatchLimits } from './batch.js';
export { WorkspaceHeads, type WorkspaceHeadPorts } from './command-decider.js';
export {
  COMMAND_RECORDED,
  IDEMPOTENCY,
  idempotencyProjection,
  type IdempotencyRow,
  WORKSPACE_HEAD_SCHEMAS,
} from './idempotency.js';
export { dropExpiredRecords, type ExpiredRecordsPorts } from './expired-records.js';
export { Lookout } from './lookout.js';
export { within } from './read-your-writes.js';
export { isGone, isOthersTrouble, Retries } from './retries.js';
export { COMMAND_DECIDER, DURABLE_EVENTS } from './tokens.js';
export * from './workspace-head.js';
export { WorkspaceTurns } from './workspace-turns.js';
