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
export { LEFT, type QueuePosition, queuePosition, type QueueSettings } from './queue-position.js';
