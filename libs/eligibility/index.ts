export {
  afterDispatch,
  afterDisposition,
  afterEnd,
  afterListResets,
  afterReset,
  type Attempts,
  attemptsToday,
  type Callback,
  type CallEnd,
  countIfGivenBack,
  type DialingFacts,
  type ListReset,
  HOUR,
  MAX_WINDOW,
  NO_CALLS,
  QUARTER_HOUR,
  withAttempt,
  withoutAttempt,
  withReset,
} from './attempts.js';
export { CALL_RESULTS, type CallResult, END_RESULTS, type EndResult } from './call-results.js';
export { dueOf } from './gate-table.js';
export { explain, type GateReport, isEligible, standing } from './gates.js';
export { allClocks, areOpen, laneKey, type LaneName, laneOf, MAX_CLOCKS, PLAIN_KEY } from './lanes.js';
export { type Moment, momentOf } from './moment.js';
export type { Bar, Standing, Subject } from './subject.js';
export {
  inOrderOfNumbers,
  MAX_MIDNIGHTS,
  OWNER_INDEX,
  QUEUE_INDEXES,
  QUEUE_TALLIES,
  type QueueRow,
  runsOfClocks,
  runsOfDue,
  runsOfLane,
  runsOfQueue,
  TIMED_STATES,
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
  positionIn,
  promotedPosition,
  type QueuePosition,
  queuePosition,
  type QueueSettings,
} from './queue-position.js';
export {
  type AttemptWindow,
  callbackDue,
  type DialingLimits,
  GAP_SECONDS,
  gapSeconds,
  ownerUntil,
  type RetrySeconds,
  windowsEnd,
  windowsEndAfter,
} from './waits.js';
export {
  clocksIn,
  clocksOf,
  type ContactZones,
  joinedClocks,
  type KnownZones,
  ZONES_SOURCES,
  type ZonesSource,
  zonesOfContact,
  zonesUnknown,
} from './zones/contact-zones.js';
export {
  CONTACT_CLOCK,
  goByContact,
  hoursOf,
  type NamedHours,
  WORKSPACE_CLOCK,
  type ZonedHours,
} from './hours/hours-of-settings.js';
export { NUMBER_TABLES, type NumberTables, ZONES_TABLE, zonesOfNumber } from './zones/number-zones.js';
export { type HoursInterval, type OpenHours, type Weekday, WEEKDAYS } from './hours/calling-hours.js';
export { clockOf } from './zones/one-clock-zone.js';
export { noteUnknownZone, takeUnknownZones } from './zones/unknown-zones.js';
