export * from './dispatches.js';
