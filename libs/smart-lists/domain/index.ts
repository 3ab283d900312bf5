export * from './active-lists.js';
export * from './change-lists.js';
export * from './clone-name.js';
export * from './present-smart-list.js';
export * from './smart-list.js';
export * from './total-cap.js';
