export {
  CALLING_HOURS,
  CALLING_HOURS_SCHEMAS,
  type CallingHoursCreated,
  type CallingHoursRow,
  callingHoursIn,
  callingHoursOf,
  checkHoursNamed,
  isCallingHoursEvent,
  readCallingHours,
} from './calling-hours.js';
export { CALLING_HOURS_EVENT_VIEWS } from './event-views.js';
export { presentCallingHours } from './present-calling-hours.js';
