export {
  afterDispatch,
  afterDisposition,
  afterEnd,
  afterReset,
  type Attempts,
  attemptsToday,
  type CallEnd,
  countIfGivenBack,
  type DialingFacts,
  MAX_WINDOW,
  NO_CALLS,
  withAttempt,
  withoutAttempt,
} from './attempts.js';
export { CALL_RESULTS, type CallResult, END_RESULTS, type EndResult } from './call-results.js';
export {
  explain,
  type GateReport,
  isEligible,
  type Moment,
  momentOf,
  type Standing,
  standing,
  type Subject,
} from './gates.js';
export {
  inOrderOfNumbers,
  MAX_MIDNIGHTS,
  QUEUE_INDEXES,
  QUEUE_TALLIES,
  type QueueRow,
  runsOfQueue,
} from './queue-index.js';
export {
  LEFT,
  OUT,
  POSITION_FIELDS,
  type QueuePosition,
  queuePosition,
  type QueueSettings,
  READY,
} from './queue-position.js';
export { type AttemptWindow, type DialingLimits, GAP_SECONDS, type RetrySeconds } from './waits.js';
