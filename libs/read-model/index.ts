export { type CaughtUpPorts, untilCaughtUp } from './progress/caught-up.js';
export { HeldBoard } from './progress/held-board.js';
export { HELD_STREAMS, heldAt, type HeldStreamRow, readHeldStreams, releasedAt } from './projecting/held-stream-row.js';
export { compareTuples, indexOrder } from './index-order.js';
export { type LifeRecords, LiveProcesses } from './live-processes.js';
export { type Lease, type LeaseOptions, type LeaseRecords, whileLeased } from './leases.js';
export { beginReads, confirmGeneration, ofOneGeneration, RowsExchangedError } from './one-generation.js';
export { workspaceOf } from './projecting/poisoned-event.js';
export type { ProjectedTrace, Progress, ProgressReport, RowChanges, RowsLag } from './progress/progress.js';
export { ProgressPoller } from './progress/progress-poller.js';
export { RowsWatch } from './progress/rows-watch.js';
export {
  type Amendment,
  CheckpointMismatchError,
  type DistinctOptions,
  type Generations,
  type GuardedWrite,
  type MergeOptions,
  type PageOptions,
  type ReadModel,
  type ReadModelCacheWriter,
  ReadModelOpenError,
  ReadModelUnavailableError,
  type ReadModelWriter,
  type RowWrite,
} from './read-model.js';
export { PersonalRows } from './personal-rows.js';
export type { RebuildRecord, RebuildRecords } from './rebuild-records.js';
export type { RebuiltRows } from './rebuilt-rows.js';
export type { Exchanged, OpenedRows, RebuildId, RowsBeside } from './rows-beside.js';
export { atMost, realSleep, realTimers, type Sleep, sleepBy } from './real-time.js';
export {
  type FoundPage,
  type PageRead,
  type PageReader,
  pagesHere,
  type Printed,
  type PrintedPage,
} from './pages/page-read.js';
export { PAGE_READER, PROGRESS, READ_MODEL, READ_MODEL_CACHE_WRITER, ROW_CHANGES, ROWS_LAG } from './tokens.js';
export { ProgressBoard } from './progress/progress-board.js';
export { MOST_BEHIND, readRowsBehind, type RowsBehind } from './progress/rows-behind.js';
export { lagWithHeldStreams, SharedRowsLag, UNSHARED_ROWS } from './progress/rows-lag.js';
export { followWhileLeased, type ProjectedCopy } from './projecting/leased-follower.js';
export { ProjectionRunner } from './projecting/projection-runner.js';
export { TURN_EVENTS } from './projecting/fair-turns.js';
export { gentleLog, MOST_REST_MS } from './projecting/gentle-log.js';
export { MAX_JUDGED, mostRead, type Source, type Stretch, walk, walkBy } from './walk.js';
export { pacedLog } from './projecting/paced-log.js';
