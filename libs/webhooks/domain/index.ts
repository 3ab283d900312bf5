export * from './attempt.js';
export * from './delivery.js';
