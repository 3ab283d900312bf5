export { BackoffTimer } from './backoff-timer.js';
export { FailingItems } from './failing-items.js';
export {
  type ItemFailures,
  type ItemRecords,
  type ItemToPark,
  nameOfItem,
  type ParkingRecord,
  type ParkingState,
  type RecordedItem,
  recordsByEvent,
} from './parking.js';
export { PollLoop } from './poll-loop.js';
export { readPages } from './read-pages.js';
export { isGone, isTransient, RetryPolicy } from './retry-policy.js';
export { type Offered, type ToDoList, type ToDoPorts, type ToDoRun, ToDoWorker } from './to-do-worker.js';
export { inTraceAt, type TraceAt, tracesIn } from './trace-at.js';
