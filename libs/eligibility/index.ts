export {
  afterDispatch,
  afterDisposition,
  afterEnd,
  afterListResets,
  afterReset,
  type Attempts,
  attemptsToday,
  type CallEnd,
  countIfGivenBack,
  type DialingFacts,
  type ListReset,
  HOUR,
  MAX_WINDOW,
  NO_CALLS,
  withAttempt,
  withoutAttempt,
  withReset,
} from './attempts.js';
export { CALL_RESULTS, type CallResult, END_RESULTS, type EndResult } from './call-results.js';
export { type Bar, explain, type GateReport, isEligible, type Standing, standing, type Subject } from './gates.js';
export { type Moment, momentOf } from './moment.js';
export {
  inOrderOfNumbers,
  MAX_MIDNIGHTS,
  QUEUE_INDEXES,
  QUEUE_TALLIES,
  type QueueRow,
  runsOfQueue,
  WAITING_STATES,
} from './queue-index.js';
export {
  barredUntil,
  type ContactCap,
  FOR_GOOD,
  LEFT,
  OUT,
  type Placed,
  POSITION_FIELDS,
  type QueuePosition,
  queuePosition,
  type QueueSettings,
  READY,
} from './queue-position.js';
export { type AttemptWindow, type DialingLimits, GAP_SECONDS, type RetrySeconds, windowsEnd } from './waits.js';
