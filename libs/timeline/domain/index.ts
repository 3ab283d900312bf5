export { EVENT_TYPES, isShown, shownData, subjectsIn } from './event-views.js';
export {
  DELETED_WORKSPACES,
  type DeletedWorkspaceRow,
  type EventPlace,
  type EventRow,
  EVENTS,
  EVENTS_BY_SUBJECT,
  OF_WORKSPACES,
  type SubjectEventRow,
  subjectText,
} from './events-index.js';
export { presentEvent } from './present-event.js';
