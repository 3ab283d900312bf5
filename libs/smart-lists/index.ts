export { SmartListsModule } from './smart-lists.module.js';
export { SMART_LIST_PROJECTIONS } from './projections/index.js';
