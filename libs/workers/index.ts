export { BackoffTimer } from './backoff-timer.js';
export { PollLoop } from './poll-loop.js';
export { isGone, isTransient, RetryPolicy } from './retry-policy.js';
export { SerialQueue } from './serial-queue.js';
export { WorkspaceTurns } from './workspace-turns.js';
