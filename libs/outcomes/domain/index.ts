export * from './decide-outcome.js';
export * from './destination.js';
export * from './outcome.js';
export * from './present-outcome.js';
export * from './webhook-url.js';
