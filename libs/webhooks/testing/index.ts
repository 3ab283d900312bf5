export * from './receivers.js';
export * from './sending.js';
