export * from './outcome-created.js';
