export {
  DIAL_GROUP_SCHEMAS,
  DIAL_GROUPS,
  type DialGroupDeleted,
  type DialGroupRow,
  isDialGroupEvent,
} from './dial-group.js';
export { DIAL_GROUP_EVENT_VIEWS } from './event-views.js';
export { dialGroupIn, takeOutOfGroups } from './groups-of-view.js';
export { presentDialGroup } from './present-dial-group.js';
