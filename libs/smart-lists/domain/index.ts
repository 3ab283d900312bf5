export { activeList, requireList } from './active-lists.js';
export { changeList, deleteList, type NewSmartList, type SmartListPatch } from './change-lists.js';
export { isFrozen, presentLimits, presentSmartList } from './present-smart-list.js';
export { SMART_LIST_EVENT_VIEWS } from './event-views.js';
export {
  isSmartListEvent,
  type LoweredCap,
  PRIORITIES,
  type Priority,
  SETTINGS_DEFAULTS,
  SMART_LIST_SCHEMAS,
  SMART_LISTS,
  type SmartListChanged,
  type SmartListDeleted,
  type SmartListReset,
  type SmartListRow,
  type SmartListSettings,
} from './smart-list.js';
export { type DueQueue, DUE_QUEUE } from './due-queue.js';
export { type CapLowering, capLowering, isUsedUp, loweredCap } from './total-cap.js';
