export { ChainedEventStore } from './chained-event-store.js';
export { type CopiedAppend, CopiedAppends, type CopyLimits } from './copied-appends.js';
export { CHAIN_BYTES } from './hash-chain.js';
export { type EventHeader, followed, presentDay, type StoredEvent } from './decode.js';
export {
  type AppendResult,
  type CommitReport,
  AppendTooLargeError,
  type EventStore,
  type ExpectedRevision,
  type FollowBatch,
  type FollowedEvent,
  type FollowOptions,
  isUnreadable,
  MAX_APPEND_BYTES,
  type ReadOptions,
  StoreOpenError,
  StoreUnavailableError,
  WrongExpectedRevisionError,
} from './event-store.js';
export { type Found, type KnownLog, LogDigest, LogVerifier, type VerifiedLog } from './verifying/index.js';
export { isSkipRecord, SkippedEvents, SKIPS_SCHEMAS, SKIPS_STREAM } from './skipped-events.js';
