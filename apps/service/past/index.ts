export { openPast, type Past, type PastOptions } from './open-past.js';
export { type PastReason, PastRefusal } from './past-refusal.js';
export { verifyLog, type VerifyLogOptions } from './verify-log.js';
export { type PastEventBatch, type PastEventsOptions, readPastEvents } from './past-events.js';
