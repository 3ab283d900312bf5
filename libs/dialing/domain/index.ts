export * from './apply-outcome.js';
export * from './attempts.js';
export * from './calendar.js';
export * from './call.js';
export * from './call-life.js';
export * from './membership-change.js';
export * from './present-call.js';
export * from './register-call.js';
