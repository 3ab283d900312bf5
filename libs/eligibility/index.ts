export { afterDispatch, afterEnd, attemptsToday, type DialingFacts, NO_CALLS } from './attempts.js';
export {
  type DialingLimits,
  explain,
  type GateReport,
  isEligible,
  type Moment,
  type Standing,
  standing,
  type Subject,
} from './gates.js';
export { inOrderOfNumbers, MAX_MIDNIGHTS, QUEUE_INDEXES, type QueueRow, runsOfQueue } from './queue-index.js';
export { LEFT, type QueuePosition, queuePosition, type QueueSettings } from './queue-position.js';
