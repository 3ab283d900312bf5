export * from './decide-import.js';
export * from './event-views.js';
export * from './import.js';
export * from './present-import.js';
export * from './refused-rows.js';
export type { RowItem, RowReference } from './rows.js';
