export { type EventHeader, followed, presentDay } from './decode.js';
export {
  type AppendResult,
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
export { isSkipRecord, SkippedEvents, SKIPS_SCHEMAS, SKIPS_STREAM } from './skipped-events.js';
