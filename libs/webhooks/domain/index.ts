export * from './attempt.js';
export * from './delivery.js';
export * from './delivery-rows.js';
export * from './erase-delivery.js';
export * from './judge-attempt.js';
export * from './present-delivery.js';
export * from './redeliver.js';
export * from './retry-schedule.js';
