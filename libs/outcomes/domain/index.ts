export { createOutcome, deleteOutcome, type NewOutcome } from './decide-outcome.js';
export { activeLists, effectiveDestination } from './destination.js';
export { OUTCOME_EVENT_VIEWS } from './event-views.js';
export {
  type Destination,
  DESTINATION_TYPES,
  type DestinationType,
  OUTCOME_TYPES,
  type OutcomeRow,
  OUTCOMES,
  OUTCOMES_SCHEMAS,
  type OutcomeType,
} from './outcome.js';
export { outcomeIn, popupEnabled, presentOutcome } from './present-outcome.js';
