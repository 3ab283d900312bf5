export { before, blockOf, revisionsIn, withRevision } from './blocks.js';
export { EVENT_TYPES, isShown, shownData, subjectsIn } from './event-views.js';
export {
  BLOCKS_BY_SUBJECT,
  BLOCKS_BY_TYPE,
  type BlockRow,
  DELETED_WORKSPACES,
  type DeletedWorkspaceRow,
  EVENT_BLOCKS,
  EVENT_IDS,
  type EventBlockRow,
  type EventIdRow,
  type EventPlace,
  OF_WORKSPACES,
  OTHER_EVENTS,
  OTHER_EVENTS_BY_SUBJECT,
  type SubjectBlockRow,
  subjectFields,
  type SubjectEventRow,
  type TypeBlockRow,
} from './events-index.js';
export { presentEvent } from './present-event.js';
