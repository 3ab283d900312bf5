export { openPast, type Past, type PastOptions } from './open-past.js';
export { type PastReason, PastRefusal } from './past-refusal.js';
