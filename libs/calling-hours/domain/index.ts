export {
  CALLING_HOURS,
  CALLING_HOURS_SCHEMAS,
  type CallingHoursRow,
  callingHoursIn,
  isCallingHoursEvent,
} from './calling-hours.js';
export { CALLING_HOURS_EVENT_VIEWS } from './event-views.js';
export { presentCallingHours } from './present-calling-hours.js';
