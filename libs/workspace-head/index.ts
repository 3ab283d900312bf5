export { BATCH_LIMITS, type BatchLimits } from './pipeline/batch.js';
export type { HeadCacheCounts } from './pipeline/heads.js';
export { WorkspaceHeads, type WorkspaceHeadPorts } from './pipeline/workspace-heads.js';
export { COMMAND_RECORDED } from './records.js';
export {
  IDEMPOTENCY,
  idempotencyProjection,
  type IdempotencyRow,
  WORKSPACE_HEAD_SCHEMAS,
} from './pipeline/idempotency.js';
export { dropExpiredRecords, type ExpiredRecordsPorts } from './pipeline/expired-records.js';
export { trueWithin } from './pipeline/read-your-writes.js';
export { shownOnce } from './shown-once.js';
export { COMMAND_DECIDER, DURABLE_EVENTS } from './tokens.js';
export type {
  AnswersAhead,
  CommandDecider,
  CommandResult,
  CommandUnderWay,
  DurableEvents,
  DurableEventsListener,
  RecordedBody,
  WorkspaceCommand,
} from './command-decider.js';
