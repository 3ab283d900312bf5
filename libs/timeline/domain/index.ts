export { EVENT_TYPES, isShown, shownData, subjectsIn } from './event-views.js';
export {
  DELETED_WORKSPACES,
  type DeletedWorkspaceRow,
  type EventPlace,
  type EventRow,
  EVENTS,
  EVENTS_BY_SUBJECT,
  OF_WORKSPACES,
  subjectFields,
  type SubjectEventRow,
} from './events-index.js';
export { presentEvent } from './present-event.js';
