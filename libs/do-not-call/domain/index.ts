export * from './barred.js';
export * from './change-register.js';
export * from './entry.js';
export * from './event-views.js';
export * from './number-hash.js';
